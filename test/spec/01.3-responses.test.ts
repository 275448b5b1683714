import { describe, expect, test } from 'vitest'
import { anonymous, as } from '../client.ts'
import { cast, logged, trip as makeTrip } from '../world.ts'
import { empty200, gone204 } from './answers.ts'

describe('1.3 Responses', () => {
  test('1. Content-Type is application/json in UTF-8, for refusals too', async () => {
    const { olga, vera, stan, trip } = await cast()
    const path = `/v1/trips/${trip.id}`
    for (const answer of [
      await as(olga).get('/v2/trips'),
      await as(olga).get(path),
      await as(olga).post('/v1/trips', { name: 'Malmö' }),
      await as(olga).patch(path, { hidden: 'x' }),
      await as(olga).patch(path, '{'),
      await as(olga).patch(path, 'x', { 'content-type': 'text/plain' }),
      await as(anonymous).get(path),
      await as(vera).patch(path, {}),
      await as(stan).get(path),
      await as(olga).post(path),
      await as(olga).options(path),
      await as(olga).get('/nope'),
    ]) {
      expect(answer.headers['content-type']).toMatch(/^application\/json(; ?charset=utf-8)?$/i)
    }
  })

  test('1. Text of any script is returned as sent', async () => {
    const { olga } = await cast()
    const name = 'Ünïcödé 東京 🏝️ ‏שלום "quoted" \\ </script>'
    const made = await makeTrip(olga, { name })
    expect(made.name).toBe(name)
    expect((await as(olga).get(`/v2/trips/${made.id}`)).json.name).toBe(name)
  })

  test('2. Datetimes are returned in UTC, without fractions', async () => {
    const { olga, trip } = await cast()
    const { json } = await as(olga).post(`/v1/trip/${trip.id}/activities`, {})
    for (const moment of [json.created_at, json.updated_at]) {
      expect(moment).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
      expect(Math.abs(Date.parse(moment) - Date.now())).toBeLessThan(60_000)
    }
  })

  test('3. An empty 200 has zero bytes and Content-Length: 0', async () => {
    const { olga } = await cast()
    await makeTrip(olga, { internal_identifier: 'lx-2031' })
    const again = await as(olga).post('/v1/trips', { internal_identifier: 'lx-2031' })
    expect(again).toMatchObject(empty200)
  })

  test('3. A 204 has no body and no Content-Length', async () => {
    const { olga, trip } = await cast()
    const answer = await as(olga).delete(`/v1/trips/${trip.id}`)
    expect(answer).toMatchObject(gone204)
    expect(answer.headers).not.toHaveProperty('content-length')
  })

  test.each([['text/html'], ['application/xml;q=1'], ['image/*'], ['nonsense'], ['']])(
    '4. The Accept header is not evaluated: %s',
    async (accept) => {
      const { olga } = await cast()
      const answer = await as(olga).get('/v1/trips', { accept })
      expect(answer.status).toBe(200)
      expect(answer.headers['content-type']).toMatch(/^application\/json/)
    },
  )

  test('5. Prices and coordinates are JSON numbers, never strings', async () => {
    const { olga, trip } = await cast()
    const body = { price: '410.5', longitude: '-9.14', latitude: '38' }
    const { text } = await as(olga).post(`/v1/trip/${trip.id}/hostings`, body)
    expect(text).toContain('"longitude":-9.14,"latitude":38,')
    expect(text).toContain('"price":410.5,')
    const cost = await as(olga).post(`/v1/trip/${trip.id}/expenses`, { title: 'x', price: '31' })
    expect(cost.text).toContain('"price":31,')
  })

  test('5. Prices are returned as they were sent', async () => {
    const { olga, trip } = await cast()
    for (const price of [0.1, 19.99, 1234567.89, 1e-7, 9007199254740991, -5]) {
      const { json } = await as(olga).post(`/v1/trip/${trip.id}/expenses`, { title: 'x', price })
      expect(json.price).toBe(price)
    }
  })

  test('6. Responses have no version header and no rate-limit headers', async () => {
    const { olga } = await cast()
    for (const path of ['/v1/trips', '/v2/trips', '/nope']) {
      const names = Object.keys((await as(olga).get(path)).headers).join('\n')
      expect(names).not.toMatch(/ratelimit|retry-after|version|x-powered-by|^server$/im)
    }
  })

  test('7. No secret reaches an answer or a log line (target Z5)', async () => {
    const { olga, stan, trip } = await cast()
    await as(olga).get(`/v1/trips?key=${olga.key}`)
    await as({ key: stan.key }).get(`/v1/trips/${trip.id}`)
    const wrong = { username: olga.username, password: 'canary-password' }
    const { text } = await as(anonymous).post('/auth', wrong)
    await as(olga).post('/v1/trips', '{"name": canary-body')
    const lines = logged.join('')
    for (const secret of [olga.key, stan.key, 'canary-password', 'canary-body']) {
      expect(lines).not.toContain(secret)
      expect(text).not.toContain(secret)
    }
  })
})
