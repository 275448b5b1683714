/** Names of passengers and guests, as airlines, hotels and people write them (test/mail/names). */
import { LRUCache } from 'lru-cache'
import { folded, wordsIn } from '../compared-words.ts'

const titles = new Set('mr mrs ms miss mstr mme dr herr frau sr sra srta sig chd inf'.split(' '))

/** A name as it is compared. */
interface ComparedName {
  words: readonly string[]
  isLatin: boolean
}

/** Names that are kept as they are compared: those of one message are compared many times. */
const names = new LRUCache<string, ComparedName>({
  max: 5_000,
  memoMethod: (name) => ({ words: tellingWords(name), isLatin: isLatin(name) }),
})

/** The words of a name: `reis` and `tomas` of `REIS/TOMAS MR`; `muller` of `Müller`. */
function tellingWords(name: string): string[] {
  const parted = name.replace(/^([^/]+\/[^/]*?)(?:mr|mrs|ms|miss|mstr|chd|inf)$/i, '$1')
  const letters: Readonly<Record<string, string>> = { ø: 'o', æ: 'a', ł: 'l', ß: 'ss' }
  const latin = folded(parted).replace(/[øæłß]/g, (letter) => letters[letter] ?? '')
  const words = wordsIn(latin.replace(/([aou])e/g, '$1'))
  const telling = words.filter((word) => !titles.has(word))
  return [...new Set(telling.length > 0 ? telling : words)]
}

const isLatin = (name: string) => /\p{Script=Latin}/u.test(name)

/** Whether a word equals the other one, or is its initial. */
const isShortOf = (one: string, other: string) =>
  (one.length === 1 || other.length === 1) && one[0] === other[0]

/**
 * Whether two names mean one person: `Ann Maria Reis`, `REIS/ANNMARIA`, `A. Reis`. Undefined if
 * only a part matches, or their scripts differ.
 */
export function isSamePerson(one: string, other: string): boolean | undefined {
  const [first, second] = [names.memo(one), names.memo(other)]
  if (first.isLatin !== second.isLatin) return undefined
  const isLonger = first.words.length > second.words.length
  const [few, many] = isLonger ? [second.words, first.words] : [first.words, second.words]
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
