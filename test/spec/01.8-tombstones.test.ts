import { describe, expect, test } from 'vitest'
import { as } from '../client.ts'
import { age, cast, db, trip as makeTrip, type Person } from '../world.ts'
import { gone204, notFound } from './answers.ts'
import { allKinds, kindsWithEmails } from './kinds.ts'

const day = 24 * 60 * 60 * 1000
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString()

async function list(person: Person, path: string): Promise<unknown[]> {
  const answer = await as(person).get(path)
  expect(answer.status, answer.text).toBe(200)
  return answer.json.results
}

/** Dates a deletion in the past. */
async function deletedAt(table: string, id: number, moment: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query({ text: 'set local session_replication_role = replica' })
    const text = `update ${table} set deleted_at = $2, changed_at = $2 where id = $1`
    await tx.query({ text, values: [id, moment] })
  })
}

describe('1.8 deleted=true', () => {
  test('1. GET /v2/trips returns only the ids of soft-deleted trips, and no active ones', async () => {
    const { olga, trip } = await cast()
    const kept = await makeTrip(olga)
    await as(olga).delete(`/v1/trips/${trip.id}`)
    const answer = await as(olga).get('/v2/trips?deleted=true')
    expect(answer.json).toEqual({
      count: 1,
      next: null,
      previous: null,
      results: [{ id: trip.id }],
    })
    expect(await list(olga, '/v2/trips?fields=id')).toEqual([{ id: kept.id }])
  })

  test.each([['true'], ['True'], ['TRUE'], ['tRuE']])(
    '1. deleted=true is accepted in any case: %s',
    async (value) => {
      const { olga, trip } = await cast()
      await as(olga).delete(`/v1/trips/${trip.id}`)
      expect(await list(olga, `/v2/trips?deleted=${value}`)).toEqual([{ id: trip.id }])
    },
  )

  test.each([['1'], ['yes'], ['false'], ['True1'], [''], ['null']])(
    '1. Any other value of deleted counts as absent: %j',
    async (value) => {
      const { olga, trip } = await cast()
      const doomed = await makeTrip(olga)
      await as(olga).delete(`/v1/trips/${doomed.id}`)
      const path = `/v2/trips?fields=id&deleted=${value}`
      expect(await list(olga, path)).toEqual([{ id: trip.id }])
    },
  )

  test.each(kindsWithEmails.map((kind) => [kind.many, kind] as const))(
    '2. GET /v2/trip/{trip_id}/%s returns the tombstones of this trip and collection',
    async (many, { one, least }) => {
      const { olga, ed, vera, trip } = await cast()
      const made = async (t: number) =>
        (await as(olga).post(`/v1/trip/${t}/${many}`, least)).json.id
      const [kept, doomed] = [await made(trip.id), await made(trip.id)]
      const other = await makeTrip(olga)
      const elsewhere = await made(other.id)
      await as(olga).delete(`/v1/trip/${trip.id}/${one}/${doomed}`)
      await as(olga).delete(`/v1/trip/${other.id}/${one}/${elsewhere}`)
      const path = `/v2/trip/${trip.id}/${many}`
      for (const person of [olga, ed, vera]) {
        expect(await list(person, `${path}?deleted=true`)).toEqual([{ id: doomed }])
        expect(await list(person, `${path}?fields=id`)).toEqual([{ id: kept }])
      }
      for (const { many: collection } of kindsWithEmails.filter((kind) => kind.many !== many)) {
        expect(await list(olga, `/v2/trip/${trip.id}/${collection}?deleted=true`)).toEqual([])
      }
    },
  )

  test('3. Only /v2 lists honour deleted=true: all v1 lists and details ignore it', async () => {
    const { olga, trip } = await cast()
    const doomed = await makeTrip(olga)
    await as(olga).delete(`/v1/trips/${doomed.id}`)
    expect(await list(olga, '/v1/trips?deleted=true&fields=id')).toEqual([{ id: trip.id }])
    for (const { one, many, least } of allKinds) {
      const path = `/v1/trip/${trip.id}/${many}`
      const { json: kept } = await as(olga).post(path, least)
      const { json: gone } = await as(olga).post(path, least)
      await as(olga).delete(`/v1/trip/${trip.id}/${one}/${gone.id}`)
      expect(await list(olga, `${path}?deleted=true&fields=id`)).toEqual([{ id: kept.id }])
    }
    const single = `/v2/trips/${trip.id}`
    expect((await as(olga).get(`${single}?deleted=true`)).json).toHaveProperty('name')
    expect(await as(olga).get(`/v2/trips/${doomed.id}?deleted=true`)).toMatchObject(notFound)
  })

  test('4. updatedSince filters deleted trips by deletion time, with the 2-day offset', async () => {
    const { olga, trip } = await cast()
    await as(olga).delete(`/v1/trips/${trip.id}`)
    const since = (moment: string) => list(olga, `/v2/trips?deleted=true&updatedSince=${moment}`)
    expect(await since(inDays(1))).toEqual([{ id: trip.id }])
    expect(await since(inDays(3))).toEqual([])
    await deletedAt('trip', trip.id, '2020-06-10T12:00:00Z')
    expect(await since('2020-06-12T12:00:00Z')).toEqual([{ id: trip.id }])
    expect(await since('2020-06-12T12:00:01Z')).toEqual([])
  })

  test.each(kindsWithEmails.map((kind) => [kind.many, kind] as const))(
    '4. updatedSince filters deleted %s by deletion time, without an offset',
    async (many, { one, least }) => {
      const { olga, trip } = await cast()
      const { json } = await as(olga).post(`/v1/trip/${trip.id}/${many}`, least)
      await age(one, json.id)
      await as(olga).delete(`/v1/trip/${trip.id}/${one}/${json.id}`)
      const since = (moment: string) =>
        list(olga, `/v2/trip/${trip.id}/${many}?deleted=true&updatedSince=${moment}`)
      expect(await since(inDays(-1 / 24))).toEqual([{ id: json.id }])
      expect(await since(inDays(1))).toEqual([])
      await deletedAt(one, json.id, '2020-06-10T12:00:00Z')
      expect(await since('2020-06-10T12:00:00Z')).toEqual([{ id: json.id }])
      expect(await since('2020-06-10T12:00:01Z')).toEqual([])
    },
  )

  test.each([
    ['activities', 'activity', 'activityType', ['bar', 'cafe']],
    ['transportations', 'transportation', 'transportationType', ['bus', 'car']],
  ] as const)(
    '4. deleted %s can be filtered by their type, exactly',
    async (many, one, filter, types) => {
      const { olga, trip } = await cast()
      const gone: number[] = []
      for (const type of types) {
        const body = { [`${one}_type`]: type }
        const { json } = await as(olga).post(`/v1/trip/${trip.id}/${many}`, body)
        await as(olga).delete(`/v1/trip/${trip.id}/${one}/${json.id}`)
        gone.push(json.id)
      }
      const of = (type: string) => list(olga, `/v2/trip/${trip.id}/${many}?deleted=true&${type}`)
      expect(await of(`${filter}=${types[0]}`)).toEqual([{ id: gone[0] }])
      expect(await of(`${filter}=${types[0].toUpperCase()}`)).toEqual([])
      expect(await of(`${filter}=`)).toEqual(gone.map((id) => ({ id })))
    },
  )

  test('5. Trips the caller owned or had joined are listed; joined ones whatever updatedSince', async () => {
    const { olga, ed, vera, pia, stan, trip } = await cast()
    await as(olga).delete(`/v1/trips/${trip.id}`)
    for (const query of ['', `&updatedSince=${inDays(3000)}`]) {
      const path = `/v2/trips?deleted=true${query}`
      expect(await list(ed, path)).toEqual([{ id: trip.id }])
      expect(await list(vera, path)).toEqual([{ id: trip.id }])
      expect(await list(pia, path), 'pending invitee').toEqual([])
      expect(await list(stan, path), 'stranger').toEqual([])
    }
    expect(await list(olga, `/v2/trips?deleted=true&updatedSince=${inDays(3000)}`)).toEqual([])
  })

  test('6. An object moved to another trip leaves no tombstone', async () => {
    const { olga, trip } = await cast()
    const other = await makeTrip(olga)
    for (const { one, many, least } of kindsWithEmails) {
      const { json } = await as(olga).post(`/v1/trip/${trip.id}/${many}`, least)
      const path = `/v1/trip/${trip.id}/${one}/${json.id}`
      expect((await as(olga).patch(path, { update_trip: other.id })).status).toBe(200)
      expect(await list(olga, `/v2/trip/${trip.id}/${many}?deleted=true`)).toEqual([])
      expect(await list(olga, `/v2/trip/${other.id}/${many}?fields=id`)).toEqual([{ id: json.id }])
    }
  })
})

