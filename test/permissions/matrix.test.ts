/**
 * The permission table against the decision table of cells.ts, cell by cell, on both surfaces
 * (targets Z1, Z2). The forms a GraphQL document may take are in matrix-forms.test.ts.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer, GraphQLAnswer } from '../client.ts'
import { forbidden, notFound } from '../spec/answers.ts'
import { type Cell, cellsOf, codes, isSayable, verdictOf } from './cells.ts'
import { filled, ownRows, type Row, tripRows } from './rows.ts'
import { type Principal, principals, type Stage, setStage } from './stage.ts'

let stage: Stage
let judged = 0
beforeAll(async () => {
  stage = await setStage()
})

type Client = ReturnType<Stage['client']>
interface Ids {
  t: string
  id: string
}
/** A cell that is not as it should be: `olga active/live: 200, not 404`. */
type Mismatch = string

function routeOf(row: Row, { t, id }: Ids): [Parameters<Client['send']>[0], string] {
  const [method, path = ''] = (row.rest ?? '').split(' ')
  return [method as 'GET', path.replace('{t}', t).replace('{id}', id)]
}

/** The exact body of a refusal, where the contract gives one; null for any. */
function refusalOf({ verdict, principal }: Pick<Cell, 'verdict' | 'principal'>): string | null {
  if (verdict === '403') return forbidden.text
  if (verdict === '404') return notFound.text
  const why = principal === 'stale' ? 'Invalid token.' : missing
  return verdict === '401' ? JSON.stringify({ detail: why }) : null
}
const missing = 'Authentication credentials were not provided.'

function restMismatch(answer: Answer, cell: Cell): Mismatch[] {
  judged += 1
  const status = cell.verdict === 'ok' ? cell.row.status : Number(cell.verdict)
  const body = refusalOf(cell)
  const label = `${cell.principal} ${cell.trip}/${cell.child}: ${answer.status} ${answer.text}`
  const right = answer.status === status && (body === null || answer.text === body)
  return right ? [] : [`${label}, not ${status}`]
}

/** The code of an operation's only refusal, `OK` where there is none. */
function codeOf({ errors }: GraphQLAnswer): string {
  return errors.map(({ extensions }) => extensions.code).join() || 'OK'
}

const documentOf = ({ field, selection, kind }: Row, isRead: boolean) =>
  `${isRead ? 'query' : 'mutation'} (${[field, selection].join().includes('$t') ? '$t: Int!' : ''}
    ${kind ? '$id: Int!' : ''}) { ${field} ${selection} }`.replace(/\(\s*\)/, '')

const isRead = (row: Row) => /^(trip|trips|deletedTrips|me|outbox)\b/.test(row.field)

/** The ids of a cell; a row that deletes its trip gets a new one. */
async function idsOf({ row, trip, child }: Cell): Promise<Ids> {
  const deletes = row.field.startsWith('deleteTrip') && (trip === 'active' || trip === 'strange')
  const t = deletes ? await stage.freshTrip(trip) : stage.trips[trip]
  return { t, id: row.kind ? await stage.child(row.kind, child, t) : '' }
}

/** Sends each cell; where all are refused or read, nothing may have changed afterwards. */
async function judge(cells: Cell[], send: (cell: Cell, ids: Ids) => Promise<Mismatch[]>) {
  const ids = []
  for (const cell of cells) ids.push(await idsOf(cell))
  const before = await stage.snapshot()
  const found: Mismatch[] = []
  for (const [at, cell] of cells.entries()) found.push(...(await send(cell, ids[at] as Ids)))
  expect(found).toEqual([])
  const changes = cells.some(({ row, verdict }) => verdict === 'ok' && !isRead(row))
  if (!changes) expect(await stage.snapshot(), 'a refusal changed something').toBe(before)
}

const named = (rows: readonly Row[]) =>
  rows.flatMap((row) => (row.rest ? [[row.rest, row] as const] : []))

describe.each(named(tripRows))('Z1 %s', (_, row) => {
  it.each(principals)('%s: every state of trip and child', async (principal) => {
    await judge(cellsOf(row, principal), async (cell, ids) => {
      const [method, path] = routeOf(row, ids)
      return restMismatch(await stage.client(principal).send(method, path, row.body?.()), cell)
    })
  })
})

const fields = tripRows
  .filter((row) => !row.rest?.startsWith('PUT'))
  .map((row) => [`${row.field} ${row.selection}`, row] as const)

describe.each(fields)('Z1 GraphQL %s', (_, row) => {
  const query = documentOf(row, isRead(row))
  it.each(principals)('%s: every state of trip and child', async (principal) => {
    const cells = cellsOf(row, principal).filter(isSayable)
    await judge(cells, async ({ trip, child, verdict }, { t, id }) => {
      const variables = { t: Number(t), ...(row.kind && { id: Number(id) }) }
      const code = codeOf(await stage.client(principal).graphql(query, variables))
      judged += 1
      return code === codes[verdict] ? [] : [`${trip}/${child}: ${code}, not ${verdict}`]
    })
  })

  it('an id beyond 32 bit is no Int: BAD_USER_INPUT for everybody (1.1)', async () => {
    const big = 2_147_483_648
    for (const principal of principals) {
      const variables = { t: row.kind ? 1 : big, ...(row.kind && { id: big }) }
      const code = codeOf(await stage.client(principal).graphql(query, variables))
      expect([principal, code]).toEqual([principal, 'BAD_USER_INPUT'])
    }
  })
})

describe.each(named(ownRows))('Z1 %s', (_, row) => {
  it('every principal', async () => {
    const own = await setStage()
    const found: Mismatch[] = []
    for (const principal of principals) {
      const verdict = verdictOf(row.right, principal)
      const [method, path] = routeOf(row, { t: '', id: '' })
      const answer = await own.client(principal).send(method, path, row.body?.())
      found.push(
        ...restMismatch(answer, { row, principal, trip: 'active', child: 'live', verdict }),
      )
    }
    expect(found).toEqual([])
  })
})

describe.each(ownRows.map((row) => [row.field, row] as const))('Z1 GraphQL %s', (_, row) => {
  it('every principal', async () => {
    const own = await setStage()
    const verdicts = async (principal: Principal) => {
      const query = filled(documentOf(row, isRead(row))).replace('$known', own.people.ed.email)
      judged += 1
      return [principal, codeOf(await own.client(principal).graphql(query))]
    }
    const found = []
    for (const principal of principals) found.push(await verdicts(principal))
    expect(found).toEqual(
      principals.map((principal) => {
        const verdict = verdictOf(row.right, principal)
        return [principal, verdict === 'ok' ? (row.code ?? 'OK') : codes[verdict]]
      }),
    )
  })
})

afterAll(() => {
  expect(judged, 'cells were lost: is a row or a state missing?').toBeGreaterThan(7_000)
})
