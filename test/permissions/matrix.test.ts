/**
 * The permission table against the decision table of decisions.ts, cell by cell, on both surfaces
 * (targets Z1, Z2). The forms a GraphQL document may take are in matrix-forms.test.ts, the
 * combinations of rights in matrix-rights.test.ts.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  byField,
  byRoute,
  codeMismatch,
  codeOf,
  judge,
  type Mismatch,
  noHash,
  operationOf,
  overGraphQL,
  overRest,
  restMismatch,
  routeOf,
} from './asking.ts'
import { type Cell, cellsOf, isSayable, namesTrip } from './cells.ts'
import { isCallerRight, ofCaller } from './decisions.ts'
import { type Principal, principals } from './principals.ts'
import { filled, type Ids, type Row } from './rows.ts'
import { ownRows } from './rows-of-accounts.ts'
import { idRows } from './rows-with-ids.ts'
import { type Stage, setStage } from './stage.ts'
import { watchRun } from './whole-run.ts'

watchRun()

let stage: Stage
let judged = 0
beforeAll(async () => {
  stage = await setStage()
})

describe('Z1 REST', () => {
  it.each(byRoute(idRows))('%s: everybody, every state of what it names', async (_, row) => {
    const cells = principals.flatMap((principal) => cellsOf(row, principal))
    judged += cells.length
    expect(await judge(stage, cells, overRest(stage))).toEqual([])
  })
})

const texts = { self: 'x@mail.example', hash: noHash }
const everyId = (id: string): Ids => ({ t: id, id, c: id, u: id, o: id, ...texts })

describe('Z1 GraphQL', () => {
  it.each(byField(idRows))('%s: everybody, every state of what it names', async (_, row) => {
    const cells = principals.flatMap((principal) => cellsOf(row, principal)).filter(isSayable)
    judged += cells.length
    expect(await judge(stage, cells, overGraphQL(stage))).toEqual([])
  })

  it.each(byField(idRows))('%s: an id beyond 32 bit is no Int (1.1)', async (_, row) => {
    const [query, values] = operationOf(row, everyId('2147483648'))
    const each = Object.keys(values).map(() => 'BAD_USER_INPUT')
    for (const principal of principals) {
      const code = codeOf(await stage.client(principal).graphql(query, values))
      expect([principal, code]).toEqual([principal, each.join()])
    }
  })
})

/** The only cell of a row without ids. */
function cellOf(row: Row, principal: Principal): Cell {
  if (!isCallerRight(row.right)) throw new Error(`${row.field} names nothing`)
  const verdict = ofCaller(row.right, principal)
  return { row, principal, trip: 'active', object: 'live', parent: 'live', verdict }
}

describe('Z1 rows without ids', () => {
  it.each(['', 'again, backwards'])('REST %s', async (order) => {
    const own = await setStage()
    const found: Mismatch[] = []
    const asked = order ? byRoute(ownRows).slice(0, -1).reverse() : byRoute(ownRows)
    for (const [route, row] of asked) {
      for (const principal of principals) {
        const [method, path] = routeOf(row, everyId(''))
        const answer = await own.client(principal).send(method, path, row.body?.(everyId('')))
        found.push(...restMismatch(answer, cellOf(row, principal)).map((one) => route + one))
        judged += 1
      }
    }
    expect(found).toEqual([])
  })

  it('GraphQL', async () => {
    const own = await setStage()
    const found: Mismatch[] = []
    const [known, other] = [own.person('ed').email, own.person('olaf').email]
    for (const [field, row] of byField(ownRows)) {
      for (const principal of principals) {
        const [query] = operationOf(row, everyId(''))
        const spelled = filled(query).replaceAll('$known', known).replaceAll('$other', other)
        const code = codeOf(await own.client(principal).graphql(spelled))
        found.push(...codeMismatch(code, cellOf(row, principal)).map((one) => field + one))
        judged += 1
      }
    }
    expect(found).toEqual([])
  })
})

it('every row names what it asks for', () => {
  const odd = idRows.filter((row) => !namesTrip(row) && !row.names)
  expect(odd.map(({ field }) => field)).toEqual([])
})

afterAll(() => {
  expect(judged, 'cells were lost: is a row or a state missing?').toBeGreaterThan(9_000)
})
