/**
 * Names of passengers and guests, as airlines, hotels and people write them
 * (test/mail/reading/bookings/person-names).
 */
import { LRUCache } from 'lru-cache'
import { folded, plainText, wordsIn } from '../compared-words.ts'

/** Who may have a title; `dr` is that of anyone. */
const titles: Readonly<Record<string, readonly Holder[]>> = {
  ...{ mr: ['man'], herr: ['man'], sr: ['man'], sig: ['man'] },
  ...{ mrs: ['woman'], ms: ['woman'], mme: ['woman'], frau: ['woman'], sra: ['woman'] },
  ...{ miss: ['woman', 'child'], srta: ['woman', 'child'] },
  ...{ mstr: ['child'], chd: ['child'], inf: ['child'] },
  dr: [],
}
type Holder = 'man' | 'woman' | 'child'

/** A name as it is compared. */
interface ComparedName {
  words: readonly string[]
  /** With the letters `MS` at its end, which may be a title or not: `REIS/WILLIAMS`. */
  longWords: readonly string[] | undefined
  isLatin: boolean
  /** Without punctuation and case, but with its title. */
  plain: string
  /** Who it may be, by its titles; empty without any. */
  holders: readonly Holder[]
}

/** Names that are kept as they are compared: those of one message are compared many times. */
const names = new LRUCache<string, ComparedName>({
  max: 5_000,
  memoMethod: (name) => ({
    words: tellingWords(name.replace(gluedTitle, '$1').replace(gluedMs, '$1')),
    longWords: gluedMs.test(name) ? tellingWords(name) : undefined,
    isLatin: isLatin(name),
    plain: plainText(name),
    holders: wordsIn(name.replace(gluedTitle, '$1 $2')).flatMap((word) => titleOf(word) ?? []),
  }),
})

/** The title at the end of an airline's name: `REIS/ANNMRS`. */
const gluedTitle = /^([^/]+\/[^/]*?)(mr|mrs|miss|mstr|chd|inf)$/i
/** The same, or the end of the name itself: `REIS/ANNMS`, `SMITH/JOHN ADAMS`. */
const gluedMs = /^([^/]+\/[^/]*[^/\s])ms$/i

const titleOf = (word: string) => (Object.hasOwn(titles, word) ? titles[word] : undefined)

/** The words of a name: `reis` and `tomas` of `REIS/TOMAS MR`; `muller` of `Müller`. */
function tellingWords(name: string): string[] {
  const letters: Readonly<Record<string, string>> = { ø: 'o', æ: 'a', ł: 'l', ß: 'ss' }
  const latin = folded(name).replace(/[øæłß]/g, (letter) => letters[letter] ?? '')
  const words = wordsIn(latin.replace(/([aou])e/g, '$1'))
  const telling = words.filter((word) => titleOf(word) === undefined)
  return [...new Set(telling.length > 0 ? telling : words)]
}

const isLatin = (name: string) => /\p{Script=Latin}/u.test(name)

/** Whether a word equals the other one, or is its initial. */
const isShortOf = (one: string, other: string) =>
  (one.length === 1 || other.length === 1) && one[0] === other[0]

/** Whether the titles are those of two people: of a couple, or of a parent and a child. */
const areTitlesOther = (one: ComparedName, other: ComparedName) =>
  one.holders.length > 0 &&
  other.holders.length > 0 &&
  !one.holders.some((holder) => other.holders.includes(holder))

/** Whether two names have titles of two people. */
export const isTitledOtherwise = (one: string, other: string): boolean =>
  areTitlesOther(names.memo(one), names.memo(other))

const isChild = ({ holders }: ComparedName) => holders.includes('child')

type Words = readonly string[]

/** The verdicts about all readings of two names. */
const readings = <Verdict>(
  one: ComparedName,
  other: ComparedName,
  compare: (one: Words, other: Words) => Verdict,
): Verdict[] =>
  [one.words, ...(one.longWords ? [one.longWords] : [])].flatMap((words) =>
    [other.words, ...(other.longWords ? [other.longWords] : [])].map((more) =>
      compare(words, more),
    ),
  )

/** Whether two names are written alike, titles included. */
export const isSameName = (one: string, other: string): boolean =>
  names.memo(one).plain === names.memo(other).plain

/**
 * Whether two names have the same words in any order, so that they mean one person even in a
 * booking of several relatives: `Ann Reis`, `REIS/ANN MRS`, but not `A. Reis`.
 */
export function hasSameWords(one: string, other: string): boolean {
  const [first, second] = [names.memo(one), names.memo(other)]
  if (areTitlesOther(first, second) || isChild(first) !== isChild(second)) return false
  return readings(first, second, areSameWords).includes(true)
}

function areSameWords(one: Words, other: Words): boolean {
  const own = one.filter((word) => !other.includes(word))
  const others = other.filter((word) => !one.includes(word))
  return own.join('') === others.join('')
}

/**
 * Whether two names mean one person: `Ann Maria Reis`, `REIS/ANNMARIA`, `A. Reis`. Undefined if
 * only a part matches, their scripts differ, or one may be the other's parent: the title of a child
 * changes with the years, and some senders have none.
 */
export function isSamePerson(one: string, other: string): boolean | undefined {
  const [first, second] = [names.memo(one), names.memo(other)]
  const isOther = areTitlesOther(first, second)
  if (isOther && !isChild(first) && !isChild(second)) return false
  if (first.isLatin !== second.isLatin) return undefined
  const verdicts = readings(first, second, arePersonsWords)
  if (verdicts.includes(true)) return isOther ? undefined : true
  return verdicts.includes(undefined) ? undefined : false
}

/** The same for the words of both names. */
function arePersonsWords(one: Words, other: Words): boolean | undefined {
  const [few, many] = one.length > other.length ? [other, one] : [one, other]
  // Most names have nothing in common.
  const isLike = few.some((word) => many.some((open) => open[0] === word[0]))
  if (few.length > 0 && !isLike) return false
  const equal = few.filter((word) => many.includes(word))
  const own = few.filter((word) => !equal.includes(word))
  const others = many.filter((word) => !equal.includes(word))
  if (own.join('') === others.join('')) return few.length > 0
  const isWithin = own.every((word) => others.some((open) => isShortOf(word, open)))
  if (isWithin) return few.length > 1 && equal.length > 0 ? true : undefined
  const [a, b] = [own.join(''), others.join('')]
  return equal.length > 0 && (a.startsWith(b) || b.startsWith(a)) ? undefined : false
}
