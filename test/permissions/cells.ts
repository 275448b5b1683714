/**
 * The cells of the matrix: rows x principals x states of what they name, each with the verdict
 * that follows from decisions.ts, in the order of contract 1.1: credentials, trip, object, right.
 * Written from the contract; nothing of the code is imported.
 */
import {
  favoriteStates,
  isCategoryRight,
  isFavoriteRight,
  isTripRight,
  ofCaller,
  onCategory,
  onFavorite,
  onTrip,
  type TripRight,
  type Verdict,
} from './decisions.ts'
import type { Acquaintance, Place, Principal } from './principals.ts'
import type { Row } from './rows.ts'

/** Ids that nothing has; the last two do not fit into 32 bits. */
export const impossible = {
  unknown: '2147483647',
  zero: '0',
  beyond: '2147483648',
  far: '99999999999999999999',
}
const nowhere = Object.keys(impossible) as (keyof typeof impossible)[]
export const beyond32Bit: readonly string[] = ['beyond', 'far']

/** Which trip is named. */
export const tripStates = [...(['active', 'unpaid', 'deleted', 'strange'] as const), ...nowhere]
export type TripState = (typeof tripStates)[number]

/** Which child of a trip: one of the trip, or any of those that must not be found there. */
export const childStates = [
  ...(['live', 'gone', 'of another trip', 'of a strange trip', 'of a deleted trip'] as const),
  ...(['of another kind', ...nowhere] as const),
]
/** Which document or email: the same, and one of another parent in the trip. */
const attachedStates = childStates.map((state) =>
  state === 'of another kind' ? 'of another parent' : state,
)
/** Where the children of those states are, for rows that name no trip. */
const placeOf: Partial<Record<string, Place>> = {
  live: 'active',
  gone: 'active',
  'of another trip': 'another',
  'of a strange trip': 'strange',
}

/** Whose category, and whether it is deleted. */
const categoryOwners: readonly Acquaintance[] = [
  ...(['olga', 'ed', 'vera', 'olaf', 'stan', 'pia', 'rhea', 'dora'] as const),
]
export const categoryStates = [
  ...categoryOwners.map((owner) => `of ${owner}`),
  ...['gone, of olga', 'gone, of ed', 'gone, of stan'],
  ...nowhere,
]
/** The owner in the name of such a state. */
export const ownerIn = (state: string) => state.slice(state.lastIndexOf(' ') + 1) as Acquaintance

export interface Cell {
  row: Row
  principal: Principal
  trip: TripState
  /** The state of what the row names, and of what that hangs on. */
  object: string
  parent: string
  verdict: Verdict
}

/** Those who try every id that nothing has; for all others the first of them will do. */
const thorough: readonly Principal[] = ['nobody', 'stan', 'nina', 'olga']
/** Those who come no further than their credentials, whatever they ask about. */
const barred: readonly Principal[] = ['stale', 'forger', 'operator']

function skips(principal: Principal, state: string): boolean {
  if (barred.includes(principal)) return !['active', 'live', 'unknown'].includes(state)
  return nowhere.slice(1).some((odd) => odd === state) && !thorough.includes(principal)
}

const isNowhere = (state: string) => state in impossible
/** Whether the row says which trip it means. */
export const namesTrip = ({ field, selection }: Row) => /\$t\b/.test(field + selection)

type Asked = Omit<Cell, 'verdict'> & { right: TripRight }

/** Nothing is there: the answer is that of somebody who has no access. */
function absent({ right, principal }: Asked): Verdict {
  return onTrip(right, withAccountOnly(principal), 'strange')
}

/** Somebody with the same credentials who is on no trip at all. */
const withAccountOnly = (principal: Principal): Principal =>
  ofCaller('user', principal) === 'ok' ? 'rhea' : principal

