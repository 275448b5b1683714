/** B4: when the idempotency keys of an account are counted. */
import { describe, expect, it } from 'vitest'
import { KeyCounts, maxKeptBytes, maxKeys } from '../../../src/core/store/key-counts.ts'

/** How many claims of that size are made before the keys are counted again. */
function claimsUntilDue(counts: KeyCounts, size: number): number {
  let claims = 0
  for (; counts.mostFor(7) === null; claims += 1) counts.claimed(7, { size })
  return claims
}

describe('B4 keys are counted', () => {
  it('if the account is unknown to the process', () => {
    expect(new KeyCounts().mostFor(7)).toBe(maxKeys)
  })

  it('after 100 claims, or after a quarter of the bytes that were left', () => {
    const counts = new KeyCounts()
    counts.claimed(7, { keyCount: 9_499, keptBytes: 0, size: 10 })
    expect(claimsUntilDue(counts, 10)).toBe(100)
    counts.claimed(7, { keyCount: 9_499, keptBytes: maxKeptBytes / 2, size: 0 })
    expect(claimsUntilDue(counts, maxKeptBytes / 64)).toBe(8)
  })

  it('with each 101st of claims at once, though none of them is done', () => {
    const counts = new KeyCounts()
    counts.claimed(7, { keyCount: 0, keptBytes: 0, size: 10 })
    const most = Array.from({ length: 202 }, () => counts.mostFor(7))
    const hundred = Array(100).fill(null)
    expect(most).toEqual([...hundred, maxKeys, ...hundred, maxKeys])
  })

  it('with every claim of an account in its last twentieth', () => {
    const counts = new KeyCounts()
    counts.claimed(7, { keyCount: 9_500, keptBytes: 0, size: 10 })
    expect(counts.mostFor(7)).toBe(maxKeys)
  })

  it('with the next claim after one of an account that the process does not know', () => {
    const counts = new KeyCounts()
    counts.claimed(7, { size: 10 })
    expect(counts.mostFor(7)).toBe(maxKeys)
  })
})
