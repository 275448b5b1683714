/** Texts as they are compared: without case, accents and punctuation. */

export const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

export const wordsIn = (text: unknown): string[] =>
  typeof text === 'string' ? (folded(text).match(/[\p{L}\p{N}]+/gu) ?? []) : []

/** Letters and digits alone: numbers are compared by these. */
export const plainText = (text: unknown) => wordsIn(text).join('')

/** Whether all words of one, at least one, are in the other: `Casa do Largo, Lisboa`. */
export function areWithin(one: readonly string[], other: readonly string[]): boolean {
  const [few, many] = [new Set(one), new Set(other)].sort((a, b) => a.size - b.size)
  return few !== undefined && few.size > 0 && [...few].every((word) => many?.has(word))
}
