/**
 * The matrix once for each narrowing of a key (B5): no cell is wider than the account's own, and
 * none wider than the narrowing says.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { type Cell, cellsOf, isSayable, throughKey } from './cells.ts'
import { type CallerRight, ofCaller } from './decisions.ts'
import { inGroups } from './groups.ts'
import {
  byField,
  byRoute,
  codeMismatch,
  codeOf,
  everyId,
  judge,
  operationOf,
  overGraphQL,
  overRest,
  restMismatch,
  routeOf,
} from './matrix-requests.ts'
import { isPartOfAccount, keyOf, type NarrowedPrincipal, narrowingNames } from './narrowings.ts'
import { filled, type MatrixRow } from './rows.ts'
import { ownRows } from './rows-of-accounts.ts'
import { idRows } from './rows-with-ids.ts'
import { type MatrixStage, setStage } from './stage.ts'

const through = (owner: 'olga' | 'ed' | 'nina') =>
  narrowingNames.map((name): NarrowedPrincipal => `${owner} ${name}`)
const overREST = [...through('olga'), ...through('ed')]
const overGraphql = [...through('olga'), ...through('nina')]
const all = [...new Set([...overREST, ...overGraphql])]

let stage: MatrixStage
beforeAll(async () => {
  stage = await setStage({ narrowed: all })
})

describe('B5 the matrix for narrowed keys', () => {
  it.each(byRoute(idRows))(
    'REST %s answers every key as the decision table says',
    async (_, row) => {
      const cells = overREST.flatMap((principal) => cellsOf(row, principal))
      expect(await judge(stage, cells, overRest(stage))).toEqual([])
    },
  )

  it.each(byField(idRows))(
    'GraphQL %s answers every key as the decision table says',
    async (_, row) => {
      const cells = overGraphql.flatMap((principal) => cellsOf(row, principal)).filter(isSayable)
      expect(await judge(stage, cells, overGraphQL(stage))).toEqual([])
    },
  )
})

const ownCell = (row: MatrixRow, principal: NarrowedPrincipal): Cell => {
  const verdict = ofCaller(row.right as CallerRight, principal)
  return throughKey({
    ...{ row, principal, trip: 'active', object: 'live', parent: 'live', verdict },
  })
}

/** A part of an account is refused the field, where REST shows it empty. */
const showsHidden = ({ row, principal }: Cell) =>
  row.on === 'User' && row.selection.includes('email') && isPartOfAccount(principal)

describe('B5 rows without ids for narrowed keys', () => {
  it('REST answers as decided', async () => {
    const own = await setStage({ narrowed: all })
    const found: string[] = []
    for (const [route, row] of byRoute(ownRows)) {
      const ask = async (principal: NarrowedPrincipal) => {
        const [method, path] = routeOf(row, everyId(''))
        const answer = await own.client(principal).send(method, path, row.body?.(everyId('')))
        return restMismatch(answer, ownCell(row, principal)).map((one) => `${route} ${one}`)
      }
      found.push(...(await inGroups(all, ask)).flat())
    }
    expect(found).toEqual([])
  })

  it('GraphQL answers as decided', async () => {
    const own = await setStage({ narrowed: all })
    const found: string[] = []
    const [known, other] = [own.person('ed').email, own.person('olaf').email]
    for (const [field, row] of byField(ownRows)) {
      const ask = async (principal: NarrowedPrincipal) => {
        const [query] = operationOf(row, everyId(''))
        const spelled = filled(query).replaceAll('$known', known).replaceAll('$other', other)
        const code = codeOf(await own.client(principal).graphql(spelled))
        const cell = ownCell(row, principal)
        const decided: Cell = showsHidden(cell) ? { ...cell, verdict: '403' } : cell
        return codeMismatch(code, decided).map((one) => `${field} ${one}`)
      }
      found.push(...(await inGroups(all, ask)).flat())
    }
    expect(found).toEqual([])
  })

  it('no verdict is wider than that of the account itself', () => {
    const allowed = (row: MatrixRow, principal: Cell['principal']) =>
      cellsOf(row, principal).flatMap(({ trip, object, parent, verdict }) =>
        verdict === 'ok' ? [`${row.field}: ${trip}, ${object}, ${parent}`] : [],
      )
    for (const principal of all) {
      const own = new Set(idRows.flatMap((row) => allowed(row, keyOf(principal).base)))
      const found = idRows.flatMap((row) => allowed(row, principal))
      expect(found.length, principal).toBeGreaterThan(10)
      expect(
        found.filter((cell) => !own.has(cell)),
        principal,
      ).toEqual([])
    }
  })
})
