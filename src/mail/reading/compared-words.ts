/** Normalizes texts for comparison: without case, accents and punctuation. */

export const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** A set of the words in these lists, folded. */
export const foldedSet = (...lists: string[]): ReadonlySet<string> =>
  new Set(lists.flatMap((list) => list.split(' ').map((word) => folded(word))))

export const wordsIn = (text: unknown): string[] =>
  typeof text === 'string' ? (folded(text).match(/[\p{L}\p{N}]+/gu) ?? []) : []

/** Only letters and digits, for comparing numbers. */
export const plainText = (text: unknown) => wordsIn(text).join('')

/** Whether one has words, and the other contains all of them: `Casa do Largo, Lisboa`. */
export function areWithin(one: readonly string[], other: readonly string[]): boolean {
  const [few, many] = [new Set(one), new Set(other)].sort((a, b) => a.size - b.size)
  return few !== undefined && few.size > 0 && [...few].every((word) => many?.has(word))
}
