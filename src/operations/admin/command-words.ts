/** Readers for the arguments of admin commands. The server checks everything else. */
import {
  matching,
  maxInt,
  parsing,
  readAs,
  type ValueReader,
  whole,
  wrong,
} from '../../base/values.ts'

export const someWord = matching('is missing', /./s)
export const addressWord = parsing(
  'must be an email address',
  (word) => /^[^\s@]+@[^\s@]+$/.exec(word.trim())?.[0],
)
export const idWord = whole(1, maxInt)

/** A list in one argument, separated by commas. */
export const listInWord =
  <T>(read: ValueReader<T>): ValueReader<T[]> =>
  (word) =>
    String(word)
      .split(',')
      .map((one) => read(one.trim()))

/** The value of an option, by its name in the operation; empty if the option is omitted. */
export const optional = <T>(name: string, what: string, word: unknown, read: ValueReader<T>) =>
  word === undefined ? {} : { [name]: readAs(what, word, read) }

export function nothingMore(words: readonly string[]): void {
  if (words.length > 0) wrong('too many arguments')
}