/** The verdict where the row names a trip. */
function inTrip(asked: Asked): Verdict {
  const { row, principal, trip, object, parent, right } = asked
  if (isNowhere(trip) || (trip === 'deleted' && !row.revives)) return absent(asked)
  const place = trip as Place
  const verdict = onTrip(right, principal, place)
  if (onTrip('access', principal, place) !== 'ok') return verdict
  const stranger = absent(asked)
  if (parent !== 'live') return stranger
  if (!row.names || object === 'live') return verdict
  // Whoever may not see expenses does not learn which exist; nor of documents and emails.
  if (row.names === 'expense' && onTrip('seeExpenses', principal, place) !== 'ok') return '403'
  if (stranger === '403' && verdict !== 'ok') return verdict
  return row.missing ?? '404'
}

/** The verdict where the id of a child is all that is known: what one cannot see is not there. */
function ofChild(asked: Asked): Verdict {
  const { row, principal, object, right } = asked
  const place = placeOf[object]
  if (!place || (object === 'gone' && !row.revives)) return absent(asked)
  const isHidden = row.names === 'expense' && onTrip('seeExpenses', principal, place) !== 'ok'
  return isHidden ? absent(asked) : onTrip(right, principal, place)
}

function ofObject(asked: Omit<Cell, 'verdict'>): Verdict {
  const { row, principal, object } = asked
  const { right } = row
  const caller = ofCaller('user', principal)
  if (isTripRight(right)) return ofChild({ ...asked, right })
  if (isNowhere(object)) return caller === 'ok' ? '404' : caller
  if (isCategoryRight(right)) {
    return onCategory(right, principal, ownerIn(object), object.startsWith('gone'))
  }
  const state = favoriteStates.find((known) => known === object)
  if (!isFavoriteRight(right) || !state) throw new Error(`${row.field}: what is ${object}?`)
  return onFavorite(right, principal, state)
}

/** What `{id}` of a row may be. */
function objectStates({ names, under }: Row): readonly string[] {
  if (!names) return ['live']
  if (names === 'category') return categoryStates
  if (names === 'favorite') return [...favoriteStates, ...nowhere]
  if (names !== 'document' && names !== 'email') return childStates
  return under ? attachedStates : attachedStates.filter((state) => state !== 'of another parent')
}

/** The cells of a row: the states of its trip, and in an active one those of its object. */
export function cellsOf(row: Row, principal: Principal): Cell[] {
  const { right } = row
  const common = { row, principal, trip: 'active' as const, object: 'live', parent: 'live' }
  const allows = (state: string) => !skips(principal, state)
  const objects = objectStates(row)
    .filter(allows)
    .map((object) => ({ ...common, object }))
  if (!namesTrip(row) || !isTripRight(right)) {
    return objects.map((cell) => ({ ...cell, verdict: ofObject(cell) }))
  }
  const trips = tripStates.filter(allows).map((trip) => ({ ...common, trip }))
  const parents = row.under
    ? childStates.filter(allows).map((parent) => ({ ...common, parent }))
    : []
  const cells = [...trips, ...objects.slice(1), ...parents.slice(1)]
  return cells.map((cell) => ({ ...cell, verdict: inTrip({ ...cell, right }) }))
}

/** Whether GraphQL can say the ids of the cell: its `Int` has 32 bits. */
export function isSayable({ trip, object, parent }: Cell): boolean {
  return ![trip, object, parent].some((state) => beyond32Bit.includes(state))
}

/** How a cell is called in a complaint. */
export const labelOf = ({ principal, trip, object, parent }: Cell) =>
  `${principal}: trip ${trip}, ${parent === 'live' ? '' : `parent ${parent}, `}object ${object}`

/** The verdicts as `extensions.code`. */
export const codes = {
  ok: 'OK',
  '401': 'UNAUTHENTICATED',
  '403': 'FORBIDDEN',
  '404': 'NOT_FOUND',
} as const

/** The codes that do for a cell. */
export function codesFor({ row, principal, verdict }: Cell): string[] {
  if (verdict === 'idle') return [codes.ok, codes['404']]
  if (verdict === 'ok') return [row.code ?? codes.ok]
  return [(principal === 'operator' && row.operator) || codes[verdict]]
}
