/** B4: when the idempotency keys of an account are counted. */
import { describe, expect, it, vi } from 'vitest'
import { KeyCounts, maxKeptBytes, maxKeys } from '../../../src/core/store/key-counts.ts'

/** How many claims of that size are made before the keys are counted again. */
function claimsUntilDue(counts: KeyCounts, size: number): number {
  let claims = 0
  for (; counts.mostFor(7) === null; claims += 1) counts.kept(7, size)
  return claims
}

const times = (count: number, most: number | null) => Array<number | null>(count).fill(most)
const mostOf = (counts: KeyCounts, count: number) =>
  Array.from({ length: count }, () => counts.mostFor(7))

describe('B4 keys are counted', () => {
  it('if the account is unknown to the process', () => {
    expect(new KeyCounts().mostFor(7)).toBe(maxKeys)
  })

  it('after 100 claims, or after a quarter of the bytes that were left', () => {
    const counts = new KeyCounts()
    counts.counted(7, { keyCount: 9_499, keptBytes: 0 })
    expect(claimsUntilDue(counts, 10)).toBe(100)
    counts.counted(7, { keyCount: 9_499, keptBytes: maxKeptBytes / 2 })
    expect(claimsUntilDue(counts, maxKeptBytes / 64)).toBe(8)
  })

  it('once for the claims at once, of which at most 100 do not wait for the number', () => {
    const counts = new KeyCounts()
    counts.counted(7, { keyCount: 0, keptBytes: 0 })
    const hundred = times(100, null)
    expect(mostOf(counts, 203)).toEqual([
      ...hundred,
      maxKeys,
      ...times(99, null),
      ...times(3, maxKeys),
    ])
    counts.counted(7, { keyCount: 300, keptBytes: 0 })
    expect(mostOf(counts, 101)).toEqual([...hundred, maxKeys])
  })

  it('again after a second in which a count has returned no number', () => {
    vi.useFakeTimers()
    const counts = new KeyCounts()
    counts.counted(7, { keyCount: 0, keptBytes: 0 })
    mostOf(counts, 101)
    vi.advanceTimersByTime(999)
    expect(counts.mostFor(7)).toBeNull()
    vi.advanceTimersByTime(1)
    expect(counts.mostFor(7)).toBe(maxKeys)
    vi.useRealTimers()
  })

  it('with every claim of an account in its last twentieth', () => {
    const counts = new KeyCounts()
    counts.counted(7, { keyCount: 9_500, keptBytes: 0 })
    expect(mostOf(counts, 3)).toEqual(times(3, maxKeys))
  })

  it('with the next claim after one that has found no number', () => {
    const counts = new KeyCounts()
    counts.counted(7, { keyCount: null, keptBytes: null })
    counts.kept(7, 10)
    expect(counts.mostFor(7)).toBe(maxKeys)
  })
})
