/**
 * Who may do what, as a table of verdicts (contract 1.1, 1.5, 1.9, 17), and the cells that follow
 * from it and the rows. Written from the contract; nothing of the code is imported.
 */
import type { Right, Row } from './rows.ts'
import {
  beyond32Bit,
  type ChildState,
  childStates,
  type Principal,
  principals,
  type TripState,
  tripStates,
} from './stage.ts'

export type Verdict = 'ok' | '401' | '403' | '404'

/** What each may do where the trip is active and the child alive, in the order of `principals`. */
const rights: Record<Right, string> = {
  //              nobody stale forger operator stan pia vera sam nina ed  olga
  anybody: '      ok     ok    ok     ok       ok   ok  ok   ok  ok   ok  ok ',
  user: '         401    401   401    401      ok   ok  ok   ok  ok   ok  ok ',
  operator: '     401    401   401    ok       403  403 403  403 403  403 403',
  access: '       401    401   401    401      404  404 ok   ok  ok   ok  ok ',
  edit: '         401    401   401    401      404  404 403  403 ok   ok  ok ',
  own: '          401    401   401    401      404  404 403  403 403  403 ok ',
  seeExpenses: '  401    401   401    401      404  404 403  ok  403  ok  ok ',
  editExpenses: ' 401    401   401    401      404  404 403  403 403  ok  ok ',
}

export interface Cell {
  row: Row
  principal: Principal
  trip: TripState
  child: ChildState
  verdict: Verdict
}

/** The verdict of a row without a trip. */
export function verdictOf(right: Right, principal: Principal): Verdict {
  return rights[right].trim().split(/\s+/)[principals.indexOf(principal)] as Verdict
}

/** The order of contract 1.1: credentials, trip, object, right. */
function expected({ row, principal, trip, child }: Omit<Cell, 'verdict'>): Verdict {
  // stan owns the strange trip; nobody else is in it.
  const owns = trip === 'strange' && principal === 'stan'
  const as = owns ? 'olga' : principal
  if (verdictOf('user', as) === '401') return '401'
  if ((trip !== 'active' && !owns) || verdictOf('access', as) === '404') return '404'
  if (row.kind && child !== 'live') {
    // Whoever may not see expenses does not learn which exist.
    const blind = row.kind.one === 'expense' && verdictOf('seeExpenses', as) === '403'
    return blind ? '403' : '404'
  }
  return verdictOf(row.right, as)
}

/** The cells of a row that names a trip: its states, and in an active one those of the child. */
export function cellsOf(row: Row, principal: Principal): Cell[] {
  const children = row.kind ? childStates : (['live'] as const)
  const states = [
    ...tripStates.map((trip) => ({ trip, child: 'live' as const })),
    ...children.slice(1).map((child) => ({ trip: 'active' as const, child })),
  ]
  return states.map((state) => {
    const cell = { row, principal, ...state }
    return { ...cell, verdict: expected(cell) }
  })
}

/** Whether GraphQL can say the ids of the cell: its `Int` has 32 bits. */
export function isSayable({ trip, child }: Pick<Cell, 'trip' | 'child'>): boolean {
  return !beyond32Bit.includes(trip) && !beyond32Bit.includes(child)
}

/** The verdicts as `extensions.code`. */
export const codes: Record<Verdict, string> = {
  ok: 'OK',
  '401': 'UNAUTHENTICATED',
  '403': 'FORBIDDEN',
  '404': 'NOT_FOUND',
}
