/** The people, trips and words that both versions of a reader's world are made of (target Z6). */
import { createHash } from 'node:crypto'
import type { TripRight } from './decisions.ts'
import { keyOf as personOf } from './narrowings.ts'
import { everything, type Principal, rightsOf, type TripPlace } from './principals.ts'

export type Twin = 'a' | 'b'
export type TwinValues = Record<string, unknown>
export interface Fact {
  table: string
  row: TwinValues
}

export const moment = '2021-01-02T09:00:00Z'
export const later = '2031-03-03T03:03:03Z'

/** The trips by their ids; `another` is not in this world. */
export const trips: Partial<Record<TripPlace, number>> = {
  active: 1,
  unpaid: 2,
  deleted: 3,
  strange: 4,
}
export const tripOwners: Partial<Record<TripPlace, string>> = {
  ...{ active: 'olga', unpaid: 'olaf', deleted: 'olga', strange: 'stan' },
}
const readers = ['olga', 'olaf', 'vera', 'sam', 'nina', 'may eg', 'ed', 'pia', 'rhea', 'stan']
/** All people by their ids; the last three occur in favorites, or not at all. */
export const people = [...readers, 'nora', 'otto', 'zoe']
export const idOf = (name: string) => people.indexOf(personOf(name).base) + 1
export const members = ['vera', 'sam', 'nina', 'may eg', 'ed'] as const

/** The API key of a person. */
export const keyOf = (name: string) => createHash('sha1').update(personOf(name).base).digest('hex')
export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Words and figures that are the same in both versions if they are seen. */
export function wordsFor(twin: Twin, isSeen: boolean) {
  const same = isSeen || twin === 'a'
  return {
    text: (word: string) => (same ? word : `other ${word}`),
    plain: (word: string) => (same ? word : `other.${word}`),
    number: (figure: number) => (same ? figure : figure + 1_000),
    flag: (is: boolean) => (same ? is : !is),
    time: () => (same ? moment : later),
    /** What only one version has, where it is not seen. */
    onlyIn: (version: Twin, facts: Fact[]) => (isSeen || twin !== version ? [] : facts),
  }
}

export const fact = (table: string, row: TwinValues): Fact => ({ table, row })

/** Who reads which version, and what of it. */
export interface TwinScene {
  reader: Principal
  twin: Twin
  may: (right: TripRight, place: TripPlace) => boolean
  known: (name: string) => boolean
}

export const rights = (of: string = everything): TwinValues => rightsOf(of)
