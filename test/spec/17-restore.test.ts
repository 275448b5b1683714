/** `restore`, and how it affects sync and identifiers (test/spec/01.8, 01.10). */
import { describe, expect, it } from 'vitest'
import { as } from '../client.ts'
import { moment, shifted, tripsChangedSince } from '../sync.ts'
import { cast, db, join, trip as newTrip } from '../world.ts'
import { allKinds, expense, kindsWithEmails, type TestKind } from './kinds.ts'
import { create, deletedChild, deletedTrip, ids, pathOf, restore } from './restored.ts'

const kinds = allKinds.map((kind): [string, TestKind] => [kind.one, kind])
const withEmails = kindsWithEmails.map((kind): [string, TestKind] => [kind.one, kind])

describe('17 restore: a trip', () => {
  it('the trip comes back with its children', async () => {
    const world = await cast()
    const { olga, ed, trip } = world
    const children = await Promise.all(allKinds.map((kind) => create(ed, trip.id, kind)))
    const before = (await as(ed).get(`/v1/trips/${trip.id}`)).json
    await deletedTrip(world)
    expect((await as(ed).get(`/v1/trips/${trip.id}`)).status).toBe(404)
    for (const _ of [1, 2]) expect(await restore(olga, 'trip', trip.id)).toBe(true)
    const after = (await as(ed).get(`/v1/trips/${trip.id}`)).json
    expect({ ...after, changed_at: 0 }).toEqual({ ...before, changed_at: 0 })
    for (const [at, kind] of allKinds.entries()) {
      const path = pathOf(trip.id, kind, children[at] as number)
      expect((await as(ed).get(path)).status).toBe(200)
    }
  })

  it('the next mutation of the same operation finds the trip', async () => {
    const world = await cast()
    const id = await deletedTrip(world)
    const update = `updateTrip(id: ${id}, input: {}) { id }`
    const { data } = await as(world.olga).graphql(
      `mutation { before: ${update} restore(kind: TRIP, id: ${id}) after: ${update} }`,
    )
    expect(data).toEqual({ before: null, restore: true, after: { id } })
  })

  it('members other than its owner get FORBIDDEN, others NOT_FOUND', async () => {
    const world = await cast()
    const { olga, ed, vera, pia, stan } = world
    const id = await deletedTrip(world)
    for (const person of [ed, vera]) expect(await restore(person, 'trip', id)).toBe('FORBIDDEN')
    for (const person of [pia, stan]) expect(await restore(person, 'trip', id)).toBe('NOT_FOUND')
    expect(await restore({}, 'trip', id)).toBe('UNAUTHENTICATED')
    expect(await restore(olga, 'trip', id)).toBe(true)
  })

  it('clients see it in the lists, in updatedSince, and without a tombstone (1.8)', async () => {
    const world = await cast()
    const { olga, ed } = world
    const id = await deletedTrip(world)
    const since = await moment()
    expect(ids(await as(ed).get('/v2/trips?deleted=true'))).toContain(id)
    expect(await tripsChangedSince(olga, since)).not.toContain(id)
    expect(await restore(olga, 'trip', id)).toBe(true)
    expect(await tripsChangedSince(olga, since)).toContain(id)
    for (const person of [olga, ed]) {
      expect(ids(await as(person).get('/v2/trips?deleted=true'))).not.toContain(id)
      expect(ids(await as(person).get('/v2/trips'))).toContain(id)
    }
    const later = await moment()
    expect(await restore(olga, 'trip', id)).toBe(true)
    expect(await tripsChangedSince(olga, later)).not.toContain(id)
  })

  it('its identifier does not count: it was never released (1.10)', async () => {
    const world = await cast()
    const { olga } = world
    const body = { name: 'x', internal_identifier: `trip-${world.trip.id}` }
    const { id } = await newTrip(olga, body)
    await deletedTrip({ olga, trip: { id } })
    expect((await as(olga).post('/v1/trips', body)).status).toBe(200)
    expect(await restore(olga, 'trip', id)).toBe(true)
  })
})

