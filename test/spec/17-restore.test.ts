/** Section 17 of the contract: `restore`, and what it means for 1.8, 1.10 and 1.11. */
import { describe, expect, it } from 'vitest'
import { as, type Headers, nobody } from '../client.ts'
import { moment, shifted, tripsChangedSince } from '../sync.ts'
import { type Cast, cast, db, join, trip as newTrip, operatorKey, type Person } from '../world.ts'
import { allKinds, expense, type Kind, placedKinds } from './kinds.ts'

const operator: Headers = { authorization: `Operator ${operatorKey}` }
const mutation = `mutation ($kind: RestorableKind!, $id: Int!, $as: String) {
  restore(kind: $kind, id: $id, as: $as)
}`

/** True, or the code of the refusal. */
async function restore(
  caller: Person | Headers,
  kind: string,
  id: number,
  more: object = {},
): Promise<unknown> {
  const variables = { kind: kind.toUpperCase(), id, ...more }
  const { data, errors } =
    'key' in caller && typeof caller.key === 'string'
      ? await as(caller as Person).graphql(mutation, variables)
      : await as(nobody).graphql(mutation, variables, caller as Headers)
  return data?.restore ?? errors[0]?.extensions.code
}

async function create(person: Person, tripId: number, { many, least }: Kind, more = {}) {
  const { status, json } = await as(person).post(`/v1/trip/${tripId}/${many}`, {
    ...least,
    ...more,
  })
  expect(status).toBe(201)
  return json.id
}

const pathOf = (tripId: number, { one }: Kind, id: number) => `/v1/trip/${tripId}/${one}/${id}`

async function deletedChild(person: Person, tripId: number, kind: Kind, more = {}) {
  const id = await create(person, tripId, kind, more)
  expect((await as(person).delete(pathOf(tripId, kind, id))).status).toBe(204)
  return id
}

async function deletedTrip({ olga, trip }: Pick<Cast, 'olga' | 'trip'>): Promise<number> {
  expect((await as(olga).delete(`/v1/trips/${trip.id}`)).status).toBe(204)
  return trip.id
}

const ids = ({ json }: Awaited<ReturnType<ReturnType<typeof as>['get']>>) =>
  json.results.map(({ id }) => id)
const kinds = allKinds.map((kind): [string, Kind] => [kind.one, kind])
const placed = placedKinds.map((kind): [string, Kind] => [kind.one, kind])

