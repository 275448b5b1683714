import { describe, expect, test } from 'vitest'
import { as } from '../client.ts'
import { age, cast, db, join, trip as makeTrip, type Person } from '../world.ts'
import { allKinds, kindsWithEmails } from './kinds.ts'

const day = 24 * 60 * 60 * 1000
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString()

/** The ids that a list answers with this query. */
async function ids(person: Person, path: string, query: Record<string, string>): Promise<number[]> {
  const answer = await as(person).get(`${path}?${new URLSearchParams(query)}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.json.results.map((result) => result.id)
}

const tripLists = [['/v1/trips'], ['/v2/trips']]

describe('1.8 updatedSince on trips', () => {
  test.each(tripLists)('3. 2 days are subtracted from the value first: %s', async (path) => {
    const { olga, trip } = await cast()
    const since = (days: number) => ids(olga, path as string, { updatedSince: inDays(days) })
    expect(await since(1)).toEqual([trip.id])
    expect(await since(3)).toEqual([])
    await age('trip', trip.id, '2030-06-10T12:00:00Z')
    const exactly = (updatedSince: string) => ids(olga, path as string, { updatedSince })
    expect(await exactly('2030-06-12T12:00:00Z'), 'changed_at >= value').toEqual([trip.id])
    expect(await exactly('2030-06-12T12:00:01Z')).toEqual([])
  })

  test.each(tripLists)('5. Collaborator trips are always included: %s', async (path) => {
    const { olga, ed, vera, pia, stan, trip } = await cast()
    const own = await makeTrip(ed)
    const query = { updatedSince: inDays(3000) }
    expect(await ids(ed, path as string, query)).toEqual([trip.id])
    expect(await ids(vera, path as string, query)).toEqual([trip.id])
    for (const person of [olga, pia, stan]) {
      expect(await ids(person, path as string, query), person.name).toEqual([])
    }
    expect(await ids(ed, path as string, {})).toEqual([trip.id, own.id])
  })

  /** Whether the trip counts as changed after `what` is done. */
  async function changes(
    what: (t: number, olga: Person, stan: Person) => Promise<unknown>,
    prepare: (t: number, olga: Person) => Promise<unknown> = async () => undefined,
  ): Promise<boolean> {
    const { olga, stan, trip } = await cast()
    await prepare(trip.id, olga)
    await age('trip', trip.id)
    const lists = async () => [
      await ids(olga, '/v1/trips', { updatedSince: inDays(1) }),
      await ids(olga, '/v2/trips', { updatedSince: inDays(1) }),
    ]
    expect(await lists()).toEqual([[], []])
    await what(trip.id, olga, stan)
    const [v1, v2] = await lists()
    expect(v1).toEqual(v2)
    return v2?.includes(trip.id) ?? false
  }

  test('4. A trip is changed by an update of it', async () => {
    const change = (t: number, olga: Person) => as(olga).patch(`/v1/trips/${t}`, { name: 'x' })
    expect(await changes(change)).toBe(true)
  })

  test('4. A trip is not changed by an update that changes nothing', async () => {
    const same = { name: 'Lisbon long weekend', starts_at: '2031-04-18', hidden: false }
    expect(await changes((t, olga) => as(olga).patch(`/v1/trips/${t}`, {}))).toBe(false)
    expect(await changes((t, olga) => as(olga).put(`/v1/trips/${t}`, same))).toBe(false)
    expect(await changes((t, olga) => as(olga).get(`/v1/trips/${t}`))).toBe(false)
  })

  test("4. A trip is changed by a change of a member's permissions or membership", async () => {
    expect(await changes((t, _, stan) => join(t, stan, {}))).toBe(true)
    expect(
      await changes((t) =>
        db.query({
          text: `update member set can_edit = not can_edit
          where trip_id = $1 and not is_owner`,
          values: [t],
        }),
      ),
    ).toBe(true)
    expect(
      await changes((t) =>
        db.query({ text: 'delete from member where trip_id = $1 and not is_owner', values: [t] }),
      ),
    ).toBe(true)
  })

  test.each(allKinds.map((kind) => [kind.one, kind] as const))(
    '4. A trip is changed by create, update and delete of one %s',
    async (one, { many, least, change }) => {
      expect(await changes((t, olga) => as(olga).post(`/v1/trip/${t}/${many}`, least))).toBe(true)
      for (const method of ['PATCH', 'DELETE'] as const) {
        let path = ''
        const prepare = async (t: number, olga: Person) => {
          const { json } = await as(olga).post(`/v1/trip/${t}/${many}`, least)
          path = `/v1/trip/${t}/${one}/${json.id}`
        }
        const body = method === 'PATCH' ? change : undefined
        expect(await changes((_, olga) => as(olga).send(method, path, body), prepare)).toBe(true)
      }
    },
  )

  test.each(kindsWithEmails.map((kind) => [kind.one, kind] as const))(
    '4. Both trips are changed by a move of one %s',
    async (one, { many, least }) => {
      const { olga, trip } = await cast()
      const other = await makeTrip(olga)
      const { json } = await as(olga).post(`/v1/trip/${trip.id}/${many}`, least)
      await age('trip', trip.id)
      await age('trip', other.id)
      const path = `/v1/trip/${trip.id}/${one}/${json.id}`
      expect((await as(olga).patch(path, { update_trip: other.id })).status).toBe(200)
      expect(await ids(olga, '/v2/trips', { updatedSince: inDays(1) })).toEqual([trip.id, other.id])
    },
  )

  test('4. A trip is changed by an email attached to it or to a child', async () => {
    const attach = (column: string, id: number, owner: Person) =>
      db.query({
        text: `insert into email (owner_id, ${column}, unique_parser_identifier, message_key)
          values ($1, $2, 'test:1', gen_random_uuid()::text)`,
        values: [owner.id, id],
      })
    expect(await changes((t, olga) => attach('trip_id', t, olga))).toBe(true)
    let id = 0
    const prepare = async (t: number, olga: Person) => {
      id = (await as(olga).post(`/v1/trip/${t}/activities`, {})).json.id
    }
    expect(await changes((_, olga) => attach('activity_id', id, olga), prepare)).toBe(true)
  })

  test('4. A trip is not changed by a document', async () => {
    const attach = (t: number, owner: Person) =>
      db.query({
        text: "insert into document (owner_id, trip_id, url) values ($1, $2, 'https://x.example')",
        values: [owner.id, t],
      })
    expect(await changes(attach)).toBe(false)
  })
})

describe('1.8 updatedSince on children', () => {
  test.each(allKinds.map((kind) => [kind.many, kind] as const))(
    '6. %s: a child is listed by its own change, without an offset',
    async (many, { one, least, change }) => {
      const { olga, ed, trip } = await cast()
      const { json } = await as(olga).post(`/v1/trip/${trip.id}/${many}`, least)
      const { json: other } = await as(olga).post(`/v1/trip/${trip.id}/${many}`, least)
      await age(one, json.id, '2020-06-10T12:00:00Z')
      await age(one, other.id, '2020-06-10T12:00:00Z')
      for (const version of one === 'expense' ? ['v1'] : ['v1', 'v2']) {
        const path = `/${version}/trip/${trip.id}/${many}`
        for (const person of [olga, ed]) {
          const since = (updatedSince: string) => ids(person, path, { updatedSince })
          expect(await since('2020-06-10T12:00:00Z')).toEqual([json.id, other.id])
          expect(await since('2020-06-10T12:00:01Z')).toEqual([])
        }
      }
      await as(olga).patch(`/v1/trip/${trip.id}/${one}/${other.id}`, change)
      const path = `/v1/trip/${trip.id}/${many}`
      const updatedSince = new Date(Date.now() - 60_000).toISOString()
      expect(await ids(olga, path, { updatedSince })).toEqual([other.id])
    },
  )

  test('6. A related email counts as a change of its child, whose updated_at stays', async () => {
    const { olga, trip } = await cast()
    const base = `/v1/trip/${trip.id}`
    const { json } = await as(olga).post(`${base}/activities`, {})
    await age('activity', json.id)
    const since = () => ids(olga, `${base}/activities`, { updatedSince: inDays(-1) })
    expect(await since()).toEqual([])
    await db.query({
      text: `insert into email (owner_id, activity_id, unique_parser_identifier, message_key)
        values ($1, $2, 'test:1', gen_random_uuid()::text)`,
      values: [olga.id, json.id],
    })
    expect(await since()).toEqual([json.id])
    const after = await as(olga).get(`${base}/activity/${json.id}`)
    expect(after.json.updated_at).toBe('2020-01-01T00:00:00Z')
  })

  test("6. The child's updated_at stays, however many emails arrive in one tick of the clock", async () => {
    const { olga, trip } = await cast()
    const { json } = await as(olga).post(`/v1/trip/${trip.id}/activities`, {})
    await age('activity', json.id)
    await db.query({
      text: `insert into email (owner_id, activity_id, unique_parser_identifier, message_key)
        select $1, $2, 'test:1', gen_random_uuid()::text from generate_series(1, 1000)`,
      values: [olga.id, json.id],
    })
    const after = await as(olga).get(`/v1/trip/${trip.id}/activity/${json.id}`)
    expect(after.json.updated_at).toBe('2020-01-01T00:00:00Z')
  })

  test.each([
    ['activities', 'activity', 'museum', 'zoo'],
    ['transportations', 'transportation', 'train', 'flight'],
  ] as const)(
    '6. updatedSince combines with the type of %s',
    async (plural, table, type, other) => {
      const { olga, trip } = await cast()
      const list = `/v1/trip/${trip.id}/${plural}`
      const { json } = await as(olga).post(list, { [`${table}_type`]: type })
      await as(olga).post(list, { [`${table}_type`]: other })
      const { json: old } = await as(olga).post(list, { [`${table}_type`]: type })
      await age(table, old.id)
      const query = { [`${table}Type`]: type, updatedSince: inDays(-1) }
      for (const version of ['v1', 'v2']) {
        expect(await ids(olga, `/${version}/trip/${trip.id}/${plural}`, query)).toEqual([json.id])
      }
    },
  )
})
