/**
 * Who may do what on the routes of children, and which ids and methods they know (test/spec/01.1,
 * 01.5).
 */
import { describe, expect, it } from 'vitest'
import { anonymous, as } from '../client.ts'
import { another, byPaths, byWord, path, unpriced } from '../itinerary.cases.ts'
import { insert } from '../sync.ts'
import { cast, trip as newTrip } from '../world.ts'
import { forbidden, notAllowed, notFound, unauthenticated } from './answers.ts'
import { member } from './persons.ts'

describe.each(byPaths)('18 access to /v1/trip/{trip_id}/%s and /%s/{id}', (_list, _word, kind) => {
  const read = [200, 200]
  it.each([
    ['olga', [...read, 201, 200, 200, 204], null],
    ['ed', [...read, 201, 200, 200, 204], null],
    ['vera', [...read, 403, 403, 403, 403], forbidden],
    ['pia', [404, 404, 404, 404, 404, 404], notFound],
    ['stan', [404, 404, 404, 404, 404, 404], notFound],
    ['anonymous', [401, 401, 401, 401, 401, 401], unauthenticated],
  ] as const)(
    '%s: list, read, create, put, patch, delete answer %j',
    async (name, statuses, body) => {
      const { trip, ...people } = await cast()
      const caller = name === 'anonymous' ? anonymous : people[name]
      const made = await as(people.olga).post(path('v1', kind, trip.id), kind.least)
      const list = path('v1', kind, trip.id)
      const one = path('v1', kind, trip.id, made.json.id)
      const answers = [
        await as(caller).get(list),
        await as(caller).get(one),
        await as(caller).post(list, kind.least),
        await as(caller).put(one, { name: 'x' }),
        await as(caller).patch(one, { name: 'y' }),
        await as(caller).delete(one),
      ]
      expect(answers.map(({ status }) => status)).toEqual(statuses)
      for (const answer of answers.filter(({ status }) => status >= 400)) {
        expect(answer).toMatchObject(body ?? {})
      }
    },
  )

  it('rights are checked before fields, access before rights (1.1)', async () => {
    const { vera, stan, trip } = await cast()
    const list = path('v1', kind, trip.id)
    expect((await as(vera).post(list, { hidden: 'perhaps' })).status).toBe(403)
    expect((await as(stan).post(list, { hidden: 'perhaps' })).status).toBe(404)
    expect((await as(vera).patch(path('v1', kind, trip.id, 2147483647), {})).status).toBe(404)
  })

  it('a member who may edit, but not the expenses, may do all of it', async () => {
    const { trip } = await cast()
    const nina = await member(trip.id, { can_edit: true })
    const made = await as(nina).post(path('v1', kind, trip.id), kind.least)
    expect([made.status, Object.keys(made.json)]).toEqual([201, unpriced(kind.v1)])
    const one = path('v1', kind, trip.id, made.json.id)
    const put = await as(nina).put(one, { name: 'x' })
    expect([put.status, Object.keys(put.json)]).toEqual([200, unpriced(kind.v1)])
    expect((await as(nina).delete(one)).status).toBe(204)
  })
})

describe.each(byWord)('1.5 child ids of /v1/trip/{trip_id}/%s/{id}', (_, kind) => {
  it('unknown, deleted, of another trip or of another collection: E-NOTFOUND (Z2)', async () => {
    const { olga, trip } = await cast()
    const other = await newTrip(olga, {})
    const elsewhere = await as(olga).post(path('v1', kind, other.id), kind.least)
    const sibling = another(kind)
    const [foreign] = await insert(sibling.one, {
      ...sibling.least,
      id: 1_900_000_000 + trip.id,
      trip_id: trip.id,
      owner_id: olga.id,
    })
    for (const id of [
      elsewhere.json.id,
      foreign,
      2147483647,
      '2147483648',
      '99999999999999999999',
    ]) {
      const one = path('v1', kind, trip.id, id)
      const answers = [
        await as(olga).get(one),
        await as(olga).put(one, { name: 'x' }),
        await as(olga).patch(one, { name: 'x' }),
        await as(olga).delete(one),
      ]
      for (const answer of answers) expect(answer).toMatchObject(notFound)
    }
    expect((await as(olga).get(path('v1', kind, other.id, elsewhere.json.id))).json.name).toBe('')
  })

  it.each(['x', '1x', '-1', '1.0', '%31%2F', '٣'])('%s in an id position: 404', async (id) => {
    const { olga, trip } = await cast()
    for (const route of [`/v1/trip/${trip.id}/${kind.one}/${id}`, `/v1/trip/${id}/${kind.many}`]) {
      const answer = await as(olga).get(encodeURI(route).replaceAll('%25', '%'))
      expect(answer).toMatchObject(notFound)
    }
  })
})

describe.each(byPaths)(
  '1.1 methods of /v1/trip/{trip_id}/%s and /%s/{id}',
  (_list, _word, kind) => {
    it('another method: 405 with an Allow header; without credentials 401', async () => {
      const { olga, trip } = await cast()
      const list = path('v1', kind, trip.id)
      const one = path('v1', kind, trip.id, 1)
      for (const [method, route, allowed] of [
        ['PUT', list, 'GET, HEAD, OPTIONS, POST'],
        ['DELETE', list, 'GET, HEAD, OPTIONS, POST'],
        ['POST', one, 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT'],
      ] as const) {
        const answer = await as(olga).send(method, route, {})
        expect(answer).toMatchObject(notAllowed(method))
        expect((answer.headers.allow ?? '').split(/,\s*/).sort().join(', ')).toBe(allowed)
        expect((await as(anonymous).send(method, route, {})).status).toBe(401)
      }
    })

    it('with a trailing slash: the same answers, directly', async () => {
      const { ed, trip } = await cast()
      const made = await as(ed).post(`${path('v1', kind, trip.id)}/`, kind.least)
      expect(made.status).toBe(201)
      const one = `${path('v1', kind, trip.id, made.json.id)}/`
      expect((await as(ed).get(one)).text).toBe(made.text)
      expect((await as(ed).get(`${path('v1', kind, trip.id)}/`)).json.results).toEqual([made.json])
      expect((await as(ed).patch(one, { name: 'x' })).status).toBe(200)
      expect((await as(ed).delete(one)).status).toBe(204)
    })

    it('the body form is judged before access: 415, 400', async () => {
      const { stan, trip } = await cast()
      const list = path('v1', kind, trip.id)
      const media = await as(stan).post(list, 'a=b', { 'content-type': 'text/plain' })
      expect([media.status, media.json]).toEqual([
        415,
        { detail: 'Unsupported media type "text/plain" in request.' },
      ])
      const broken = await as(stan).post(list, '{"name":')
      expect([broken.status, broken.json]).toEqual([
        400,
        { detail: expect.stringMatching(/^JSON parse error - /) },
      ])
      const array = await as(stan).post(list, [])
      expect([array.status, array.json]).toEqual([
        400,
        { non_field_errors: ['Invalid data. Expected a dictionary, but got list.'] },
      ])
    })
  },
)
