/** 11.4, 11.5: changes of members at the same time as each other, and as what the members write. */
import { describe, expect, it } from 'vitest'
import { as } from '../../client.ts'
import { collaboratorOf, permissionsOf, stored } from '../../spec/collaborators.ts'
import { kindsWithEmails } from '../../spec/kinds.ts'
import { member } from '../../spec/persons.ts'
import { insert } from '../../sync.ts'
import { allRights, cast, db, type Person } from '../../world.ts'
import { parallel, statuses } from './parallel.ts'

const many = 20
const rounds = 5

/** How much of a trip the person has made or changed, visible or not. */
async function traces(tripId: number, person: Person): Promise<number> {
  const text = `select (select count(*)::int from activity where trip_id = $1 and owner_id = $2)
    + (select count(*)::int from hosting where trip_id = $1 and name like $3) as found`
  const values = [tripId, person.id, `${person.name} was here%`]
  const [row] = await db.query<{ found: number }>({ text, values })
  return row?.found ?? 0
}

/**
 * Lets ed write as fast as he can while `ends` ends his right to; answers what was written when
 * that was acknowledged, and in the end.
 */
async function writesAgainst(ends: (all: Awaited<ReturnType<typeof cast>>) => Promise<unknown>) {
  const all = await cast()
  const { olga, ed, trip } = all
  const hostings = await insert('hosting', { trip_id: trip.id, owner_id: olga.id }, many)
  let acknowledged = -1
  const end = async () => {
    await ends(all)
    acknowledged = await traces(trip.id, ed)
  }
  const write = (index: number) => {
    const hosting = `/v1/trip/${trip.id}/hosting/${hostings[index]}`
    return index % 2
      ? as(ed).post(`/v1/trip/${trip.id}/activities`, {})
      : as(ed).patch(hosting, { name: `${ed.name} was here` })
  }
  const first = parallel(many / 2, write)
  const ending = end()
  const answers = [...(await first), ...(await parallel(many / 2, write))]
  await ending
  answers.push(...(await parallel(2, write)))
  return { answers, acknowledged, final: await traces(trip.id, ed) }
}

describe('11.4 permissions, 20 PATCHes in parallel', () => {
  it('equal ones: all get 200 with the same answer, which is stored', async () => {
    const all = await cast()
    const { olga, ed, trip } = all
    const body = { can_edit: false, is_travelling: false }
    const send = () => as(olga).patch(permissionsOf(trip, ed), body)
    const answers = await parallel(many, send)
    expect(statuses(answers)).toEqual({ 200: many })
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await stored(all, ed)).toEqual(answers[0]?.json.permissions)
  })

  it("of a member's own choice: all get 200", async () => {
    const { ed, trip } = await cast()
    const answers = await parallel(many, (index) =>
      as(ed).patch(permissionsOf(trip, ed), { is_travelling: index % 2 === 0 }),
    )
    expect(statuses(answers)).toEqual({ 200: many })
  })

  it('opposite ones: the result is consistent, whichever is last', async () => {
    const all = await cast()
    const { olga, ed, vera, trip } = all
    const changes = [
      { can_see_expenses: false },
      { can_edit: true, can_see_expenses: true, can_edit_expenses: true },
      { can_edit: false },
    ]
    const answers = await parallel(many, (index) =>
      as(index % 2 ? olga : ed).patch(permissionsOf(trip, vera), changes[index % 3] ?? {}),
    )
    expect(statuses(answers)).toEqual({ 200: many })
    for (const { json } of answers) {
      const { can_edit, can_see_expenses, can_edit_expenses } = json.permissions
      expect(can_edit_expenses && !(can_edit && can_see_expenses)).toBe(false)
    }
    expect(answers.map(({ json }) => json.permissions)).toContainEqual(await stored(all, vera))
  })

  it('two members who change each other: both get 200', async () => {
    const { ed, trip } = await cast()
    const nina = await member(trip.id, allRights)
    const answers = await parallel(many, (index) => {
      const [caller, target] = index % 2 ? [ed, nina] : [nina, ed]
      return as(caller).patch(permissionsOf(trip, target), { is_travelling: index % 3 === 0 })
    })
    expect(statuses(answers)).toEqual({ 200: many })
  })

  it('a right is not granted after the granter has lost it', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const all = await cast()
      const { olga, ed, vera, trip } = all
      const give = () => as(ed).patch(permissionsOf(trip, vera), { can_see_expenses: true })
      const take = async () => {
        await as(olga).patch(permissionsOf(trip, ed), { can_see_expenses: false })
        return stored(all, vera)
      }
      const [given, acknowledged] = await Promise.all([give(), take()])
      expect([200, 403]).toContain(given.status)
      expect(await stored(all, vera)).toEqual(acknowledged)
      expect(acknowledged?.can_see_expenses).toBe(given.status === 200)
    }
  })
})

