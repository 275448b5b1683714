import { describe, expect, test } from 'vitest'
import { anonymous, as } from '../client.ts'
import { cast, db, trip as makeTrip, type Person } from '../world.ts'
import {
  exactly,
  forbidden,
  gone204,
  invalid,
  messages,
  notFound,
  unauthenticated,
} from './answers.ts'
import { permissions } from './shapes.ts'

const ids = async (person: Person) =>
  (await as(person).get('/v1/trips')).json.results.map((result) => result.id)

describe('6.1 GET /v1/trips', () => {
  test('1. The list is 200 {"results":[v1 trips]}, all that the caller owns or has joined', async () => {
    const { olga, ed, vera, pia, stan, trip } = await cast()
    const own = await makeTrip(ed)
    const { text, json } = await as(olga).get('/v1/trips')
    expect(Object.keys(json)).toEqual(['results'])
    const single = await as(olga).get(`/v1/trips/${trip.id}`)
    expect(text).toBe(`{"results":[${single.text}]}`)
    expect(await ids(ed)).toEqual([trip.id, own.id])
    expect(await ids(vera)).toEqual([trip.id])
    expect((await as(pia).get('/v1/trips')).text).toBe('{"results":[]}')
    expect((await as(stan).get('/v1/trips')).text).toBe('{"results":[]}')
  })

  test('2. Errors: E-AUTH, E-VALID', async () => {
    const { olga } = await cast()
    expect(await as(anonymous).get('/v1/trips')).toMatchObject(unauthenticated)
    const broken = await as(olga).get('/v1/trips?updatedSince=x')
    expect(broken).toMatchObject(invalid('updatedSince', messages.datetime))
  })
})

describe('6.2 POST /v1/trips', () => {
  test('1. A create is 201 with the v1 trip as stored', async () => {
    const { stan } = await cast()
    const answer = await as(stan).post('/v1/trips', { name: 'Oslo', starts_at: '2031-04-18' })
    expect(answer).toMatchObject({ status: 201, json: { name: 'Oslo', owner: stan.id } })
    expect((await as(stan).get(`/v1/trips/${answer.json.id}`)).text).toBe(answer.text)
    expect(await ids(stan)).toEqual([answer.json.id])
  })

  test('2. Errors: E-AUTH, E-VALID, E-MEDIA; nothing is created', async () => {
    const { stan } = await cast()
    expect(await as(anonymous).post('/v1/trips', { name: 'x' })).toMatchObject(unauthenticated)
    const wrong = await as(stan).post('/v1/trips', { name: 'x', starts_at: '18.04.2031' })
    expect(wrong).toMatchObject(invalid('starts_at', messages.date))
    const text = await as(stan).post('/v1/trips', 'name=x', { 'content-type': 'text/plain' })
    expect(text).toMatchObject(
      exactly(415, { detail: 'Unsupported media type "text/plain" in request.' }),
    )
    expect(await ids(stan)).toEqual([])
  })

  test('3. The caller is the owner, with all permissions', async () => {
    const { stan } = await cast()
    const { id } = await makeTrip(stan)
    const [member, ...others] = await db.query<Record<string, unknown>>({
      text: 'select * from member where trip_id = $1',
      values: [id],
    })
    expect(others).toEqual([])
    const all = Object.fromEntries(permissions.map((key) => [key, true]))
    expect(member).toMatchObject({ user_id: stan.id, joined: true, ...all })
  })

  test('4. parent_type and id in the body are ignored', async () => {
    const { olga, stan, trip } = await cast()
    const body = { parent_type: 'trip', id: trip.id, name: 'mine' }
    const { status, json } = await as(stan).post('/v1/trips', body)
    expect(status).toBe(201)
    expect(json.id).not.toBe(trip.id)
    expect((await as(olga).get(`/v1/trips/${trip.id}`)).json.name).toBe('Lisbon long weekend')
  })
})

describe('6.3 GET /v1/trips/{id}', () => {
  test('1. The detail is 200 with the same v1 trip for everybody with access', async () => {
    const { olga, ed, vera, trip } = await cast()
    const { text } = await as(olga).get(`/v1/trips/${trip.id}`)
    for (const person of [ed, vera]) {
      expect(await as(person).get(`/v1/trips/${trip.id}`)).toMatchObject({ status: 200, text })
    }
  })

  test('2. Errors: E-AUTH, E-NOTFOUND', async () => {
    const { olga, pia, stan, trip } = await cast()
    const path = `/v1/trips/${trip.id}`
    expect(await as(anonymous).get(path)).toMatchObject(unauthenticated)
    expect(await as(pia).get(path)).toMatchObject(notFound)
    expect(await as(stan).get(path)).toMatchObject(notFound)
    expect(await as(olga).get('/v1/trips/2000000000')).toMatchObject(notFound)
  })
})

