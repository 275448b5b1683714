/**
 * What the routes of children check, in which order, and which ids and methods they know
 * (test/spec/01.1, 01.5); who may do what: test/core/permissions/matrix.
 */
import { describe, expect, it } from 'vitest'
import { anonymous, as } from '../client.ts'
import { byPaths, byWord, path } from '../itinerary.cases.ts'
import { cast } from '../world.ts'
import { notAllowed, notFound } from './answers.ts'

describe.each(byPaths)('1.1 checks of /v1/trip/{trip_id}/%s and /%s/{id}', (_list, _word, kind) => {
  it('access is checked before rights, rights before fields (1.1)', async () => {
    const { vera, stan, trip } = await cast()
    const list = path('v1', kind, trip.id)
    expect((await as(vera).post(list, { hidden: 'perhaps' })).status).toBe(403)
    expect((await as(stan).post(list, { hidden: 'perhaps' })).status).toBe(404)
    expect((await as(vera).patch(path('v1', kind, trip.id, 2147483647), {})).status).toBe(404)
  })
})

describe.each(byWord)('1.5 child ids of /v1/trip/{trip_id}/%s/{id}', (_, kind) => {
  it.each(['x', '1x', '-1', '1.0', '%31%2F', '٣'])('%s in an id position is 404', async (id) => {
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
    it('an unsupported method is 405 with an Allow header; without credentials 401', async () => {
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

    it('a path with a trailing slash returns the same, without a redirect', async () => {
      const { ed, trip } = await cast()
      const made = await as(ed).post(`${path('v1', kind, trip.id)}/`, kind.least)
      expect(made.status).toBe(201)
      const one = `${path('v1', kind, trip.id, made.json.id)}/`
      expect((await as(ed).get(one)).text).toBe(made.text)
      expect((await as(ed).get(`${path('v1', kind, trip.id)}/`)).json.results).toEqual([made.json])
      expect((await as(ed).patch(one, { name: 'x' })).status).toBe(200)
      expect((await as(ed).delete(one)).status).toBe(204)
    })

    it('a body of an invalid form is 415 or 400 before access is checked', async () => {
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
