import { describe, expect, test } from 'vitest'
import { anonymous, as } from '../client.ts'
import { cast, trip as makeTrip, password } from '../world.ts'
import { exactly, invalid, messages, tooLong } from './answers.ts'

const MiB = 1024 * 1024

describe('1.2 Request bodies', () => {
  test.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data'],
    ['application/xml'],
    ['application/vnd.api+json'],
    ['nonsense'],
  ])('1. JSON only: a non-empty body of type %s is 415', async (type) => {
    const { olga, trip } = await cast()
    const refused = exactly(415, { detail: `Unsupported media type "${type}" in request.` })
    const headers = { 'content-type': type }
    expect(await as(olga).post('/v1/trips', '{"name":"x"}', headers)).toMatchObject(refused)
    expect(await as(olga).put(`/v1/trips/${trip.id}`, 'x', headers)).toMatchObject(refused)
    expect(await as(anonymous).post('/auth', 'username=x', headers)).toMatchObject(refused)
  })

  test.each([['application/json'], ['application/json; charset=utf-8'], ['Application/JSON']])(
    '1. JSON only: a body of type %s is accepted',
    async (type) => {
      const { olga } = await cast()
      const answer = await as(olga).post('/v1/trips', '{"name":"Süd"}', { 'content-type': type })
      expect(answer).toMatchObject({ status: 201, json: { name: 'Süd' } })
    },
  )

  test('2. No body and no content type counts as {}', async () => {
    const { olga, trip } = await cast()
    expect((await as(olga).patch(`/v1/trips/${trip.id}`)).status).toBe(200)
    expect((await as(olga).post('/v1/trips')).status).toBe(201)
    expect(await as(anonymous).post('/v1/signup')).toMatchObject({
      status: 400,
      json: { username: [messages.required], password: [messages.required] },
    })
  })

  test('2. An empty body counts as {} whatever its content type', async () => {
    const { olga, trip } = await cast()
    for (const type of ['application/json', 'text/plain', '', 'nonsense']) {
      const headers = { 'content-type': type }
      expect((await as(olga).patch(`/v1/trips/${trip.id}`, '', headers)).status, type).toBe(200)
    }
    const json = { 'content-type': 'application/json' }
    const doomed = await makeTrip(olga)
    expect((await as(olga).delete(`/v1/trips/${doomed.id}`, json)).status).toBe(204)
    expect((await as(olga).post('/auth/logout/', '', json)).status).toBe(200)
  })

  test.each([
    ['{'],
    ['{"name":"x"'],
    ['nope'],
    ["{'name':'x'}"],
    ['{"name":NaN}'],
    ['{}{}'],
    [' '],
  ])('3. Unparsable JSON is 400 with the prefix JSON parse error: %s', async (body) => {
    const { olga, trip } = await cast()
    for (const answer of [
      await as(olga).post('/v1/trips', body),
      await as(olga).patch(`/v1/trips/${trip.id}`, body),
      await as(anonymous).post('/auth', body),
    ]) {
      expect(answer.status).toBe(400)
      expect(Object.keys(answer.json)).toEqual(['detail'])
      expect(answer.json.detail).toMatch(/^JSON parse error - ./)
    }
  })

  test.each([
    ['[]', 'Invalid data. Expected a dictionary, but got list.'],
    ['[{"name":"x"}]', 'Invalid data. Expected a dictionary, but got list.'],
    ['"x"', 'Invalid data. Expected a dictionary, but got str.'],
    ['5', 'Invalid data. Expected a dictionary, but got int.'],
    ['true', 'Invalid data. Expected a dictionary, but got bool.'],
    ['null', 'No data provided'],
  ])('4. A body whose top level is not an object is 400: %s', async (body, message) => {
    const { olga, trip } = await cast()
    const refused = invalid('non_field_errors', message)
    expect(await as(olga).post('/v1/trips', body)).toMatchObject(refused)
    expect(await as(olga).patch(`/v1/trips/${trip.id}`, body)).toMatchObject(refused)
    expect(await as(olga).post(`/v1/trip/${trip.id}/hostings`, body)).toMatchObject(refused)
    expect(await as(anonymous).post('/auth', body)).toMatchObject(refused)
    expect(await as(anonymous).post('/v1/signup', body)).toMatchObject(refused)
  })

  test('5. Unknown fields in a body are ignored', async () => {
    const { olga, trip } = await cast()
    const odd = '{"nope":1,"__proto__":{"name":"y"},"constructor":{"prototype":1},"":0,"name":"x"}'
    expect(await as(olga).post('/v1/trips', odd)).toMatchObject({
      status: 201,
      json: { name: 'x' },
    })
    const patched = await as(olga).patch(`/v1/trips/${trip.id}`, { internalIdentifier: 'camel' })
    expect(patched.json.internal_identifier).toBe('')
  })

  test('5. The last value of a repeated key counts', async () => {
    const { olga } = await cast()
    const { json } = await as(olga).post('/v1/trips', '{"name":"first","name":"last"}')
    expect(json.name).toBe('last')
  })

  test('6. Several field errors are reported together, one array per field', async () => {
    const { olga, trip } = await cast()
    const wrong = { hidden: 'x', starts_at: 'y', ends_at: 3, number_of_days: -1, name: [] }
    const errors = {
      hidden: [messages.boolean],
      starts_at: [messages.date],
      ends_at: [messages.date],
      number_of_days: ['Ensure this value is greater than or equal to 0.'],
      name: [messages.string],
    }
    for (const answer of [
      await as(olga).post('/v1/trips', wrong),
      await as(olga).put(`/v1/trips/${trip.id}`, wrong),
      await as(olga).patch(`/v1/trips/${trip.id}`, wrong),
    ]) {
      expect(answer.status).toBe(400)
      expect(answer.json).toEqual(errors)
    }
    expect((await as(olga).get(`/v1/trips/${trip.id}`)).json.name).toBe('Lisbon long weekend')
  })

  test('8. PUT behaves like PATCH: omitted fields stay unchanged', async () => {
    const { olga } = await cast()
    const before = await makeTrip(olga, { name: 'Oslo', description: 'by train', hidden: true })
    const after = await as(olga).put(`/v1/trips/${before.id}`, { name: 'Bergen' })
    expect(after).toMatchObject({ status: 200 })
    expect(after.json).toEqual({ ...before, name: 'Bergen' })
  })

  test('9. Fields are not checked against each other', async () => {
    const { olga, trip } = await cast()
    const backwards = { starts_at: '2031-05-02', ends_at: '2031-05-01' }
    expect(await as(olga).post('/v1/trips', backwards)).toMatchObject({
      status: 201,
      json: backwards,
    })
    const times = { starts_at: '2031-05-02T10:00:00Z', ends_at: '2031-05-01T10:00:00Z' }
    const answer = await as(olga).post(`/v1/trip/${trip.id}/hostings`, times)
    expect(answer).toMatchObject({ status: 201, json: times })
  })

  test('10. A body larger than 1 MiB is 413', async () => {
    const { olga, stan, trip } = await cast()
    const body = (bytes: number) => `{"nope":"${'x'.repeat(bytes - '{"nope":""}'.length)}"}`
    const refused = exactly(413, { detail: 'Request body too large.' })
    expect(await as(olga).post('/v1/trips', body(MiB + 1))).toMatchObject(refused)
    expect(await as(anonymous).post('/auth', body(MiB + 1))).toMatchObject(refused)
    expect(await as(stan).patch(`/v1/trips/${trip.id}`, body(MiB + 1))).toMatchObject(refused)
    expect((await as(olga).post('/v1/trips', body(MiB))).status).toBe(201)
  })

  test('11. Text that cannot be stored is refused, never a 5xx', async () => {
    const { olga, trip } = await cast()
    const path = `/v1/trip/${trip.id}/activities`
    expect.soft((await as(olga).post('/v1/trips', '{"name":"a\\u0000b"}')).status).toBe(400)
    expect.soft((await as(olga).post(path, '{"notes":"a\\u0000b"}')).status).toBe(400)
    const nul = exactly(400, { activityType: ['Null characters are not allowed.'] })
    expect.soft(await as(olga).get(`${path}?activityType=a%00b`)).toMatchObject(nul)
    expect.soft((await as(olga).post('/v1/trips', '{"name":"\\ud800"}')).status).toBeLessThan(500)
    const login = await as(anonymous).post('/auth', { username: 'a\u0000b', password: 'x\u0000' })
    expect.soft(login.status).toBe(400)
  })
})