describe('17 restore: a trip', () => {
  it('brings the trip back with all that was in it, and what was not deleted stays', async () => {
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

  it('a member who may edit it; not one who looks on, a stranger, or an invited one', async () => {
    const world = await cast()
    const { ed, vera, pia, stan } = world
    const id = await deletedTrip(world)
    expect(await restore(vera, 'trip', id)).toBe('FORBIDDEN')
    for (const person of [pia, stan]) expect(await restore(person, 'trip', id)).toBe('NOT_FOUND')
    expect(await restore({}, 'trip', id)).toBe('UNAUTHENTICATED')
    expect(await restore(ed, 'trip', id)).toBe(true)
  })

  it('clients see it come back: in the lists, by updatedSince, and as no tombstone (1.8)', async () => {
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

  it('its identifier is not looked at: it was never released (1.10)', async () => {
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
  it.each(kinds)('%s: whoever may edit it', async (one, kind) => {
    const { olga, ed, vera, pia, stan, trip } = await cast()
    const id = await deletedChild(olga, trip.id, kind)
    expect(await restore(vera, one, id)).toBe(kind === expense ? 'NOT_FOUND' : 'FORBIDDEN')
    for (const person of [pia, stan]) expect(await restore(person, one, id)).toBe('NOT_FOUND')
    expect(await restore({}, one, id)).toBe('UNAUTHENTICATED')
    expect((await as(ed).get(pathOf(trip.id, kind, id))).status).toBe(404)
    for (const _ of [1, 2]) expect(await restore(ed, one, id)).toBe(true)
    expect((await as(ed).get(pathOf(trip.id, kind, id))).status).toBe(200)
  })

  it('an expense: seeing expenses is not enough, and what is not seen is not found', async () => {
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

  it.each(kinds)('%s: not while its trip is deleted', async (one, kind) => {
    const world = await cast()
    const { olga, trip } = world
    const id = await deletedChild(olga, trip.id, kind)
    await deletedTrip(world)
    expect(await restore(olga, one, id)).toBe('NOT_FOUND')
    expect(await restore(olga, 'trip', trip.id)).toBe(true)
    expect((await as(olga).get(pathOf(trip.id, kind, id))).status).toBe(404)
    expect(await restore(olga, one, id)).toBe(true)
  })

  it.each(placed)('%s: clients see it come back (1.8)', async (one, kind) => {
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

  it.each(placed)('%s: its identifier is not looked at (1.10)', async (one, kind) => {
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

  it('nobody is assigned who has left since (11.5)', async () => {
    const { olga, ed, trip } = await cast()
    const [kind] = placedKinds as [Kind]
    const id = await deletedChild(olga, trip.id, kind, { assigned_users: [olga.id, ed.id] })
    await db.query({ text: 'delete from member where user_id = $1', values: [ed.id] })
    expect(await restore(ed, kind.one, id)).toBe('NOT_FOUND')
    expect(await restore(olga, kind.one, id)).toBe(true)
    const { json } = await as(olga).get(pathOf(trip.id, kind, id))
    expect(json.assigned_users).toEqual([olga.id])
  })
})

describe('17 restore: a category', () => {
  async function category(owner: Person, slug: string): Promise<number> {
    const text = `insert into category (owner_id, slug, name) values ($1, $2, $2) returning id`
    const [made] = await db.query<{ id: number }>({ text, values: [owner.id, slug] })
    return made?.id as number
  }
  async function remove(id: number): Promise<void> {
    await db.query({ text: 'update category set deleted_at = now() where id = $1', values: [id] })
  }
  const isActive = async (id: number) => {
    const text = 'select deleted_at is null as active from category where id = $1'
    return (await db.query<{ active: boolean }>({ text, values: [id] }))[0]?.active
  }

  it('its owner; whoever knows the owner is refused, others do not find it', async () => {
    const { olga, ed, pia, stan } = await cast()
    const id = await category(olga, 'surf')
    await remove(id)
    expect(await restore(ed, 'category', id)).toBe('FORBIDDEN')
    for (const person of [pia, stan])
      expect(await restore(person, 'category', id)).toBe('NOT_FOUND')
    expect(await isActive(id)).toBe(false)
    for (const _ of [1, 2]) expect(await restore(olga, 'category', id)).toBe(true)
    expect(await isActive(id)).toBe(true)
  })

  it('not where its slug is taken by now (8)', async () => {
    const { olga } = await cast()
    const id = await category(olga, 'surf')
    await remove(id)
    const newer = await category(olga, 'surf')
    const { errors } = await as(olga).graphql(mutation, { kind: 'CATEGORY', id })
    expect(errors[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { slug: ['You already have a category with this slug.'] },
    })
    expect(await isActive(id)).toBe(false)
    await remove(newer)
    expect(await restore(olga, 'category', id)).toBe(true)
  })
})

describe('17 restore: as', () => {
  it('an operator acts with the rights of the account that is named', async () => {
    const world = await cast()
    const { ed, vera, stan } = world
    const id = await deletedTrip(world)
    const named = (email: string) => restore(operator, 'trip', id, { as: email })
    expect(await named(stan.email)).toBe('NOT_FOUND')
    expect(await named(vera.email)).toBe('FORBIDDEN')
    expect(await named('nobody.at.all@mail.example')).toBe('NOT_FOUND')
    expect(await named('')).toBe('NOT_FOUND')
    expect(await named(ed.email.toUpperCase())).toBe(true)
    expect((await as(ed).get(`/v1/trips/${id}`)).status).toBe(200)
  })

  it('an operator must name one', async () => {
    const id = await deletedTrip(await cast())
    for (const more of [{}, { as: null }]) {
      const variables = { kind: 'TRIP', id, ...more }
      const { errors } = await as(nobody).graphql(mutation, variables, operator)
      expect(errors[0]?.extensions).toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: { as: ['This field is required.'] },
      })
    }
  })

  it('nobody else may, for themselves neither', async () => {
    const world = await cast()
    const { olga, ed } = world
    const id = await deletedTrip(world)
    expect(await restore(ed, 'trip', id, { as: olga.email })).toBe('FORBIDDEN')
    expect(await restore(olga, 'trip', id, { as: olga.email })).toBe('FORBIDDEN')
    expect(await restore({}, 'trip', id, { as: olga.email })).toBe('UNAUTHENTICATED')
    expect(await restore(olga, 'trip', id, { as: null })).toBe(true)
  })

  it.each(['TRIP', 'CATEGORY', ...allKinds.map(({ one }) => one)])(
    '%s: unknown ids are not found',
    async (kind) => {
      const { olga } = await cast()
      for (const id of [0, -1, 2_147_483_647]) {
        expect(await restore(olga, kind, id)).toBe('NOT_FOUND')
        expect(await restore(operator, kind, id, { as: olga.email })).toBe('NOT_FOUND')
      }
    },
  )
})
