/** The routes themselves; every test runs for every kind. */
import { describe, expect, it } from 'vitest'
import { as } from '../client.ts'
import { byList, byWord, path, unpriced } from '../itinerary.cases.ts'
import { insert, insertEmail, moment, tripsChangedSince } from '../sync.ts'
import { cast, trip as newTrip } from '../world.ts'
import { invalidPage, notFound } from './answers.ts'

const form = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/

describe.each(byList)('12.1 GET /v1/trip/{trip_id}/%s', (_, kind) => {
  it('the list is 200 with an envelope of v1 objects, by id ascending', async () => {
    const { ed, olga, trip } = await cast()
    const list = path('v1', kind, trip.id)
    const first = await as(ed).post(list, { ...kind.least, name: 'b' })
    const second = await as(olga).post(list, { ...kind.least, name: 'a' })
    const answer = await as(ed).get(list)
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
    expect(Object.keys(answer.json)).toEqual(['count', 'next', 'previous', 'results'])
    expect(answer.json).toEqual({
      count: 2,
      next: null,
      previous: null,
      results: [first.json, second.json],
    })
    expect(Object.keys(answer.json.results[0] ?? {})).toEqual(kind.v1)
  })

  it('the list holds only objects of this trip', async () => {
    const { ed, olga, trip } = await cast()
    const other = await newTrip(olga, {})
    await as(olga).post(path('v1', kind, other.id), kind.least)
    const { json } = await as(ed).get(path('v1', kind, trip.id))
    expect(json).toEqual({ count: 0, next: null, previous: null, results: [] })
  })

  it('a page has 100 objects, and links keep all other query parameters (1.6)', async () => {
    const { olga, trip } = await cast()
    const row = { ...kind.least, trip_id: trip.id, owner_id: olga.id }
    const ids = await insert(kind.one, row, 101)
    const list = path('v1', kind, trip.id)
    const first = await as(olga).get(`${list}?fields=id&deleted=true`)
    expect(first.json.count).toBe(101)
    expect(first.json.previous).toBeNull()
    expect(first.json.results).toEqual(ids.slice(0, 100).map((id) => ({ id })))
    const next = new URL(first.json.next ?? '')
    expect(next.pathname).toBe(list)
    expect(Object.fromEntries(next.searchParams)).toEqual({
      fields: 'id',
      deleted: 'true',
      page: '2',
    })
    const second = await as(olga).get(`${next.pathname}${next.search}`)
    expect(second.json.results).toEqual([{ id: ids[100] }])
    expect(second.json.next).toBeNull()
    expect(new URL(second.json.previous ?? '').searchParams.has('page')).toBe(false)
  })

  it.each(['0', '2', '-1', 'x', '1.5', '99999999999'])(
    'page=%s of one page is E-PAGE',
    async (page) => {
      const { olga, trip } = await cast()
      const answer = await as(olga).get(`${path('v1', kind, trip.id)}?page=${page}`)
      expect(answer).toMatchObject(invalidPage)
    },
  )

  it('deleted is ignored', async () => {
    const { ed, trip } = await cast()
    const list = path('v1', kind, trip.id)
    const kept = await as(ed).post(list, kind.least)
    const gone = await as(ed).post(list, kind.least)
    await as(ed).delete(path('v1', kind, trip.id, gone.json.id))
    expect((await as(ed).get(`${list}?deleted=true`)).json.results).toEqual([kept.json])
  })

  it('updatedSince lists objects by their own change, without an offset', async () => {
    const { ed, trip } = await cast()
    const list = path('v1', kind, trip.id)
    const touched = await as(ed).post(list, kind.least)
    await as(ed).post(list, kind.least)
    const since = await moment()
    await as(ed).patch(path('v1', kind, trip.id, touched.json.id), { name: 'touched' })
    const created = await as(ed).post(list, kind.least)
    const { json } = await as(ed).get(`${list}?fields=id&updatedSince=${since}`)
    expect(json.results).toEqual([{ id: touched.json.id }, { id: created.json.id }])
  })

  it('an unparsable updatedSince is 400 with the key updatedSince', async () => {
    const { ed, trip } = await cast()
    const answer = await as(ed).get(`${path('v1', kind, trip.id)}?updatedSince=yesterday`)
    expect(answer.status).toBe(400)
    expect(answer.json).toEqual({
      updatedSince: [expect.stringMatching(/^Datetime has wrong format\. Use one of these/)],
    })
  })
})

describe.each(byList)('12.2 POST /v1/trip/{trip_id}/%s', (_, kind) => {
  it('a create is 201 with the v1 object, exactly its keys in their order', async () => {
    const { ed, trip } = await cast()
    const answer = await as(ed).post(path('v1', kind, trip.id), kind.least)
    expect(answer.status).toBe(201)
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
    expect(Object.keys(answer.json)).toEqual(kind.v1)
    expect(Object.keys(answer.json.owner as object)).toEqual(['id', 'name', 'email', 'photo_url'])
  })

  it('owner is the user who created the object, and the server sets the times', async () => {
    const { ed, trip } = await cast()
    const { json } = await as(ed).post(path('v1', kind, trip.id), kind.least)
    expect(json.owner).toEqual({ id: ed.id, name: ed.name, email: ed.email, photo_url: null })
    expect(json.trip).toBe(trip.id)
    expect(json.created_at).toMatch(form)
    expect(json.updated_at).toBe(json.created_at)
    expect(Math.abs(Date.parse(json.created_at) - Date.now())).toBeLessThan(10_000)
  })

  it('update_trip in the body is ignored', async () => {
    const { olga, trip } = await cast()
    const other = await newTrip(olga, {})
    const body = { ...kind.least, update_trip: other.id }
    const answer = await as(olga).post(path('v1', kind, trip.id), body)
    expect([answer.status, answer.json.trip]).toEqual([201, trip.id])
  })

  it('a create changes the trip', async () => {
    const { olga, ed, trip } = await cast()
    const since = await moment()
    expect(await tripsChangedSince(olga, since)).toEqual([])
    await as(ed).post(path('v1', kind, trip.id), kind.least)
    expect(await tripsChangedSince(olga, since)).toEqual([trip.id])
  })

  it('a refused body creates nothing', async () => {
    const { ed, trip } = await cast()
    const list = path('v1', kind, trip.id)
    const answer = await as(ed).post(list, { ...kind.least, name: 'x', hidden: 'perhaps' })
    expect([answer.status, answer.json]).toEqual([400, { hidden: ['Must be a valid boolean.'] }])
    expect((await as(ed).get(list)).json.count).toBe(0)
  })
})

