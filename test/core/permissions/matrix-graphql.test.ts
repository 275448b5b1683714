/**
 * The permission table against the decision table of decisions.ts, cell by cell, over GraphQL
 * (targets Z1, Z2). The forms of documents are in matrix-forms.test.ts.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cellsOf, isSayable } from './cells.ts'
import { byField, codeOf, everyId, judge, operationOf, overGraphQL } from './matrix-requests.ts'
import { principals } from './principals.ts'
import { idRows } from './rows-with-ids.ts'
import { type MatrixStage, setStage } from './stage.ts'

let stage: MatrixStage
let judged = 0
beforeAll(async () => {
  stage = await setStage()
})

describe('Z1 GraphQL', () => {
  it.each(byField(idRows))('%s: every caller gets the decided code', async (_, row) => {
    const cells = principals.flatMap((principal) => cellsOf(row, principal)).filter(isSayable)
    judged += cells.length
    expect(await judge(stage, cells, overGraphQL(stage))).toEqual([])
  })

  it.each(byField(idRows))('%s: an id beyond 32 bits is refused (1.1)', async (_, row) => {
    const [query, values] = operationOf(row, everyId('2147483648'))
    const each = Object.keys(values).map(() => 'BAD_USER_INPUT')
    const asked = principals.map(async (principal) => {
      return [principal, codeOf(await stage.client(principal).graphql(query, values))]
    })
    expect(await Promise.all(asked)).toEqual(principals.map((one) => [one, each.join()]))
  })
})

afterAll(() => {
  expect(judged, 'cells were lost: is a row or a state missing?').toBeGreaterThan(9_000)
})