describe('11.4 and 11.5 changes in parallel with writes of the member', () => {
  it('permissions: no write succeeds after the change is acknowledged', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { answers, acknowledged, final } = await writesAgainst(({ olga, ed, trip }) =>
        as(olga).patch(permissionsOf(trip, ed), { can_edit: false }),
      )
      for (const { status } of answers) expect([200, 201, 403, 404]).toContain(status)
      expect(answers.slice(-2).map(({ status }) => status)).toEqual([403, 403])
      expect(final).toBe(acknowledged)
    }
  })

  it('removal: no write succeeds after it is acknowledged', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { answers, acknowledged, final } = await writesAgainst(({ olga, ed, trip }) =>
        as(olga).delete(collaboratorOf(trip, ed)),
      )
      for (const { status } of answers) expect([200, 201, 403, 404]).toContain(status)
      expect(answers.slice(-2).map(({ status }) => status)).toEqual([404, 404])
      expect(final).toBe(acknowledged)
    }
  })

  it('removal: only members remain assigned', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { olga, ed, vera, trip } = await cast()
      const users = [vera.id, ed.id]
      const row = { trip_id: trip.id, owner_id: olga.id, assigned_users: users }
      const [hosting] = await insert('hosting', row)
      const [removal, ...answers] = await parallel(9, (index) => {
        if (index === 0) return as(olga).delete(collaboratorOf(trip, vera))
        const kind = kindsWithEmails[index % 3]
        const body = { ...kind?.least, assigned_users: users }
        return index < 7
          ? as(ed).post(`/v1/trip/${trip.id}/${kind?.many}`, body)
          : as(ed).patch(`/v1/trip/${trip.id}/hosting/${hosting}`, { assigned_users: users })
      })
      expect(removal?.status).toBe(200)
      expect(statuses(answers)).toEqual({ 200: 2, 201: 6 })
      for (const { one } of kindsWithEmails) {
        const text = `select assigned_users as users from ${one} where trip_id = $1`
        const rows = await db.query<{ users: number[] }>({ text, values: [trip.id] })
        for (const left of rows) expect(left.users).toEqual([ed.id])
      }
    }
  })
})

describe('11.5 removal, 20 DELETEs in parallel', () => {
  it('equal ones: all get 200 {}', async () => {
    const { olga, ed, vera, trip } = await cast()
    const answers = await parallel(many, (index) =>
      as(index % 2 ? olga : ed).delete(collaboratorOf(trip, vera)),
    )
    expect(statuses(answers)).toEqual({ 200: many })
    expect(await stored({ olga, trip }, vera)).toBeUndefined()
  })

  it('by the member: one gets 200, the rest 404', async () => {
    const { vera, trip } = await cast()
    const answers = await parallel(many, () => as(vera).delete(collaboratorOf(trip, vera)))
    expect(statuses(answers)).toEqual({ 200: 1, 404: many - 1 })
  })

  it('two members who remove each other: one stays', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { ed, trip } = await cast()
      const nina = await member(trip.id, allRights)
      const answers = await parallel(2, (index) => {
        const [caller, target] = index ? [ed, nina] : [nina, ed]
        return as(caller).delete(collaboratorOf(trip, target))
      })
      expect(statuses(answers)).toEqual({ 200: 1, 404: 1 })
    }
  })

  it('while permissions change: 200 or 404, and the member is removed', async () => {
    const { olga, ed, vera, trip } = await cast()
    const answers = await parallel(many, (index) =>
      index === many / 2
        ? as(ed).delete(collaboratorOf(trip, vera))
        : as(olga).patch(permissionsOf(trip, vera), { can_edit: index % 2 === 0 }),
    )
    for (const { status } of answers) expect([200, 404]).toContain(status)
    expect(answers[many / 2]?.status).toBe(200)
    expect(await stored({ olga, trip }, vera)).toBeUndefined()
  })
})
