/** What the roster and changes of members cost in SQL statements: no more for more rows (G5). */
import { describe, expect, it } from 'vitest'
import { as } from '../client.ts'
import { collaboratorOf, permissionsOf } from '../spec/collaborators.ts'
import { member } from '../spec/persons.ts'
import { insert } from '../sync.ts'
import { allRights, type Cast, cast, db, people } from '../world.ts'
import { statementsOf } from './statements.ts'

const sizes = [5, 50]

/** A cast whose trip has that many more members, and hostings they are assigned to. */
async function crowded(size: number): Promise<Cast & { crowd: number[] }> {
  const all = await cast()
  const { olga, trip } = all
  const crowd = await people(...Array.from({ length: size }, (_, index) => `guest${index}`))
  const ids = crowd.map(({ id }) => id)
  const text = 'insert into member (trip_id, user_id, joined) select $1, unnest($2::int[]), true'
  await db.query({ text, values: [trip.id, ids] })
  await insert('hosting', { trip_id: trip.id, owner_id: olga.id, assigned_users: ids }, size)
  return { ...all, crowd: ids }
}

/** The figures for few and for many; the first request only warms up. */
async function figures(send: (all: Awaited<ReturnType<typeof crowded>>) => Promise<unknown>) {
  const found = []
  for (const size of sizes) {
    const all = await crowded(size)
    await send(all)
    const { statements } = await statementsOf(() => send(all))
    found.push(statements.length)
  }
  return found
}

describe('G5 collaborators: the same for few and for many', () => {
  it('the roster takes 5: viewer, page, people, and the invitees known to the viewer', async () => {
    const send = ({ ed, trip }: Cast) => as(ed).get(`/v1/trip/${trip.id}/collaborators`)
    expect(await figures(send)).toEqual([5, 5])
  })

  it('the rosters of a list of trips take as many for 3 trips as for 10', async () => {
    const { olga } = await cast()
    await insert('trip', { owner_id: olga.id }, 10)
    const costs = []
    for (const first of [3, 10]) {
      const query = `{ trips(first: ${first}) {
        results { collaborators(first: 2) { count results { name } } } } }`
      await as(olga).graphql(query)
      costs.push((await statementsOf(() => as(olga).graphql(query))).statements.length)
    }
    expect(costs[1]).toBe(costs[0])
  })

  it('a change of permissions takes 8: checks, locks both, reads, writes, names the member', async () => {
    const send = ({ ed, vera, trip }: Cast) =>
      as(ed).patch(permissionsOf(trip, vera), { can_edit: true })
    expect(await figures(send)).toEqual([8, 8])
  })

  it('a removal by the owner takes 7: checks, locks both, reads, writes', async () => {
    const removals = await figures(({ olga, trip, crowd }) =>
      as(olga).delete(collaboratorOf(trip, { id: crowd.pop() ?? 0 })),
    )
    expect(removals).toEqual([7, 7])
  })

  it('a removal by another member takes 7', async () => {
    const removals = await figures(({ ed, trip, crowd }) =>
      as(ed).delete(collaboratorOf(trip, { id: crowd.pop() ?? 0 })),
    )
    expect(removals).toEqual([7, 7])
  })

  it('viewerCan of a list of trips takes 3 for 3 trips and for 10', async () => {
    const nina = await member((await cast()).trip.id, allRights)
    await insert('trip', { owner_id: nina.id }, 10)
    const costs = []
    for (const first of [3, 10]) {
      const query = `{ trips(first: ${first}) { results { viewerCan { edit delete } } } }`
      await as(nina).graphql(query)
      costs.push((await statementsOf(() => as(nina).graphql(query))).statements.length)
    }
    expect(costs).toEqual([3, 3])
  })
})