describe.each(byWord)('12.3 GET, PUT, PATCH, DELETE /v1/trip/{trip_id}/%s/{id}', (_, kind) => {
  it('GET is 200 with the v1 object as POST returned it', async () => {
    const { ed, vera, trip } = await cast()
    const made = await as(ed).post(path('v1', kind, trip.id), { ...kind.least, name: 'Tiles' })
    const one = path('v1', kind, trip.id, made.json.id)
    const answer = await as(ed).get(one)
    expect([answer.status, answer.text]).toEqual([200, made.text])
    expect(Object.keys((await as(vera).get(one)).json)).toEqual(unpriced(kind.v1))
  })

  it.each(['put', 'patch'] as const)(
    '%s is 200 with the full v1 object, updated_at set to now',
    async (verb) => {
      const { ed, olga, trip } = await cast()
      const past = '2030-01-02T03:04:05Z'
      const row = {
        ...kind.least,
        trip_id: trip.id,
        owner_id: olga.id,
        name: 'old',
        currency: 'EUR',
      }
      const times = { created_at: past, updated_at: past, changed_at: past }
      const [id] = await insert(kind.one, { ...row, ...times })
      const one = path('v1', kind, trip.id, id)
      const before = await as(ed).get(one)
      const answer = await as(ed)[verb](one, { name: 'new' })
      expect(answer.status).toBe(200)
      expect(Object.keys(answer.json)).toEqual(kind.v1)
      expect(answer.json).toEqual({
        ...before.json,
        name: 'new',
        updated_at: expect.stringMatching(form),
      })
      expect(answer.json.created_at).toBe(past)
      expect(Math.abs(Date.parse(answer.json.updated_at) - Date.now())).toBeLessThan(10_000)
      expect((await as(olga).get(one)).text).toBe(answer.text)
    },
  )

  it('PUT, PATCH and DELETE change the trip', async () => {
    const { olga, ed, trip } = await cast()
    const made = await as(ed).post(path('v1', kind, trip.id), kind.least)
    const one = path('v1', kind, trip.id, made.json.id)
    for (const verb of ['put', 'patch', 'delete'] as const) {
      const since = await moment()
      expect(await tripsChangedSince(olga, since)).toEqual([])
      if (verb === 'delete') await as(ed).delete(one)
      else await as(ed)[verb](one, { name: verb })
      expect(await tripsChangedSince(olga, since)).toEqual([trip.id])
    }
  })

  it('DELETE is 204 without a body, and the object is gone from every route', async () => {
    const { ed, trip } = await cast()
    const list = path('v1', kind, trip.id)
    const made = await as(ed).post(list, kind.least)
    const one = path('v1', kind, trip.id, made.json.id)
    const answer = await as(ed).delete(one)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(answer.headers['content-length']).toBeUndefined()
    expect((await as(ed).get(list)).json.results).toEqual([])
    expect((await as(ed).get(one)).status).toBe(404)
    expect((await as(ed).patch(one, { name: 'again' })).status).toBe(404)
  })

  it('a repeated DELETE is E-NOTFOUND', async () => {
    const { ed, trip } = await cast()
    const made = await as(ed).post(path('v1', kind, trip.id), kind.least)
    const one = path('v1', kind, trip.id, made.json.id)
    await as(ed).delete(one)
    const answer = await as(ed).delete(one)
    expect(answer).toMatchObject(notFound)
  })

  it('children of a deleted trip are not reachable', async () => {
    const { olga, ed, trip } = await cast()
    const made = await as(ed).post(path('v1', kind, trip.id), kind.least)
    await as(olga).delete(`/v1/trips/${trip.id}`)
    for (const route of [path('v1', kind, trip.id), path('v1', kind, trip.id, made.json.id)]) {
      const answer = await as(olga).get(route)
      expect(answer).toMatchObject(notFound)
    }
    expect((await as(olga).post(path('v1', kind, trip.id), kind.least)).status).toBe(404)
  })

  it('emails has the attached emails for callers who may see documents, else [] (1.9, 2.9)', async () => {
    const { olga, ed, vera, trip } = await cast()
    const made = await as(ed).post(path('v1', kind, trip.id), kind.least)
    expect(made.json.emails).toEqual([])
    const email = await insertEmail(olga, { [`${kind.one}_id`]: made.json.id })
    const one = path('v1', kind, trip.id, made.json.id)
    expect((await as(ed).get(one)).json.emails).toEqual([
      {
        id: email,
        unique_parser_identifier: expect.any(String),
        date: '2031-03-01T07:45:00Z',
        subject: 'Your rail ticket',
        body_preview: 'Seat 21 ...',
        content: '<p>Seat 21</p>',
        attachments: [],
      },
    ])
    expect((await as(vera).get(one)).json.emails).toEqual([])
  })
})
