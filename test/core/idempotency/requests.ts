/**
 * Every mutation that a key counts for, over REST and GraphQL, as requests that succeed: generated
 * from the rows of the permission matrix, which are complete (test/core/permissions/complete).
 */
import { takesKey } from '../../../src/core/idempotency/exactly-once.ts'
import type { Person } from '../../world.ts'
import { type Cell, cellsOf } from '../permissions/cells.ts'
import { isCallerRight, ofCaller } from '../permissions/decisions.ts'
import { everyId, idsOf, operationOf, routeOf } from '../permissions/matrix-requests.ts'
import type { Principal, PrincipalName } from '../permissions/principals.ts'
import { filled, isRead, type MatrixRow } from '../permissions/rows.ts'
import { ownRows } from '../permissions/rows-of-accounts.ts'
import { idRows } from '../permissions/rows-with-ids.ts'
import type { MatrixStage } from '../permissions/stage.ts'
import { otherMutations } from './other-requests.ts'

export interface SentRequest {
  person: Person
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  body: unknown
}

/** A mutation on one surface; each request that it makes is on objects of its own. */
export interface KeyedMutation {
  name: string
  /** The field of Mutation. */
  field: string
  make(stage: MatrixStage): Promise<SentRequest>
}

export const fieldOf = ({ field }: Pick<MatrixRow, 'field'>) => field.match(/^\w+/)?.[0] ?? ''

/** Those who may do most come first. */
const callers: readonly PrincipalName[] = ['olga', 'ed', 'pia', 'stan']

/** A cell of the row that succeeds, and whose objects nothing else names. */
function cellOf(row: MatrixRow): Cell | undefined {
  const { right } = row
  const alone = { ...row, consumes: true } as const
  if (row.code !== undefined) return undefined
  if (isCallerRight(right)) {
    const common = { principal: 'olga', trip: 'active', object: 'live', parent: 'live' } as const
    const verdict = ofCaller(right, 'olga')
    return verdict === 'ok' ? { row: alone, verdict, ...common } : undefined
  }
  const cells = callers.flatMap((principal) => cellsOf(alone, principal))
  return cells.find(({ verdict, silent }) => verdict === 'ok' && !silent)
}

const personOf = (stage: MatrixStage, principal: Principal) =>
  stage.person(principal as PrincipalName)

const idsFor = (stage: MatrixStage, cell: Cell) =>
  isCallerRight(cell.row.right) ? everyId('') : idsOf(stage, cell)

/** A row on each of its surfaces. */
function mutationsOf(row: MatrixRow): KeyedMutation[] {
  const cell = cellOf(row)
  if (!cell) return []
  const field = fieldOf(row)
  const person = (stage: MatrixStage) => personOf(stage, cell.principal)
  // Public routes read no credentials.
  const rest = row.right === 'anybody' ? undefined : row.rest
  const overRest: KeyedMutation = {
    name: `REST ${rest}`,
    field,
    async make(stage) {
      const ids = await idsFor(stage, cell)
      const [method, path] = routeOf(row, ids)
      const sent = { person: person(stage), method: method as 'POST', path }
      return { ...sent, body: row.body?.(ids) }
    },
  }
  const overGraphQL: KeyedMutation = {
    name: `GraphQL ${row.field}`,
    field,
    async make(stage) {
      const [query, variables] = operationOf(row, await idsFor(stage, cell))
      const body = { query: filled(query), variables }
      return { person: person(stage), method: 'POST', path: '/graphql', body }
    },
  }
  return [...(rest ? [overRest] : []), overGraphQL]
}

const rows = [...idRows, ...ownRows].filter((row) => !isRead(row))

/** It ends the credentials of its caller, who is another one each time (other-requests.ts). */
const isLogout = (row: MatrixRow) => fieldOf(row) === 'logOut'

/** The fields of Mutation that a key counts for, and that users call. */
export const keyedFields: ReadonlySet<string> = new Set(
  rows
    .filter(({ right }) => right !== 'operator')
    .map(fieldOf)
    .filter((field) => takesKey(`Mutation.${field}`)),
)

/** All of them, by name. */
export const keyedMutations: readonly [string, KeyedMutation][] = [
  ...new Map(
    [...rows.filter((row) => !isLogout(row)).flatMap(mutationsOf), ...otherMutations]
      .filter(({ field }) => keyedFields.has(field))
      .map((one) => [one.name, one]),
  ),
]
