/** The states of each thing that a row may name, by words; objects.ts makes them. */
import { type FavoriteState, favoriteStates } from './decisions.ts'
import { addressStates, emailStates } from './decisions-of-mail.ts'
import type { Acquaintance, TripPlace } from './principals.ts'
import type { MatrixRow } from './rows.ts'

/** Unknown ids; the last two do not fit into 32 bits. */
export const impossible = {
  unknown: '2147483647',
  zero: '0',
  beyond: '2147483648',
  far: '99999999999999999999',
}
export const nowhere = Object.keys(impossible) as (keyof typeof impossible)[]
export const beyond32Bit: readonly string[] = ['beyond', 'far']
export const isNowhere = (state: string) => state in impossible

/** States of the named trip. */
export const tripStates = [...(['active', 'unpaid', 'deleted', 'strange'] as const), ...nowhere]
export type TripState = (typeof tripStates)[number]

const elsewhere = ['of another trip', 'of a strange trip', 'of a deleted trip'] as const

/** States of a child: one of the trip, or any of those that must not be found there. */
export const childStates = [
  ...(['live', 'gone', ...elsewhere, 'of another kind', ...nowhere] as const),
]
/** States of a document or email, where the path names the trip alone, and where a child. */
const onTripStates = ['live', 'gone', 'of a child', 'of a deleted child', ...elsewhere, ...nowhere]
const onChildStates = ['live', 'gone', 'of the trip', 'of another child', ...elsewhere, ...nowhere]
/** States of a document, where only its id is named. */
const aloneStates = [
  ...['live', 'gone', 'of a child', 'of a deleted child', 'of an unpaid trip', ...elsewhere],
  ...['alone, of olga', 'alone, of olaf', 'gone, alone, of olga', ...nowhere],
]
/** The trips of those states, for rows that name no trip. */
export const placeOf: Partial<Record<string, TripPlace>> = {
  live: 'active',
  gone: 'active',
  'of a child': 'active',
  'of another trip': 'another',
  'of an unpaid trip': 'unpaid',
  'of a strange trip': 'strange',
}

/** States of a category: its owner, and whether it is deleted. */
const categoryOwners: readonly Acquaintance[] = [
  ...(['olga', 'ed', 'vera', 'olaf', 'stan', 'pia', 'rhea', 'dora'] as const),
]
const categoryStates = [
  ...categoryOwners.map((owner) => `of ${owner}`),
  ...['gone, of olga', 'gone, of ed', 'gone, of stan'],
  ...nowhere,
]
/** The owner in the name of such a state. */
export const ownerIn = (state: string) => state.slice(state.lastIndexOf(' ') + 1) as Acquaintance
export const favoriteIn = (state: string): FavoriteState | undefined =>
  favoriteStates.find((known) => known === state)

function statesOfDocuments({ under, field, revives }: MatrixRow): readonly string[] {
  if (under) return onChildStates
  if (/\$t\b/.test(field)) return onTripStates
  // Nothing makes documents that stand alone, and restoring one is not specified.
  return revives ? aloneStates.filter((state) => !state.includes('alone')) : aloneStates
}

/** The kinds of `{id}` of a row. */
export function objectStates(row: MatrixRow): readonly string[] {
  const { names, positive } = row
  if (!names) return ['live']
  if (names === 'category') return categoryStates
  if (names === 'favorite') return [...favoriteStates, ...nowhere]
  if (names === 'address') return [...addressStates, ...nowhere]
  if (names === 'message') return [...emailStates, ...nowhere]
  if (names === 'document' || names === 'email') return statesOfDocuments(row)
  return positive ? childStates.filter((state) => state !== 'zero') : childStates
}