describe('1.11 Soft delete', () => {
  test('1. DELETE of a trip hides it from every route except the tombstone list', async () => {
    const { olga, ed, trip } = await cast()
    expect(await as(olga).delete(`/v1/trips/${trip.id}`)).toMatchObject(gone204)
    for (const person of [olga, ed]) {
      expect(await list(person, '/v1/trips')).toEqual([])
      expect(await list(person, '/v2/trips')).toEqual([])
      expect(await list(person, '/v2/trips?deleted=true')).toEqual([{ id: trip.id }])
      expect(await as(person).get(`/v1/trips/${trip.id}`)).toMatchObject(notFound)
    }
    const [row] = await db.query<{ name: string }>({
      text: 'select name from trip where id = $1 and deleted_at is not null',
      values: [trip.id],
    })
    expect(row?.name, 'recoverable by the operator').toBe('Lisbon long weekend')
  })

  test('2. A second DELETE of a trip is 404', async () => {
    const { olga, trip } = await cast()
    expect((await as(olga).delete(`/v1/trips/${trip.id}`)).status).toBe(204)
    expect(await as(olga).delete(`/v1/trips/${trip.id}`)).toMatchObject(notFound)
  })

  test.each(allKinds.map((kind) => [kind.many, kind] as const))(
    '2. A second DELETE is 404: %s',
    async (many, { one, least, change }) => {
      const { olga, trip } = await cast()
      const { json } = await as(olga).post(`/v1/trip/${trip.id}/${many}`, least)
      const path = `/v1/trip/${trip.id}/${one}/${json.id}`
      expect(await as(olga).delete(path)).toMatchObject(gone204)
      expect(await as(olga).delete(path)).toMatchObject(notFound)
      expect(await as(olga).get(path)).toMatchObject(notFound)
      expect(await as(olga).patch(path, change)).toMatchObject(notFound)
      expect(await list(olga, `/v1/trip/${trip.id}/${many}`)).toEqual([])
    },
  )

  test('3. Children of a deleted trip are not reachable and not listed as tombstones', async () => {
    const { olga, trip } = await cast()
    const made = await Promise.all(
      kindsWithEmails.map(async ({ one, many, least }) => {
        const { json } = await as(olga).post(`/v1/trip/${trip.id}/${many}`, least)
        const gone = await as(olga).post(`/v1/trip/${trip.id}/${many}`, least)
        await as(olga).delete(`/v1/trip/${trip.id}/${one}/${gone.json.id}`)
        return `${one}/${json.id}`
      }),
    )
    await as(olga).delete(`/v1/trips/${trip.id}`)
    for (const child of made) {
      expect(await as(olga).get(`/v1/trip/${trip.id}/${child}`)).toMatchObject(notFound)
      expect(await as(olga).get(`/v2/trip/${trip.id}/${child}`)).toMatchObject(notFound)
    }
    for (const { many } of kindsWithEmails) {
      const path = `/v2/trip/${trip.id}/${many}`
      expect(await as(olga).get(path)).toMatchObject(notFound)
      expect(await as(olga).get(`${path}?deleted=true`)).toMatchObject(notFound)
    }
  })
})
