/** How a row is asked on both surfaces, and what is checked of its answer. */
import type { ClientAnswer, GraphQLAnswer } from '../../client.ts'
import { forbidden, notFound } from '../../spec/answers.ts'
import { type Cell, codesFor, labelOf } from './cells.ts'
import { inGroups } from './groups.ts'
import { owners, type TripPlace } from './principals.ts'
import { isRead, type MatrixRow, type PathIds } from './rows.ts'
import type { MatrixStage } from './stage.ts'
import { isNowhere } from './states.ts'

/** A cell with another answer than decided: `olga: trip active, object live: 200, not 404`. */
export type Mismatch = string

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A text with its ids filled in, as `{t}` or as `$t`. */
function put(text: string, ids: PathIds, mark: (name: string) => string): string {
  return Object.entries(ids).reduce((put, [name, id]) => put.replaceAll(mark(name), id), text)
}

export function routeOf({ rest = '' }: MatrixRow, ids: PathIds): [Method, string] {
  const [method, path = ''] = rest.split(' ')
  return [method as Method, put(path, ids, (name) => `{${name}}`)]
}

/** The field and its selection, with the ids as literals. */
export function spelled(
  { field, selection }: MatrixRow,
  ids: PathIds,
): { field: string; selection: string } {
  const spell = (text: string) => put(text, ids, (name) => `$${name}`)
  return { field: spell(field), selection: spell(selection) }
}

const variables = ['t', 'id', 'c', 'u', 'o'] as const

/** The operation with its ids as variables; `$self` is a literal. */
export function operationOf(
  row: MatrixRow,
  { self, hash, ...ids }: PathIds,
): [query: string, values: object] {
  const texts = `${row.field} ${row.selection}`
  const asked = texts.replaceAll('$self', self).replaceAll('$hash', hash)
  const used = variables.filter((name) => new RegExp(`\\$${name}\\b`).test(asked))
  const declared = used.map((name) => `$${name}: Int!`).join(' ')
  const type = isRead(row) ? 'query' : 'mutation'
  const values = Object.fromEntries(used.map((name) => [name, Number(ids[name])]))
  return [`${type} ${declared && `(${declared})`} { ${asked} }`, values]
}

/** The token of a link that was never mailed. */
export const noHash = 'nobody-has-this-hash'

const texts = { self: 'x@mail.example', hash: noHash }
/** One id for everything, for rows whose ids do not matter. */
export const everyId = (id: string): PathIds => ({ t: id, id, c: id, u: id, o: id, ...texts })

const canHold = (parent: string) => !isNowhere(parent) && parent !== 'of another kind'

/** The ids of a cell. */
export async function idsOf(stage: MatrixStage, cell: Cell): Promise<PathIds> {
  const { row, principal, trip, object, parent } = cell
  const isUsed = row.consumes === true && cell.verdict === 'ok' && !cell.silent
  const t = isUsed && !row.names ? await stage.freshTrip(trip) : stage.trip(trip)
  const common = { trip: t, asker: principal }
  const { under, names } = row
  const c = under ? await stage.object({ name: under, state: parent, anew: false, ...common }) : ''
  const id = names
    ? await stage.object({
        ...{ name: names, state: object, anew: isUsed, ...common },
        // Nothing is attached to a missing trip.
        ...(under && canHold(parent) && { parent: { kind: under, id: Number(c), state: parent } }),
      })
    : ''
  const self = stage.person(principal)
  const owner = owners[trip as TripPlace] ?? 'olga'
  const [u, o] = [String(self?.id ?? 7), String(stage.person(owner).id)]
  return { t, id, c, u, o, hash: noHash, self: self?.email ?? 'nobody@mail.example' }
}

const missing = 'Authentication credentials were not provided.'

/** The exact body of a refusal, where the specification gives one, else null. */
function refusalOf({ verdict, principal }: Pick<Cell, 'verdict' | 'principal'>): string | null {
  if (verdict === '403') return forbidden.text
  if (verdict === '404') return notFound.text
  const why = principal === 'stale' ? 'Invalid token.' : missing
  return verdict === '401' ? JSON.stringify({ detail: why }) : null
}

export function restMismatch(answer: ClientAnswer, cell: Cell): Mismatch[] {
  const { row, verdict } = cell
  const idle = verdict === 'idle' ? [row.status, 404] : []
  const status = verdict === 'ok' ? [row.status] : [Number(verdict)]
  const allowed = idle.length > 0 ? idle : status
  const body = refusalOf(cell)
  const isRight = allowed.includes(answer.status) && (body === null || answer.text === body)
  return isRight ? [] : [`${labelOf(cell)}: ${answer.status} ${answer.text}, not ${allowed}`]
}

/** The code of an operation's only refusal, `OK` without one. */
export function codeOf({ errors }: GraphQLAnswer): string {
  return errors.map(({ extensions }) => extensions.code).join() || 'OK'
}

export function codeMismatch(code: string, cell: Cell): Mismatch[] {
  const allowed = codesFor(cell)
  return allowed.includes(code) ? [] : [`${labelOf(cell)}: ${code}, not ${allowed}`]
}

export type Send = (cell: Cell, ids: PathIds) => Promise<Mismatch[]>

export function overRest(stage: MatrixStage): Send {
  return async (cell, ids) => {
    const { row, principal } = cell
    const [method, path] = routeOf(row, ids)
    const answer = await stage.client(principal).send(method, path, row.body?.(ids))
    return restMismatch(answer, cell)
  }
}

export function overGraphQL(stage: MatrixStage): Send {
  return async (cell, ids) => {
    const [query, values] = operationOf(cell.row, ids)
    return codeMismatch(codeOf(await stage.client(cell.principal).graphql(query, values)), cell)
  }
}

/** Whether the cell may change something. */
const changes = ({ row, verdict, silent }: Cell) => verdict === 'ok' && !isRead(row) && !silent

/**
 * The faults of these cells. Refusals and reads come first, and must have changed nothing; then the
 * cells that change something, each on an object of its own.
 */
export async function judge(stage: MatrixStage, cells: Cell[], send: Send): Promise<Mismatch[]> {
  const named = async (cell: Cell): Promise<[Cell, PathIds]> => [cell, await idsOf(stage, cell)]
  const calm = await inGroups(
    cells.filter((cell) => !changes(cell)),
    named,
  )
  const before = await stage.snapshot()
  const found = (await inGroups(calm, ([cell, ids]) => send(cell, ids))).flat()
  if ((await stage.snapshot()) !== before) found.push('a refusal or a read changed something')
  const busy = await inGroups(cells.filter(changes), named)
  found.push(...(await inGroups(busy, ([cell, ids]) => send(cell, ids))).flat())
  await stage.sweep()
  return found
}

/** Rows by their names, for `describe.each`. */
export const byRoute = (rows: readonly MatrixRow[]): [string, MatrixRow][] =>
  rows.flatMap((row) => (row.rest ? [[row.rest, row] as [string, MatrixRow]] : []))

/** Rows by their fields: PUT and PATCH are one. */
export const byField = (rows: readonly MatrixRow[]): [string, MatrixRow][] => {
  const found = new Map(rows.map((row) => [`${row.field} ${row.selection}`, row]))
  return [...found]
}
