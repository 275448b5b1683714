/** Names of passengers and guests, as airlines, hotels and people write them (test/mail/names). */
import { folded, wordsIn } from '../compared-words.ts'

const titles = new Set('mr mrs ms miss mstr mme dr herr frau sr sra srta sig chd inf'.split(' '))

/** Maximum names whose words are cached, as the names of one message are compared many times. */
const maxKept = 1_000
const kept = new Map<string, readonly string[]>()

function wordsOfName(name: string): readonly string[] {
  const known = kept.get(name)
  if (known) return known
  if (kept.size >= maxKept) kept.clear()
  const words = tellingWords(name)
  kept.set(name, words)
  return words
}

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
  if (isLatin(one) !== isLatin(other)) return undefined
  const [few = [], many = []] = [wordsOfName(one), wordsOfName(other)].sort(
    (a, b) => a.length - b.length,
  )
  const equal = few.filter((word) => many.includes(word))
  const own = few.filter((word) => !equal.includes(word))
  const others = many.filter((word) => !equal.includes(word))
  if (own.join('') === others.join('')) return few.length > 0
  const isWithin = own.every((word) => others.some((open) => isShortOf(word, open)))
  if (isWithin) return few.length > 1 && equal.length > 0 ? true : undefined
  const [a, b] = [own.join(''), others.join('')]
  return equal.length > 0 && (a.startsWith(b) || b.startsWith(a)) ? undefined : false
}
