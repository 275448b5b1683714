/** What the v2 lists and details below a trip answer, and to whom. */
import { describe, expect, it } from 'vitest'
import { anonymous, as } from '../client.ts'
import { byList, byWord, path, samples, unpriced } from '../itinerary.cases.ts'
import { cast, trip as newTrip } from '../world.ts'
import { notAllowed, notFound, unauthenticated } from './answers.ts'

describe.each(byList)('3 GET /v2/trip/{trip_id}/%s', (_, kind) => {
  it('a list is 200 with an envelope of items without emails, by id ascending', async () => {
    const { ed, trip } = await cast()
    const ids = []
    for (const name of ['b', 'a']) {
      ids.push((await as(ed).post(path('v1', kind, trip.id), { ...kind.least, name })).json.id)
    }
    const answer = await as(ed).get(path('v2', kind, trip.id))
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
    expect(Object.keys(answer.json)).toEqual(['count', 'next', 'previous', 'results'])
    expect(answer.json).toMatchObject({ count: 2, next: null, previous: null })
    expect(answer.json.results.map(({ id }) => id)).toEqual(ids)
    for (const item of answer.json.results) {
      expect(Object.keys(item).filter((key) => kind.v1.includes(key))).toEqual(
        kind.v2.filter((key) => kind.v1.includes(key)),
      )
      expect(Object.keys(item).sort()).toEqual([...kind.v2].sort())
    }
  })

  it('items have the values that v1 wrote', async () => {
    const { ed, trip } = await cast()
    const made = await as(ed).post(path('v1', kind, trip.id), samples(kind))
    const { json } = await as(ed).get(path('v2', kind, trip.id))
    const { emails, ...shared } = made.json
    expect(json.results).toEqual([
      {
        ...shared,
        ...Object.fromEntries(
          Object.entries(samples(kind)).filter(([key]) => kind.v2.includes(key)),
        ),
      },
    ])
    expect(emails).toEqual([])
  })

  it('price and currency are omitted when the caller cannot see expenses', async () => {
    const { ed, vera, trip } = await cast()
    const made = await as(ed).post(path('v1', kind, trip.id), samples(kind))
    const list = await as(vera).get(path('v2', kind, trip.id))
    const one = await as(vera).get(path('v2', kind, trip.id, made.json.id))
    for (const item of [list.json.results[0], one.json]) {
      expect(Object.keys(item ?? {}).sort()).toEqual(unpriced(kind.v2).sort())
    }
    const named = await as(vera).get(`${path('v2', kind, trip.id)}?fields=price,id,currency`)
    expect(named.json.results).toEqual([{ id: made.json.id }])
  })

  it.each([
    ['olga', 200, null],
    ['ed', 200, null],
    ['vera', 200, null],
    ['pia', 404, notFound],
    ['stan', 404, notFound],
    ['anonymous', 401, unauthenticated],
  ] as const)('%s gets from list, tombstones and detail: %i', async (name, status, body) => {
    const { trip, ...world } = await cast()
    const caller = name === 'anonymous' ? anonymous : world[name]
    const made = await as(world.ed).post(path('v1', kind, trip.id), kind.least)
    for (const route of [
      path('v2', kind, trip.id),
      `${path('v2', kind, trip.id)}?deleted=true`,
      path('v2', kind, trip.id, made.json.id),
    ]) {
      const answer = await as(caller).get(route)
      expect(answer.status).toBe(status)
      if (body) expect(answer).toMatchObject(body)
      if (status === 401) expect(answer.headers['www-authenticate']).toBe('Token')
    }
  })

  it('an unknown or deleted trip, or one beyond 32 bits, is E-NOTFOUND, also with deleted=true', async () => {
    const { olga, trip } = await cast()
    await as(olga).delete(`/v1/trips/${trip.id}`)
    for (const id of [trip.id, 2147483647, 2147483648]) {
      for (const query of ['', '?deleted=true', '?updatedSince=2020-01-01']) {
        const answer = await as(olga).get(path('v2', kind, id) + query)
        expect(answer).toMatchObject(notFound)
      }
    }
  })

  it('a write is 405 with Allow GET, HEAD, OPTIONS; 401 without credentials', async () => {
    const { olga, trip } = await cast()
    for (const route of [path('v2', kind, trip.id), path('v2', kind, trip.id, 1)]) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
        const answer = await as(olga).send(method, route, {})
        expect(answer).toMatchObject(notAllowed(method))
        expect(answer.headers.allow?.split(/,\s*/).sort()).toEqual(['GET', 'HEAD', 'OPTIONS'])
        expect((await as(anonymous).send(method, route, {})).status).toBe(401)
      }
    }
  })

  it('a trailing slash and HEAD return the same status, HEAD without a body', async () => {
    const { ed, trip } = await cast()
    const made = await as(ed).post(path('v1', kind, trip.id), kind.least)
    for (const route of [path('v2', kind, trip.id), path('v2', kind, trip.id, made.json.id)]) {
      const plain = await as(ed).get(route)
      expect((await as(ed).get(`${route}/`)).text).toBe(plain.text)
      const head = await as(ed).head(route)
      expect([head.status, head.text]).toEqual([200, ''])
      expect(head.headers['content-type']).toBe(plain.headers['content-type'])
    }
  })
})

