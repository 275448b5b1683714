/** What the words of an admin command must be. What only the server can know it says itself. */
import { parseDateTime } from '../../core/input/scalars.ts'

/** The words do not fit the usage; the message says which, and never repeats one. */
export class Misuse extends Error {}

/** A word of the command line, by its position or its option; undefined where it is missing. */
type Word = string | boolean | undefined

const must = (what: string, be: string): never => {
  throw new Misuse(`${what} must be ${be}`)
}

const missing = (what: string): never => {
  throw new Misuse(`${what} is missing`)
}

export function textIn(word: Word, what: string): string {
  return typeof word === 'string' && word !== '' ? word : missing(what)
}

export function addressIn(word: Word, what: string): string {
  const isAddress = typeof word === 'string' && /^[^\s@]+@[^\s@]+$/.test(word.trim())
  return isAddress ? word.trim() : must(what, 'an email address')
}

export function choiceIn<Choice extends string>(
  word: Word,
  what: string,
  choices: readonly Choice[],
): Choice {
  return (
    choices.find((one) => one === word) ??
    must(what, `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`)
  )
}

export function idIn(word: Word, what: string): number {
  const id = typeof word === 'string' && /^\d{1,10}$/.test(word) ? Number(word) : 0
  return id >= 1 && id <= 2_147_483_647 ? id : must(what, 'a positive integer')
}

export function dateTimeIn(word: Word, what: string): string {
  const isDateTime = typeof word === 'string' && parseDateTime(word) !== undefined
  return isDateTime ? word : must(what, 'a date and time such as 2031-01-02T09:00:00Z')
}

/** The value of an option as `read` takes it; nothing where the option is left out. */
export function optional<Name extends string, T>(
  name: Name,
  word: Word,
  read: (word: Word) => T,
): { [Key in Name]?: T } {
  return word === undefined ? {} : ({ [name]: read(word) } as { [Key in Name]?: T })
}

export function nothingMore(words: readonly string[]): void {
  if (words.length > 0) throw new Misuse('too many arguments')
}
