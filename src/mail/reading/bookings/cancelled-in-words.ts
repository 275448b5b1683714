/**
 * Whether a title says that something is cancelled, in the languages of `statuses.ts`
 * (test/mail/reading/bookings/cancelled-in-words).
 */
import { statedStatus } from './statuses.ts'

/** Words that also mean `cancellation`, which may be free or possible. */
const nouns = new Set('iptal キャンセル 取消 취소'.split(' '))
const setOf = (...lists: string[]) => new Set(lists.flatMap((list) => list.split(' ')))
const negations = setOf(
  'not never if no non nicht wenn niet não nie inte ikke ei не pas nem δεν değil cannot kein',
  'není nebyla nebylo nebyl nije',
)
/** In Dutch and the languages of the north, `nu` is `now`. */
const romanian = setOf('anulat anulată')
const free = setOf('ücretsiz 無料 免费 免費 무료 不可 可 不能')
/** After a noun: not possible, possible, free. */
const qualities = setOf('불가 가능 무료 不可 可 可能 無料 免费 免費')
/** With one of these, something is only possible. */
const modals = setOf(
  'can could might kann können könnte kan kunnen kunde kunne kunna peut peuvent puede pueden pode',
  'podem può possono voi voidaan może mogą može môže může mohou lehet poate μπορεί может могут',
  'можно можна може',
)
/** They may stand after the word, in languages with the verb last. */
const lateModals = setOf('kann können könnte kan kunnen')
const passives = setOf('werden worden')
/** With one of these, it has happened. */
const musts = setOf('muss müssen musste mussten moet moeten moest moesten')
/** In a language without spaces between words: `花火大会中止`. */
const ifItRains = '(?:雨|小雨|荒|悪|雷)(?:天候?)?(?:時|の場合|の際)?(?:は|には)?'
const unspacedEnd = new RegExp(
  `(?<!${ifItRains}\\s*)中止$|已取消$|` +
    '(?:取消|キャンセル)(?:済み|されました)$|취소(?:됨|되었습니다)$',
  'u',
)
const unspacedNoun =
  /(?<!(?:無料|免费|免費|可|可以|可能|不能|无法|無法|随时|隨時)\s*)(?:取消|キャンセル)$/u
const rain = new RegExp(`^${ifItRains}$`, 'u')
/** Maximum words of a phrase such as `called off`. */
const maxPhrase = 3

/** The parts of a title between colons, brackets and dashes, in lower case. */
export const piecesOf = (title: string): string[] =>
  title
    .normalize('NFC')
    .replaceAll('İ', 'i')
    .toLowerCase()
    .split(/[:：;,.!|/()[\]{}【】（）「」『』<>«»"]|(?<!\p{L})[-‐]+|[-‐]+(?!\p{L})|[–—]+/u)
    .map((piece) => piece.trim())
    .filter((piece) => /\p{L}/u.test(piece))

/** The words of a piece. */
export const wordsOfPiece = (piece: string): string[] => piece.match(/[\p{L}\p{M}\p{N}'’]+/gu) ?? []

const isCancelled = (words: readonly string[]) => statedStatus(words.join(' ')) === 'cancelled'

/** Whether a word before or after a phrase denies it. */
function isNegated(words: readonly string[], from: number, to: number): boolean {
  const isNegation = (word: string, at: number) => {
    // `Booking no 123`
    if (word === 'no' && /\p{N}/u.test(words[at + 1] ?? '')) return false
    if (word === 'nu') return romanian.has(words[to - 1] ?? '')
    return negations.has(word) || /n['’]t$/.test(word)
  }
  const isBefore = words.some((word, at) => at >= from - 3 && at < from && isNegation(word, at))
  return isBefore || words.slice(to, to + 2).includes('değil')
}

/** Whether the words before or after a phrase call it possible. */
function isPossible(words: readonly string[], from: number, to: number): boolean {
  const before = words.slice(Math.max(0, from - 4), from)
  // Elsewhere, it may be a month.
  const isMayBe = before.includes('may') && before.at(-1) === 'be'
  if (isMayBe || before.some((word) => modals.has(word))) return true
  if (words.slice(to, to + 2).some((word) => lateModals.has(word))) return true
  return passives.has(words[to] ?? '') && !words.some((word) => musts.has(word))
}

/** Whether the words before or after a phrase deny it, or call it possible. */
function isDenied(words: readonly string[], from: number, to: number): boolean {
  const [first = '', before = '', after = ''] = [words[from], words[from - 1], words[to]]
  const isFree = nouns.has(first) && (free.has(before) || qualities.has(after))
  const isForRain = first === '中止' && rain.test(before)
  return isFree || isForRain || isNegated(words, from, to) || isPossible(words, from, to)
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
  if (unspacedEnd.test(piece)) return true
  // A tax or a fee may be what does not apply.
  if (words.includes('entfällt')) return false
  if (isCancelled(words)) return true
  return phrasesIn(words).some(({ from, to }) => to - from > 1 || !nouns.has(words[from] ?? ''))
}

/** Whether the title of an event begins or ends with a word for `cancelled`, or has it apart. */
export const isTitledCancelled = (title: string): boolean =>
  piecesOf(title).some((piece) => {
    const words = wordsOfPiece(piece)
    if (unspacedEnd.test(piece) || unspacedNoun.test(piece)) return true
    return phrasesIn(words).some(({ from, to }) => from === 0 || to === words.length)
  })