describe.each(byWord)('3 GET /v2/trip/{trip_id}/%s/{id}', (_, kind) => {
  it('a detail is 200 with the object as the list shows it, without an envelope', async () => {
    const { ed, trip } = await cast()
    const made = await as(ed).post(path('v1', kind, trip.id), samples(kind))
    const list = await as(ed).get(path('v2', kind, trip.id))
    const one = await as(ed).get(path('v2', kind, trip.id, made.json.id))
    expect(one.status).toBe(200)
    expect(one.text).toBe(JSON.stringify(list.json.results[0]))
  })

  it('an item that is missing, deleted, or not in an accessible trip is E-NOTFOUND', async () => {
    const { olga, ed, stan, trip } = await cast()
    const other = await newTrip(olga, {})
    const foreign = await newTrip(stan, {})
    const gone = await as(ed).post(path('v1', kind, trip.id), kind.least)
    await as(ed).delete(path('v1', kind, trip.id, gone.json.id))
    const elsewhere = await as(olga).post(path('v1', kind, other.id), kind.least)
    const hidden = await as(stan).post(path('v1', kind, foreign.id), kind.least)
    for (const [tripId, id] of [
      [trip.id, 2147483647],
      [trip.id, '2147483648'],
      [trip.id, gone.json.id],
      [trip.id, elsewhere.json.id],
      [trip.id, hidden.json.id],
      [foreign.id, hidden.json.id],
      [trip.id, 'x'],
      [trip.id, '99999999999999999999'],
    ] as const) {
      const answer = await as(olga).get(path('v2', kind, tripId, id))
      expect(answer).toMatchObject(notFound)
    }
  })
})

describe('2.4 the three keys of v2 transportations', () => {
  it('they are strings, null when unset, and absent from v1 answers (16)', async () => {
    const { ed, trip } = await cast()
    const list = `/v1/trip/${trip.id}/transportations`
    const bare = await as(ed).post(list, { transportation_type: 'bus' })
    const full = {
      departure_apple_maps_id: 'I63',
      arrival_apple_maps_id: 'I64',
      actual_transport_number: 'LX 9',
    }
    await as(ed).post(list, { transportation_type: 'bus', ...full })
    const { json } = await as(ed).get(`/v2/trip/${trip.id}/transportations`)
    expect(json.results[0]).toMatchObject({
      departure_apple_maps_id: null,
      arrival_apple_maps_id: null,
      actual_transport_number: null,
    })
    expect(json.results[1]).toMatchObject(full)
    for (const key of Object.keys(full)) expect(bare.json).not.toHaveProperty(key)
  })
})

describe('3 no v2 route for expenses or collaborators', () => {
  it.each(['expenses', 'expense/1', 'collaborators', 'collaborator/1', 'guests'])(
    '/v2/trip/{trip_id}/%s is 404, with or without credentials',
    async (tail) => {
      const { olga, trip } = await cast()
      for (const caller of [olga, anonymous]) {
        const answer = await as(caller).get(`/v2/trip/${trip.id}/${tail}`)
        expect(answer).toMatchObject(notFound)
      }
    },
  )
})