describe('6.4 PUT and PATCH /v1/trips/{id}', () => {
  test.each([['PUT'], ['PATCH']] as const)('1. %s is 200 with the v1 trip', async (method) => {
    const { olga, ed, trip } = await cast()
    for (const [person, name] of [
      [olga, 'by its owner'],
      [ed, 'by an editor'],
    ] as const) {
      const answer = await as(person).send(method, `/v1/trips/${trip.id}`, { name })
      expect(answer).toMatchObject({ status: 200, json: { id: trip.id, name, owner: olga.id } })
      expect((await as(olga).get(`/v1/trips/${trip.id}`)).text).toBe(answer.text)
    }
  })

  test.each([['PUT'], ['PATCH']] as const)(
    '2. %s: Errors: E-AUTH, E-VALID, E-PERM, E-NOTFOUND',
    async (method) => {
      const { olga, vera, pia, stan, trip } = await cast()
      const path = `/v1/trips/${trip.id}`
      const before = (await as(olga).get(path)).text
      const body = { name: 'taken over' }
      expect(await as(anonymous).send(method, path, body)).toMatchObject(unauthenticated)
      expect(await as(vera).send(method, path, body)).toMatchObject(forbidden)
      expect(await as(vera).send(method, path, {})).toMatchObject(forbidden)
      for (const person of [pia, stan]) {
        expect(await as(person).send(method, path, body)).toMatchObject(notFound)
      }
      const half = await as(olga).send(method, path, { ...body, hidden: 'x' })
      expect(half).toMatchObject(invalid('hidden', messages.boolean))
      expect((await as(olga).get(path)).text, 'nothing half-written').toBe(before)
    },
  )

  test('3. An empty body is 200 with the unchanged object', async () => {
    const { olga, trip } = await cast()
    const path = `/v1/trips/${trip.id}`
    const { text } = await as(olga).get(path)
    // PostgreSQL's mark of a write: it changes even where a write sets nothing new.
    const written = { text: 'select xmin::text from trip where id = $1', values: [trip.id] }
    const before = await db.query(written)
    for (const method of ['PUT', 'PATCH'] as const) {
      expect(await as(olga).send(method, path, {})).toMatchObject({ status: 200, text })
      expect(await as(olga).send(method, path)).toMatchObject({ status: 200, text })
    }
    expect(await db.query(written), 'nothing written').toEqual(before)
  })

  test('4. guest_invites of any value, parent_type and id in the body are ignored', async () => {
    const { olga, stan, trip } = await cast()
    const path = `/v1/trips/${trip.id}`
    const { text } = await as(olga).get(path)
    for (const guest_invites of [[{ user_id: stan.id, permissions: {} }], 'x', [{}], null, 5]) {
      const body = { guest_invites, parent_type: 'trip', id: trip.id }
      expect(await as(olga).patch(path, body)).toMatchObject({ status: 200, text })
    }
    expect(await as(stan).get(path)).toMatchObject(notFound)
  })
})

describe('6.5 DELETE /v1/trips/{id}', () => {
  test('1. DELETE by the owner is 204; a member gets 403, others 404', async () => {
    const { olga, ed, vera, pia, stan, trip } = await cast()
    const path = `/v1/trips/${trip.id}`
    expect(await as(anonymous).delete(path)).toMatchObject(unauthenticated)
    expect(await as(ed).delete(path), 'also an editor').toMatchObject(forbidden)
    expect(await as(vera).delete(path)).toMatchObject(forbidden)
    expect(await as(pia).delete(path)).toMatchObject(notFound)
    expect(await as(stan).delete(path)).toMatchObject(notFound)
    expect((await as(olga).get(path)).status, 'untouched so far').toBe(200)
    expect(await as(olga).delete(path)).toMatchObject(gone204)
    expect(await as(olga).delete(path)).toMatchObject(notFound)
    expect(await as(ed).delete(path)).toMatchObject(notFound)
    expect(await as(olga).delete('/v1/trips/2000000000')).toMatchObject(notFound)
  })

  test('2. DELETE leaves other trips as they are', async () => {
    const { olga, trip } = await cast()
    const other = await makeTrip(olga)
    await as(olga).delete(`/v1/trips/${trip.id}`)
    expect(await ids(olga)).toEqual([other.id])
  })
})

/** Everything of a trip that a body cannot set (target Z4). */
const unwritable = (person: Person) => ({
  id: 1,
  owner: person.id,
  owner_id: person.id,
  ownerId: person.id,
  collaborators: 99,
  collaborators_count: 99,
  emails: [{ id: 1 }],
  guests: [{ id: person.id }],
  members: [{ user_id: person.id }],
  is_owner: true,
  permissions: { is_owner: true },
  created_at: '2001-01-01T00:00:00Z',
  changed_at: '2001-01-01T00:00:00Z',
  deleted_at: '2001-01-01T00:00:00Z',
  deletedAt: '2001-01-01T00:00:00Z',
})

describe('6 Mass assignment (target Z4)', () => {
  test('1. A create sets nothing but the writable fields', async () => {
    const { stan, pia } = await cast()
    const plain = await makeTrip(stan)
    const greedy = await as(stan).post('/v1/trips', unwritable(pia))
    expect(greedy.status).toBe(201)
    expect({ ...greedy.json, id: 0 }).toEqual({ ...plain, id: 0 })
    expect(greedy.json.id).toBeGreaterThan(plain.id)
    expect(await ids(pia)).toEqual([])
  })

  test.each([['PUT'], ['PATCH']] as const)('2. A %s ignores read-only fields', async (method) => {
    const { olga, ed, trip } = await cast()
    const row = async () =>
      db.query({ text: 'select * from trip where id = $1', values: [trip.id] })
    const before = await row()
    for (const person of [olga, ed]) {
      const answer = await as(person).send(method, `/v1/trips/${trip.id}`, unwritable(ed))
      expect(answer.status).toBe(200)
    }
    expect(await row()).toEqual(before)
  })
})
