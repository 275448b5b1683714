import { describe, expect, test } from 'vitest'
import { as } from '../client.ts'
import { cast, join, trip as makeTrip } from '../world.ts'
import { invalid, messages } from './answers.ts'
import { tripV1, tripV2 } from './shapes.ts'

const defaults = {
  internal_identifier: '',
  name: '',
  timezone: 'UTC',
  hidden: false,
  description: '',
  starts_at: null,
  ends_at: null,
  cover_gradient: 0,
  cover_image_url: null,
  collaborators_count: 1,
  collaborators: 1,
  has_dates: false,
  number_of_days: 0,
  emails: [],
}

const full = {
  internal_identifier: 'lx-2031',
  name: 'Lisbon long weekend',
  timezone: 'Europe/Lisbon',
  hidden: true,
  description: 'Tiles and tarts',
  starts_at: '2031-04-18',
  ends_at: '2031-04-21',
  cover_gradient: 3,
  cover_image_url: 'https://images.example/lisbon.jpg',
  has_dates: true,
  number_of_days: 4,
}

describe('2.1 Trip', () => {
  test('1. Every v1 answer has the keys of the v1 form, in the order of the example', async () => {
    const { olga, trip } = await cast()
    const path = `/v1/trips/${trip.id}`
    const [listed] = (await as(olga).get('/v1/trips')).json.results
    for (const json of [
      listed,
      (await as(olga).post('/v1/trips', {})).json,
      (await as(olga).get(path)).json,
      (await as(olga).put(path, {})).json,
      (await as(olga).patch(path, {})).json,
    ]) {
      expect(Object.keys(json ?? {})).toEqual(tripV1)
    }
  })

  test('2. The v2 form has no collaborators_count and emails, and has guests', async () => {
    const { olga, trip } = await cast()
    const [listed] = (await as(olga).get('/v2/trips')).json.results
    const { json } = await as(olga).get(`/v2/trips/${trip.id}`)
    expect(Object.keys(json)).toEqual(tripV2)
    expect(listed).toEqual(json)
    expect(Object.keys(listed ?? {})).toEqual(tripV2)
  })

  test('3. Fields left out of a create have their defaults', async () => {
    const { stan } = await cast()
    const { json } = await as(stan).post('/v1/trips', {})
    expect(json).toEqual({ id: expect.any(Number), owner: stan.id, ...defaults })
  })

  test("3. timezone defaults to the owner's profile timezone", async () => {
    const { stan } = await cast()
    await as(stan).patch('/v1/me', { timezone: 'America/Lima' })
    expect((await as(stan).post('/v1/trips', {})).json.timezone).toBe('America/Lima')
    expect((await makeTrip(stan, { timezone: 'Asia/Tokyo' })).timezone).toBe('Asia/Tokyo')
  })

  test('4. A create stores and returns every writable field', async () => {
    const { stan } = await cast()
    const made = await makeTrip(stan, full)
    expect(made).toMatchObject({ ...full, owner: stan.id })
    expect((await as(stan).get(`/v1/trips/${made.id}`)).json).toEqual(made)
    const { guests, ...v2 } = (await as(stan).get(`/v2/trips/${made.id}`)).json
    const { collaborators_count, emails, ...v1 } = made
    expect(v2).toEqual(v1)
    expect({ guests, emails, collaborators_count }).toEqual({
      guests: [],
      emails: [],
      collaborators_count: 1,
    })
  })

  test.each([['PUT'], ['PATCH']] as const)(
    '4. A %s stores and returns every writable field, one by one',
    async (method) => {
      const { stan } = await cast()
      let expected: Record<string, unknown> = await makeTrip(stan)
      for (const [field, value] of Object.entries(full)) {
        const answer = await as(stan).send(method, `/v1/trips/${expected.id}`, { [field]: value })
        expected = { ...expected, [field]: value }
        expect(answer).toMatchObject({ status: 200 })
        expect(answer.json).toEqual(expected)
      }
    },
  )

  test('5. has_dates is true if a date was sent, unless has_dates was sent too', async () => {
    const { stan } = await cast()
    for (const [body, has_dates] of [
      [{ starts_at: '2031-04-18' }, true],
      [{ ends_at: '2031-04-18' }, true],
      [{ starts_at: null, ends_at: null }, false],
      [{ starts_at: '2031-04-18', has_dates: false }, false],
      [{ has_dates: true }, true],
    ] as const) {
      expect(await makeTrip(stan, body), JSON.stringify(body)).toMatchObject({ has_dates })
    }
  })

  test('5. has_dates=false keeps the stored dates, which are still returned', async () => {
    const { olga, trip } = await cast()
    const { json } = await as(olga).patch(`/v1/trips/${trip.id}`, { has_dates: false })
    const dates = { starts_at: '2031-04-18', ends_at: '2031-04-21', has_dates: false }
    expect(json).toMatchObject(dates)
    expect((await as(olga).get(`/v2/trips/${trip.id}`)).json).toMatchObject(dates)
  })

  test('6. A blank cover_image_url is stored as null', async () => {
    const { stan } = await cast()
    const made = await makeTrip(stan, { cover_image_url: '' })
    expect(made.cover_image_url).toBeNull()
    const path = `/v1/trips/${made.id}`
    for (const blank of ['', '  ', null]) {
      await as(stan).patch(path, { cover_image_url: 'https://images.example/1.jpg' })
      const answer = await as(stan).patch(path, { cover_image_url: blank })
      expect(answer.json.cover_image_url).toBeNull()
    }
  })

  test('7. number_of_days is an integer, at least 0', async () => {
    const { stan } = await cast()
    const refused = invalid('number_of_days', 'Ensure this value is greater than or equal to 0.')
    expect(await as(stan).post('/v1/trips', { number_of_days: -1 })).toMatchObject(refused)
    const wrong = await as(stan).post('/v1/trips', { number_of_days: 1.5 })
    expect(wrong).toMatchObject(invalid('number_of_days', messages.integer))
  })

  test('8. Hidden trips are listed like others', async () => {
    const { stan } = await cast()
    const made = await makeTrip(stan, { hidden: true })
    for (const path of ['/v1/trips', '/v2/trips']) {
      const { json } = await as(stan).get(path)
      expect(json.results).toMatchObject([{ id: made.id, hidden: true }])
    }
  })

  test('9. collaborators and collaborators_count are the joined members, the owner included', async () => {
    const { olga, ed, stan, trip } = await cast()
    const counts = { collaborators: 3, collaborators_count: 3 }
    const path = `/v1/trips/${trip.id}`
    for (const person of [olga, ed]) {
      expect((await as(person).get(path)).json).toMatchObject(counts)
      expect((await as(person).get('/v1/trips')).json.results).toMatchObject([counts])
      const { json } = await as(person).get('/v2/trips')
      expect(json.results).toMatchObject([{ collaborators: 3 }])
    }
    await join(trip.id, stan, {})
    expect((await as(olga).get(path)).json.collaborators).toBe(4)
  })

  test('10. emails is [] for every member of a trip without emails', async () => {
    const { olga, ed, vera, trip } = await cast()
    for (const person of [olga, ed, vera]) {
      expect((await as(person).get(`/v1/trips/${trip.id}`)).json.emails).toEqual([])
    }
  })
})
