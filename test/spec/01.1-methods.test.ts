import { describe, expect, test } from 'vitest'
import { anonymous, as, type ClientAnswer } from '../client.ts'
import { cast } from '../world.ts'
import {
  exactly,
  forbidden,
  invalid,
  messages,
  notAllowed,
  notFound,
  unauthenticated,
} from './answers.ts'
import { allKinds, kindsWithEmails } from './kinds.ts'

/** The methods of an `Allow` header, sorted. */
function allowed(answer: ClientAnswer): string[] {
  return (answer.headers.allow ?? '').split(/\s*,\s*/).sort()
}

const reads = ['GET', 'HEAD', 'OPTIONS']

describe('1.1 Methods', () => {
  test.each([
    ['PUT', '/v1/trips', [...reads, 'POST']],
    ['PATCH', '/v1/trips', [...reads, 'POST']],
    ['DELETE', '/v1/trips', [...reads, 'POST']],
    ['POST', '/v1/trips/{t}', ['DELETE', ...reads, 'PATCH', 'PUT']],
    ['POST', '/v1/me', [...reads, 'PATCH', 'PUT']],
    ['DELETE', '/auth/user/', [...reads, 'PATCH', 'PUT']],
    ['GET', '/auth/logout/', ['OPTIONS', 'POST']],
    ['GET', '/auth/password/change/', ['OPTIONS', 'POST']],
    ['PUT', '/v1/trip/{t}/expenses', [...reads, 'POST']],
    ['POST', '/v1/trip/{t}/activity/1', ['DELETE', ...reads, 'PATCH', 'PUT']],
  ] as const)(
    '5. A known path with an unsupported method is 405: %s %s',
    async (method, path, allow) => {
      const { olga, trip } = await cast()
      const url = path.replace('{t}', String(trip.id))
      const answer = await as(olga).send(method, url)
      expect(answer).toMatchObject(notAllowed(method))
      expect(allowed(answer)).toEqual([...allow].sort())
      expect(await as(anonymous).send(method, url), 'without credentials').toMatchObject(
        unauthenticated,
      )
    },
  )

  test.each([['/auth'], ['/v1/auth'], ['/auth/login/'], ['/v1/signup'], ['/auth/password/reset/']])(
    '5. A public route answers 405 without credentials: GET %s',
    async (path) => {
      const answer = await as(anonymous).get(path)
      expect(answer).toMatchObject(notAllowed('GET'))
      expect(allowed(answer)).toEqual(['OPTIONS', 'POST'])
      expect(await as(anonymous).head(path)).toMatchObject({ status: 405, text: '' })
    },
  )

  test.each([['TRACE'], ['PROPFIND'], ['QUERY']])(
    '5. The method is named as sent: %s',
    async (method) => {
      const { olga } = await cast()
      expect(await as(olga).send(method as 'GET', '/v1/trips')).toMatchObject(notAllowed(method))
    },
  )

  test.each([
    ['/healthz', 'GET, HEAD'],
    ['/openapi.json', 'GET, HEAD'],
    ['/openapi-clients.json', 'GET, HEAD'],
    ['/graphql', 'GET, POST, OPTIONS'],
    ['/reset/1/abc', 'GET, HEAD, POST, OPTIONS'],
  ])('5. A method that a route outside REST does not support is 405: %s', async (path, allow) => {
    const client = as(anonymous)
    const methods = ['DELETE', 'TRACE', 'PROPFIND', 'QUERY', 'SEARCH', 'M-SEARCH', 'LOCK'] as const
    for (const method of methods) {
      const answer = await client.send(method as 'DELETE', path)
      expect([answer.status, answer.headers.allow], method).toEqual([405, allow])
      expect(await client.send(method as 'DELETE', '/nope')).toMatchObject(notFound)
    }
    const { status, json } = await client.send('DELETE', '/healthz')
    expect([status, json]).toEqual([405, { detail: 'Method "DELETE" not allowed.' }])
  })

  test('6. HEAD is accepted wherever GET is, with the same status and headers and no body', async () => {
    const { olga, stan, trip } = await cast()
    for (const [person, path] of [
      [olga, '/v1/trips'],
      [olga, '/v2/trips'],
      [olga, `/v1/trips/${trip.id}`],
      [olga, `/v2/trip/${trip.id}/hostings`],
      [olga, '/v1/me'],
      [stan, `/v1/trips/${trip.id}`],
      [anonymous, '/v1/trips'],
    ] as const) {
      const [head, get] = [await as(person).head(path), await as(person).get(path)]
      expect(head, path).toMatchObject({ status: get.status, text: '' })
      expect(Object.keys(head.headers).sort(), path).toEqual(Object.keys(get.headers).sort())
      for (const header of ['content-type', 'content-length', 'www-authenticate']) {
        expect(head.headers[header], `${header} of ${path}`).toBe(get.headers[header])
      }
    }
  })

  test('7. Order of checks: path, credentials, method, body form, access, right, fields', async () => {
    const { olga, vera, stan, trip } = await cast()
    const path = `/v1/trips/${trip.id}`
    const text = { 'content-type': 'text/plain' }
    const bad = { hidden: 'perhaps' }
    expect(await as({ key: 'stale' }).get('/nope')).toMatchObject(notFound)
    expect(await as(anonymous).post(path, 'x', text), 'before 405').toMatchObject(unauthenticated)
    expect(await as(anonymous).patch(path, 'x', text), 'before 415').toMatchObject(unauthenticated)
    expect(await as(anonymous).patch(path, '{'), 'before 400').toMatchObject(unauthenticated)
    expect(await as(stan).post(path, 'x', text), 'before 415').toMatchObject(notAllowed('POST'))
    expect(await as(stan).post(path, '{'), 'before 400').toMatchObject(notAllowed('POST'))
    expect((await as(stan).patch(path, 'x', text)).status, 'before 404').toBe(415)
    expect((await as(stan).patch(path, '{')).status, 'before 404').toBe(400)
    expect(await as(stan).patch(path, bad)).toMatchObject(notFound)
    expect(await as(vera).patch(path, bad)).toMatchObject(forbidden)
    expect(await as(olga).patch(path, bad)).toMatchObject(invalid('hidden', messages.boolean))
  })

  test('7. Order of checks on children: trip, object, right, fields', async () => {
    const { olga, vera, stan, trip } = await cast()
    for (const { one, many, least } of allKinds) {
      const { json } = await as(olga).post(`/v1/trip/${trip.id}/${many}`, least)
      const path = `/v1/trip/${trip.id}/${one}/${json.id}`
      const bad = { hidden: 'perhaps', title: [] }
      expect(await as(stan).patch(path, bad), path).toMatchObject(notFound)
      expect(await as(stan).post(`/v1/trip/${trip.id}/${many}`, bad)).toMatchObject(notFound)
      expect(await as(vera).patch(path, bad), path).toMatchObject(forbidden)
      expect(await as(vera).post(`/v1/trip/${trip.id}/${many}`, bad)).toMatchObject(forbidden)
      expect((await as(olga).patch(path, bad)).status, path).toBe(400)
    }
  })

  test('8. OPTIONS answers 200, an Allow header and a small JSON object', async () => {
    const { olga, trip } = await cast()
    for (const path of ['/v1/trips', `/v1/trips/${trip.id}`, '/v2/trips', '/auth/user/', '/auth']) {
      const answer = await as(olga).options(path)
      expect(answer.status, path).toBe(200)
      expect(allowed(answer), path).toContain('OPTIONS')
      expect(Object.keys(answer.json)).toEqual(['name', 'description', 'renders', 'parses'])
      expect(answer.json).toMatchObject({
        name: expect.any(String),
        description: expect.any(String),
        renders: expect.arrayContaining(['application/json']),
        parses: expect.arrayContaining(['application/json']),
      })
    }
  })

  test('8. OPTIONS needs the same authentication as the route', async () => {
    const { trip } = await cast()
    expect(await as(anonymous).options('/v1/trips')).toMatchObject(unauthenticated)
    expect(await as(anonymous).options(`/v2/trip/${trip.id}/hostings`)).toMatchObject(
      unauthenticated,
    )
    expect((await as(anonymous).options('/auth')).status).toBe(200)
    expect((await as(anonymous).options('/v1/signup')).status).toBe(200)
    expect(await as(anonymous).options('/nope')).toMatchObject(notFound)
  })

  test('9. All /v2/... paths allow only GET, HEAD, OPTIONS', async () => {
    const { olga, trip } = await cast()
    const children = kindsWithEmails.flatMap(({ one, many }) => [many, `${one}/1`])
    const paths = ['/v2/trips', `/v2/trips/${trip.id}`].concat(
      children.map((child) => `/v2/trip/${trip.id}/${child}`),
    )
    for (const path of paths) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
        const answer = await as(olga).send(method, path)
        expect(answer, path).toMatchObject(
          exactly(405, { detail: `Method "${method}" not allowed.` }),
        )
        expect(allowed(answer), path).toEqual(reads)
      }
    }
  })
})
