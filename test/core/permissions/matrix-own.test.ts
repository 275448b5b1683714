/** Rows that name nothing, on both surfaces: the caller's own things, public ones (target Z1). */
import { describe, expect, it } from 'vitest'
import type { Cell } from './cells.ts'
import { isCallerRight, ofCaller } from './decisions.ts'
import { inGroups } from './groups.ts'
import {
  byField,
  byRoute,
  codeMismatch,
  codeOf,
  everyId,
  type Mismatch,
  operationOf,
  restMismatch,
  routeOf,
} from './matrix-requests.ts'
import { type Principal, principals } from './principals.ts'
import { filled, type MatrixRow } from './rows.ts'
import { ownRows } from './rows-of-accounts.ts'
import { setStage } from './stage.ts'

/** The only cell of a row without ids. */
function cellOf(row: MatrixRow, principal: Principal): Cell {
  if (!isCallerRight(row.right)) throw new Error(`${row.field} names nothing`)
  const verdict = ofCaller(row.right, principal)
  return { row, principal, trip: 'active', object: 'live', parent: 'live', verdict }
}

describe('Z1 rows without ids', () => {
  it.each(['', 'again, backwards'])(
    'REST %s answers every caller as the decision table says',
    async (order) => {
      const own = await setStage()
      const found: Mismatch[] = []
      const asked = order ? byRoute(ownRows).slice(0, -1).reverse() : byRoute(ownRows)
      for (const [route, row] of asked) {
        const ask = async (principal: Principal) => {
          const [method, path] = routeOf(row, everyId(''))
          const answer = await own.client(principal).send(method, path, row.body?.(everyId('')))
          return restMismatch(answer, cellOf(row, principal)).map((one) => route + one)
        }
        found.push(...(await inGroups(principals, ask)).flat())
      }
      expect(found).toEqual([])
    },
  )

  it('GraphQL returns the decided codes', async () => {
    const own = await setStage()
    const found: Mismatch[] = []
    const [known, other] = [own.person('ed').email, own.person('olaf').email]
    for (const [field, row] of byField(ownRows)) {
      const ask = async (principal: Principal) => {
        const [query] = operationOf(row, everyId(''))
        const spelled = filled(query).replaceAll('$known', known).replaceAll('$other', other)
        const code = codeOf(await own.client(principal).graphql(spelled))
        return codeMismatch(code, cellOf(row, principal)).map((one) => field + one)
      }
      found.push(...(await inGroups(principals, ask)).flat())
    }
    expect(found).toEqual([])
  })
})
