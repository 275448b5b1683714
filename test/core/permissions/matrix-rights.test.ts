/**
 * Every combination of the six rights that can be stored together is a member, on a trip of an
 * owner who is Pro and of one who is not (target Z1), and each right matters somewhere.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { as } from '../../client.ts'
import { member } from '../../spec/persons.ts'
import { cast, db } from '../../world.ts'
import { type Cell, cellsOf, isSayable, namesTrip } from './cells.ts'
import { isPaidFor, neededLetters, onTrip, type TripRight } from './decisions.ts'
import { byField, byRoute, judge, overGraphQL, overRest } from './matrix-requests.ts'
import {
  columns,
  combinations,
  letters,
  membersByRights,
  type Principal,
  rightsOf,
  type TripPlace,
} from './principals.ts'
import { idRows } from './rows-with-ids.ts'
import { type MatrixStage, setStage } from './stage.ts'

let stage: MatrixStage
beforeAll(async () => {
  stage = await setStage({ everyRight: true })
})

const owners = ['olga', 'olaf'] as const
const joined: readonly Principal[] = [...membersByRights, ...owners]
const rows = idRows.filter(namesTrip)

/** Where a right decides: a live object of an active trip; Pro matters to a few. */
const decided = ({ row, trip, object, parent }: Cell) =>
  (trip === 'active' || (trip === 'unpaid' && isPaidFor(row.right))) &&
  object === 'live' &&
  parent === 'live'

describe('Z1 every combination of rights', () => {
  const cellsFor = (row: (typeof rows)[number]) =>
    joined.flatMap((principal) => cellsOf(row, principal).filter(decided))

  it.each(byRoute(rows))('%s', async (_, row) => {
    expect(await judge(stage, cellsFor(row), overRest(stage))).toEqual([])
  })

  it.each(byField(rows))('GraphQL %s answers a member as the combination says', async (_, row) => {
    expect(await judge(stage, cellsFor(row).filter(isSayable), overGraphQL(stage))).toEqual([])
  })
})

describe('Z1 the combinations', () => {
  it('they are all those that 1.9 allows, and each is stored unchanged', async () => {
    const { trip } = await cast()
    const stored = new Set<string>()
    for (let n = 0; n < 2 ** letters.length; n += 1) {
      const wanted = letters.filter((_letter, at) => (n >> at) & 1).join('')
      const { id } = await member(trip.id, rightsOf(wanted))
      const [row] = await db.query<Record<string, boolean>>({
        text: `select ${Object.values(columns)} from member where trip_id = $1 and user_id = $2`,
        values: [trip.id, id],
      })
      stored.add(letters.filter((letter) => row?.[columns[letter]]).join(''))
    }
    expect([...stored].sort()).toEqual([...combinations].sort())
    expect(combinations).toHaveLength(22)
  })

  it('each right decides something, and alone changes a verdict', () => {
    const unused = letters.filter((letter) => !neededLetters.has(letter))
    expect(unused, 'no right of decisions.ts needs it').toEqual([])
  })
})

/** The fields of viewerCan, and the right of the table behind each. */
const viewerCan: Record<string, TripRight> = {
  edit: 'edit',
  addGuests: 'addGuests',
  seeExpenses: 'seeExpenses',
  editExpenses: 'editExpenses',
  seeDocuments: 'seeDocuments',
  editDocuments: 'changeDocuments',
  delete: 'own',
}
const withMembers: TripPlace[] = ['active', 'unpaid']

describe('Z1 Trip.viewerCan', () => {
  it.each(withMembers)('it has the rights of the decision table on the %s trip', async (place) => {
    const found: unknown[] = []
    const expected: unknown[] = []
    const query = `query ($t: Int!) { trip(id: $t) { viewerCan { ${Object.keys(viewerCan)} } } }`
    for (const principal of joined) {
      const verdicts = Object.entries(viewerCan).map(([field, right]) => {
        return [field, onTrip(right, principal, place) === 'ok']
      })
      const isIn = onTrip('access', principal, place) === 'ok'
      expected.push([principal, isIn ? { viewerCan: Object.fromEntries(verdicts) } : null])
      const { data } = await stage.client(principal).graphql(query, { t: stage.trips[place] })
      found.push([principal, data?.trip])
    }
    expect(found).toEqual(expected)
  })
})

describe('Z1 Pro of the owner', () => {
  it("a member's own Pro opens nothing", async () => {
    const { id } = stage.person('may d')
    const query = `{ trip(id: ${stage.trips.unpaid}) { viewerCan { seeDocuments } emails { id } } }`
    for (const isPremium of [true, false]) {
      const values = [id, isPremium]
      await db.query({ text: 'update account set is_premium = $2 where id = $1', values })
      const { data } = await as(stage.person('may d')).graphql(query)
      expect(data).toEqual({ trip: { viewerCan: { seeDocuments: false }, emails: [] } })
    }
  })
})
