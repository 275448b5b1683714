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

  it('after claims of a quarter of what was left, in keys or in bytes', () => {
    const counts = new KeyCounts()
    counts.claimed(7, { keyCount: 1_999, keptBytes: 0, size: 10 })
    expect(claimsUntilDue(counts, 10)).toBe(2_000)
    counts.claimed(7, { keyCount: 1_999, keptBytes: maxKeptBytes / 2, size: 0 })
    expect(claimsUntilDue(counts, maxKeptBytes / 64)).toBe(8)
  })

  it('with every claim of an account that has reached its limit', () => {
    const counts = new KeyCounts()
    counts.claimed(7, { keyCount: maxKeys - 2, keptBytes: 0, size: 10 })
    expect(counts.mostFor(7)).toBe(maxKeys)
  })
})
