/**
 * Whether a title says that something is cancelled, in the languages of `statuses.ts`
 * (test/mail/cancelled-in-words).
 */
import { statedStatus } from './statuses.ts'

/** Words that also mean `cancellation`, which may be free or possible. */
const nouns = new Set('iptal キャンセル 取消 취소'.split(' '))
const negations = new Set('not never if no non nicht wenn niet não nie inte ikke ei не'.split(' '))
const free = new Set('ücretsiz 無料 免费 免費 무료'.split(' '))
/** With one of these before `be`, something is only possible. */
const modals = new Set('can could may might peut puede pode può'.split(' '))
const infinitives = new Set('be être ser essere'.split(' '))
/** In a language without spaces between words: `花火大会中止`. */
const unspacedEnd = /中止$|已取消$|(?:取消|キャンセル)(?:済み|されました)$|취소(?:됨|되었습니다)$/u
const unspacedNoun = /(?<!無料|免费|免費)(?:取消|キャンセル)$/u

/** Maximum words of a phrase such as `called off`. */
const maxPhrase = 3

/** The parts of a title between colons, brackets and dashes, in lower case. */
export const piecesOf = (title: string): string[] =>
  title
    .normalize('NFC')
    .replaceAll('İ', 'i')
    .toLowerCase()
    .split(/[:：;,.!|/()[\]{}【】（）「」『』<>«»"]|[-‐–—]+/)
    .map((piece) => piece.trim())
    .filter((piece) => /\p{L}/u.test(piece))

/** The words of a piece. */
export const wordsOfPiece = (piece: string): string[] => piece.match(/[\p{L}\p{M}\p{N}'’]+/gu) ?? []

const isCancelled = (words: readonly string[]) => statedStatus(words.join(' ')) === 'cancelled'

/** Whether the words before or after a phrase deny it, or call it possible. */
function isDenied(words: readonly string[], from: number, to: number): boolean {
  const before = words[from - 1] ?? ''
  const isPossible =
    infinitives.has(before) && words.slice(Math.max(0, from - 4), from).some((it) => modals.has(it))
  const isFree = nouns.has(words[from] ?? '') && free.has(before)
  return negations.has(before) || isPossible || isFree || words[to] === 'werden'
}

/** The places of the phrases that say it. */
const phrasesIn = (words: readonly string[]) =>
  words.flatMap((_, from) =>
    Array.from({ length: maxPhrase }, (__, length) => ({ from, to: from + length + 1 })).filter(
      ({ to }) =>
        to <= words.length && isCancelled(words.slice(from, to)) && !isDenied(words, from, to),
    ),
  )

/** Whether a piece of a sentence says that something is cancelled. */
export function saysCancelled(piece: string): boolean {
  const words = wordsOfPiece(piece)
  if (isCancelled(words) || unspacedEnd.test(piece)) return true
  return phrasesIn(words).some(({ from, to }) => to - from > 1 || !nouns.has(words[from] ?? ''))
}

/** Whether the title of an event begins or ends with a word for `cancelled`, or has it apart. */
export const isTitledCancelled = (title: string): boolean =>
  piecesOf(title).some((piece) => {
    const words = wordsOfPiece(piece)
    if (unspacedEnd.test(piece) || unspacedNoun.test(piece)) return true
    return phrasesIn(words).some(({ from, to }) => from === 0 || to === words.length)
  })
