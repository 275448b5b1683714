/**
 * The permission table against the decision table of decisions.ts, cell by cell, over REST (targets
 * Z1, Z2). GraphQL is in matrix-graphql.test.ts, rows that name nothing in matrix-own.test.ts, the
 * combinations of rights in matrix-rights.test.ts.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cellsOf, namesTrip } from './cells.ts'
import { byRoute, judge, overRest } from './matrix-requests.ts'
import { principals } from './principals.ts'
import { idRows } from './rows-with-ids.ts'
import { type MatrixStage, setStage } from './stage.ts'

let stage: MatrixStage
let judged = 0
beforeAll(async () => {
  stage = await setStage()
})

describe('Z1 REST', () => {
  it.each(byRoute(idRows))('%s: every caller gets the decided status', async (_, row) => {
    const cells = principals.flatMap((principal) => cellsOf(row, principal))
    judged += cells.length
    expect(await judge(stage, cells, overRest(stage))).toEqual([])
  })
})

it('every row names its ids', () => {
  const odd = idRows.filter((row) => !namesTrip(row) && !row.names)
  expect(odd.map(({ field }) => field)).toEqual([])
})

afterAll(() => {
  expect(judged, 'cells were lost: is a row or a state missing?').toBeGreaterThan(13_000)
})