describe('1.12 Limits', () => {
  test.each([
    ['name', 255],
    ['internal_identifier', 255],
    ['timezone', 64],
    ['description', 20_000],
  ])('1. %s of a trip takes at most %i characters', async (field, most) => {
    const { olga, trip } = await cast()
    const full = 'ü'.repeat(most)
    const path = `/v1/trips/${trip.id}`
    expect(await as(olga).patch(path, { [field]: full })).toMatchObject({ json: { [field]: full } })
    const refused = invalid(field, tooLong(most))
    expect(await as(olga).patch(path, { [field]: `${full}x` })).toMatchObject(refused)
    expect(await as(olga).post('/v1/trips', { [field]: `${full}x` })).toMatchObject(refused)
    const padded = await as(olga).patch(path, { [field]: `  ${full}\n` })
    expect(padded, 'white space around it does not count').toMatchObject({ status: 200 })
  })

  test('1. A character outside the basic plane counts once', async () => {
    const { olga } = await cast()
    const answer = await as(olga).post('/v1/trips', { name: '🏝'.repeat(255) })
    expect(answer).toMatchObject({ status: 201, json: { name: '🏝'.repeat(255) } })
    const longer = await as(olga).post('/v1/trips', { name: '🏝'.repeat(256) })
    expect(longer).toMatchObject(invalid('name', tooLong(255)))
  })

  test('1. URLs take at most 2048 characters', async () => {
    const { olga } = await cast()
    const url = `https://images.example/${'x'.repeat(2048 - 'https://images.example/'.length)}`
    expect((await as(olga).post('/v1/trips', { cover_image_url: url })).status).toBe(201)
    const answer = await as(olga).post('/v1/trips', { cover_image_url: `${url}x` })
    expect(answer).toMatchObject(invalid('cover_image_url', tooLong(2048)))
  })

  test('1. currency takes at most 10 characters, kept as sent', async () => {
    const { olga, trip } = await cast()
    const path = `/v1/trip/${trip.id}/activities`
    const answer = await as(olga).post(path, { currency: 'eUr-credit' })
    expect(answer).toMatchObject({ status: 201, json: { currency: 'eUr-credit' } })
    const longer = await as(olga).post(path, { currency: 'eUr-credits' })
    expect(longer).toMatchObject(invalid('currency', tooLong(10)))
  })

  test('1. timezone is stored as sent, not checked against the IANA list', async () => {
    const { olga, trip } = await cast()
    for (const timezone of ['GMT+02:00', 'Europe/Kyiv', 'Moon/Tranquility']) {
      const answer = await as(olga).patch(`/v1/trips/${trip.id}`, { timezone })
      expect(answer.json).toMatchObject({ timezone })
    }
  })
})

describe('1.2 Passwords', () => {
  test('1. White space is not removed from passwords', async () => {
    const { olga } = await cast()
    const login = { username: ` ${olga.username} `, password }
    expect((await as(anonymous).post('/auth', login)).status, 'a name is trimmed').toBe(200)
    const padded = { username: olga.username, password: ` ${password}` }
    expect((await as(anonymous).post('/auth', padded)).status).toBe(400)
  })
})
