/** The smallest history that still fails, and how to play it again. */

/**
 * Leaves out what is not needed for `fails`, in pieces that become smaller; at most so many tries.
 * Returns the positions that are needed.
 */
export async function shrunk(
  count: number,
  fails: (kept: readonly number[]) => Promise<boolean>,
  tries = 300,
): Promise<number[]> {
  let kept = Array.from({ length: count }, (_, at) => at)
  let left = tries
  for (let size = Math.ceil(count / 2); size >= 1; ) {
    let isSmaller = false
    for (let from = kept.length - size; from > -size && left > 0; from -= size) {
      const without = [...kept.slice(0, Math.max(from, 0)), ...kept.slice(from + size)]
      left -= 1
      if (without.length === kept.length || !(await fails(without))) continue
      kept = without
      isSmaller = true
    }
    if (size === 1 && (!isSmaller || left <= 0)) break
    size = size === 1 ? 1 : Math.ceil(size / 2)
  }
  return kept
}