describe('17 restore: a child', () => {
  it.each(kinds)('%s: a member who may edit it may restore it', async (one, kind) => {
    const { olga, ed, vera, pia, stan, trip } = await cast()
    const id = await deletedChild(olga, trip.id, kind)
    expect(await restore(vera, one, id)).toBe(kind === expense ? 'NOT_FOUND' : 'FORBIDDEN')
    for (const person of [pia, stan]) expect(await restore(person, one, id)).toBe('NOT_FOUND')
    expect(await restore({}, one, id)).toBe('UNAUTHENTICATED')
    expect((await as(ed).get(pathOf(trip.id, kind, id))).status).toBe(404)
    for (const _ of [1, 2]) expect(await restore(ed, one, id)).toBe(true)
    expect((await as(ed).get(pathOf(trip.id, kind, id))).status).toBe(200)
  })

  it('an expense that the caller sees but may not edit is FORBIDDEN; a hidden one NOT_FOUND', async () => {
    const { olga, vera, stan, trip } = await cast()
    const id = await deletedChild(olga, trip.id, expense)
    expect(await restore(vera, 'expense', id)).toBe('NOT_FOUND')
    expect(await restore(vera, 'expense', 2_147_483_647)).toBe('NOT_FOUND')
    await join(trip.id, vera, { can_see_expenses: true })
    expect(await restore(vera, 'expense', id)).toBe('FORBIDDEN')
    await join(trip.id, stan, { can_edit: true })
    expect(await restore(stan, 'expense', id)).toBe('NOT_FOUND')
    expect(await restore(stan, 'hosting', id)).toBe('NOT_FOUND')
  })

  it.each(kinds)('%s: it is not found while its trip is deleted', async (one, kind) => {
    const world = await cast()
    const { olga, trip } = world
    const id = await deletedChild(olga, trip.id, kind)
    await deletedTrip(world)
    expect(await restore(olga, one, id)).toBe('NOT_FOUND')
    expect(await restore(olga, 'trip', trip.id)).toBe(true)
    expect((await as(olga).get(pathOf(trip.id, kind, id))).status).toBe(404)
    expect(await restore(olga, one, id)).toBe(true)
  })

  it.each(withEmails)('%s: clients see it come back (1.8)', async (one, kind) => {
    const { olga, trip } = await cast()
    const id = await deletedChild(olga, trip.id, kind)
    const list = `/v2/trip/${trip.id}/${kind.many}`
    expect(ids(await as(olga).get(`${list}?deleted=true`))).toEqual([id])
    const since = await moment()
    expect(await restore(olga, one, id)).toBe(true)
    expect(ids(await as(olga).get(`${list}?updatedSince=${since}`))).toEqual([id])
    expect(ids(await as(olga).get(`${list}?deleted=true`))).toEqual([])
    expect(await tripsChangedSince(olga, since)).toContain(trip.id)
    const later = await moment()
    expect(await restore(olga, one, id)).toBe(true)
    expect(ids(await as(olga).get(`${list}?updatedSince=${later}`))).toEqual([])
    expect(ids(await as(olga).get(`${list}?updatedSince=${shifted(since, -1)}`))).toEqual([id])
  })

  it.each(withEmails)('%s: its identifier does not count (1.10)', async (one, kind) => {
    const { olga, trip } = await cast()
    const identifier = { internal_identifier: 'same' }
    const id = await deletedChild(olga, trip.id, kind, identifier)
    const other = await newTrip(olga)
    const moved = await create(olga, other.id, kind, identifier)
    const move = { ...kind.change, update_trip: trip.id }
    expect((await as(olga).patch(pathOf(other.id, kind, moved), move)).status).toBe(200)
    expect(await restore(olga, one, id)).toBe(true)
    expect(ids(await as(olga).get(`/v1/trip/${trip.id}/${kind.many}`))).toEqual([id, moved])
  })

  it('a member who has left since is no longer assigned (11.5)', async () => {
    const { olga, ed, trip } = await cast()
    const [kind] = kindsWithEmails as [TestKind]
    const id = await deletedChild(olga, trip.id, kind, { assigned_users: [olga.id, ed.id] })
    await db.query({ text: 'delete from member where user_id = $1', values: [ed.id] })
    expect(await restore(ed, kind.one, id)).toBe('NOT_FOUND')
    expect(await restore(olga, kind.one, id)).toBe(true)
    const { json } = await as(olga).get(`${pathOf(trip.id, kind, id)}?fields=assigned_users`)
    expect(json.assigned_users).toEqual([olga.id])
  })
})
