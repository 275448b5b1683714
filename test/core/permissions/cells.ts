/**
 * The cells of the matrix: rows x principals x states of what they name, each with the verdict
 * that follows from decisions.ts, in the order of test/spec/01.1: credentials, trip, object, right.
 * Written from the specification; nothing of the code is imported.
 */
import {
  type Expected,
  isCategoryRight,
  isFavoriteRight,
  isTripRight,
  ofCaller,
  onAlone,
  onCategory,
  onFavorite,
  onTrip,
  type TripRight,
} from './decisions.ts'
import { emailRights, isSilent, onEmail } from './decisions-of-mail.ts'
import { isRefusedToKey } from './narrowings.ts'
import type { Principal, TripPlace } from './principals.ts'
import { isRead, type MatrixRow } from './rows.ts'
import {
  beyond32Bit,
  childStates,
  favoriteIn,
  isNowhere,
  nowhere,
  objectStates,
  ownerIn,
  placeOf,
  type TripState,
  tripStates,
} from './states.ts'

export interface Cell {
  row: MatrixRow
  principal: Principal
  trip: TripState
  /** The state of what the row names, and of its parent. */
  object: string
  parent: string
  verdict: Expected
  /** A success that changes nothing. */
  silent?: true
}

/** Those who try every unknown id; for all others the first id is enough. */
const thorough: readonly Principal[] = ['anonymous', 'stan', 'nina', 'olga']
/** Those who are refused by their credentials, whatever they ask. */
const barred: readonly Principal[] = ['stale', 'forger', 'operator']

function skips(principal: Principal, state: string): boolean {
  if (barred.includes(principal)) return !['active', 'live', 'unknown'].includes(state)
  return nowhere.slice(1).some((odd) => odd === state) && !thorough.includes(principal)
}

/** Whether the row names its trip. */
export const namesTrip = ({ field, selection }: MatrixRow) => /\$t\b/.test(field + selection)

type Asked = Omit<Cell, 'verdict'> & { right: TripRight }

/** The trip does not exist: the answer is that to a caller without access. */
function absent({ right, principal }: Asked): Expected {
  return onTrip(right, withAccountOnly(principal), 'strange')
}

/** A caller with the same credentials who is on no trip at all. */
const withAccountOnly = (principal: Principal): Principal =>
  ofCaller('user', principal) === 'ok' ? 'rhea' : principal

/** The verdict where the row names a trip. */
function inTrip(asked: Asked): Expected {
  const { row, principal, trip, object, parent, right } = asked
  if (isNowhere(trip) || (trip === 'deleted' && !row.revives)) return absent(asked)
  const place = trip as TripPlace
  const verdict = onTrip(right, principal, place)
  if (onTrip('access', principal, place) !== 'ok') return verdict
  const stranger = absent(asked)
  if (parent !== 'live') return stranger
  if (!row.names || object === 'live') return verdict
  if (row.deep && object === 'of a child') return verdict
  // Without the right to see expenses, documents or emails, none of them is found.
  if (row.names === 'expense' && onTrip('seeExpenses', principal, place) !== 'ok') return '403'
  if (stranger === '403' && verdict !== 'ok') return verdict
  return row.missing ?? '404'
}

/** The verdict where only the id of a child is known: one that the caller cannot see is missing. */
function ofChild(asked: Asked): Expected {
  const { row, principal, object, right } = asked
  const place = placeOf[object]
  if (object.startsWith('alone')) return onAlone(principal, ownerIn(object) as 'olga')
  if (!place || (object === 'gone' && !row.revives)) return absent(asked)
  const seen = { expense: 'seeExpenses', document: 'seeDocuments' } as const
  const see = seen[row.names as keyof typeof seen] ?? 'access'
  const isHidden = onTrip(see, principal, place) !== 'ok'
  return isHidden ? absent(asked) : onTrip(right, principal, place)
}

function ofObject(asked: Omit<Cell, 'verdict'>): Expected {
  const { row, principal, object } = asked
  const { right } = row
  const caller = ofCaller('user', principal)
  if (isTripRight(right)) return ofChild({ ...asked, right })
  // The removal of an address does not reveal whose it was, or whether it existed
  // (test/spec/07).
  if (right === 'removeAddress') return caller
  const ofEmail = emailRights.find((known) => known === right)
  if (isNowhere(object)) return caller === 'ok' && right !== 'deleteEmail' ? '404' : caller
  if (ofEmail) return onEmail(ofEmail, principal, object)
  if (isCategoryRight(right)) {
    return onCategory(right, principal, ownerIn(object), object.startsWith('gone'))
  }
  const state = favoriteIn(object)
  if (!isFavoriteRight(right) || !state) throw new Error(`${row.field}: what is ${object}?`)
  return onFavorite(right, principal, state)
}

/** The verdict on a key comes before all others. */
export function throughKey(cell: Cell): Cell {
  const { row, principal } = cell
  const [field = ''] = row.field.match(/^\w+/) ?? []
  const isRefused = row.right !== 'anybody' && isRefusedToKey(principal, field, !isRead(row))
  return isRefused ? { ...cell, verdict: '403' } : cell
}

/** The cells of a row: the states of its trip, and in an active one those of its object. */
export function cellsOf(row: MatrixRow, principal: Principal): Cell[] {
  return accountCells(row, principal).map(throughKey)
}

function accountCells(row: MatrixRow, principal: Principal): Cell[] {
  const { right } = row
  const common = { row, principal, trip: 'active' as const, object: 'live', parent: 'live' }
  const allows = (state: string) => !skips(principal, state)
  const objects = objectStates(row)
    .filter(allows)
    .map((object) => ({ ...common, object }))
  if (!namesTrip(row) || !isTripRight(right)) {
    return objects.map((cell) => {
      const quiet = isNowhere(cell.object) || isSilent(right, cell.object)
      const silent = ['removeAddress', 'deleteEmail'].includes(right) && quiet
      return { ...cell, verdict: ofObject(cell), ...(silent && { silent }) }
    })
  }
  const named = row.positive ? tripStates.filter((state) => state !== 'zero') : tripStates
  const trips = named.filter(allows).map((trip) => ({ ...common, trip }))
  const parents = row.under
    ? childStates.filter(allows).map((parent) => ({ ...common, parent }))
    : []
  const cells = [...trips, ...objects.slice(1), ...parents.slice(1)]
  return cells.map((cell) => ({ ...cell, verdict: inTrip({ ...cell, right }) }))
}

/** Whether GraphQL can express the ids of the cell: its `Int` has 32 bits. */
export function isSayable({ trip, object, parent }: Cell): boolean {
  return ![trip, object, parent].some((state) => beyond32Bit.includes(state))
}

/** The name of a cell in a failure. */
export const labelOf = ({ principal, trip, object, parent }: Cell) =>
  `${principal}: trip ${trip}, ${parent === 'live' ? '' : `parent ${parent}, `}object ${object}`

/** The verdicts as `extensions.code`. */
export const codes = {
  ok: 'OK',
  '401': 'UNAUTHENTICATED',
  '403': 'FORBIDDEN',
  '404': 'NOT_FOUND',
} as const

/** The codes that a cell may have. */
export function codesFor({ row, principal, verdict }: Cell): string[] {
  if (verdict === 'idle') return [codes.ok, codes['404']]
  if (verdict === 'ok') return [row.code ?? codes.ok]
  return [(principal === 'operator' && row.operator) || codes[verdict]]
}
