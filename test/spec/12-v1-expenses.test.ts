/** How expenses differ: no identifier, no emails, no move. */
import { describe, expect, it } from 'vitest'
import { as } from '../client.ts'
import { insert, moment, tripsChangedSince } from '../sync.ts'
import { cast, trip as newTrip, type Rights } from '../world.ts'
import { invalidPage, notFound } from './answers.ts'
import { member } from './persons.ts'

const keys = ['id', 'title', 'date', 'price', 'currency', 'owner', 'trip']
const dinner = { title: 'Dinner', date: '2031-04-19T19:30:00Z', price: 62.4, currency: 'EUR' }

/** A trip with one expense of ed's, and nina, who has the given rights there. */
async function stage(rights: Rights = {}) {
  const world = await cast()
  const nina = await member(world.trip.id, rights)
  const list = `/v1/trip/${world.trip.id}/expenses`
  const made = await as(world.ed).post(list, dinner)
  const one = `/v1/trip/${world.trip.id}/expense/${made.json.id}`
  return { ...world, nina, list, made, one }
}

describe('12.1 GET /v1/trip/{trip_id}/expenses', () => {
  it('the list is 200 with an envelope of expenses, by id ascending; deleted is ignored', async () => {
    const { olga, list, made } = await stage()
    const second = await as(olga).post(list, dinner)
    const answer = await as(olga).get(`${list}?deleted=true`)
    expect(answer.status).toBe(200)
    expect(Object.keys(answer.json)).toEqual(['count', 'next', 'previous', 'results'])
    expect(answer.json.results).toEqual([made.json, second.json])
  })

  it('a page has 100 expenses', async () => {
    const { olga, trip } = await cast()
    const row = { title: 'row', price: 1, trip_id: trip.id, owner_id: olga.id }
    const ids = await insert('expense', row, 102)
    const list = `/v1/trip/${trip.id}/expenses`
    const last = await as(olga).get(`${list}?page=last&fields=id`)
    expect(last.json.results).toEqual(ids.slice(100).map((id) => ({ id })))
    expect(last.json).toMatchObject({ count: 102, next: null })
    const beyond = await as(olga).get(`${list}?page=3`)
    expect(beyond).toMatchObject(invalidPage)
  })

  it('updatedSince lists expenses by their own change; unparsable is 400', async () => {
    const { ed, list, made, one } = await stage()
    await as(ed).post(list, dinner)
    const since = await moment()
    await as(ed).patch(one, { title: 'Supper' })
    const { json } = await as(ed).get(`${list}?fields=id&updatedSince=${since}`)
    expect(json.results).toEqual([{ id: made.json.id }])
    const bad = await as(ed).get(`${list}?updatedSince=x`)
    expect([bad.status, Object.keys(bad.json)]).toEqual([400, ['updatedSince']])
  })

  it('fields and fields! apply to lists, details and writes', async () => {
    const { ed, list, one } = await stage()
    expect((await as(ed).get(`${list}?fields=title`)).json.results).toEqual([{ title: 'Dinner' }])
    expect((await as(ed).get(`${one}?fields=price,nothing`)).json).toEqual({ price: 62.4 })
    const made = await as(ed).post(`${list}?fields!=id,date`, dinner)
    expect(Object.keys(made.json)).toEqual(['title', 'price', 'currency', 'owner', 'trip'])
    expect((await as(ed).put(`${one}?fields=trip,title`, {})).json).toMatchObject({
      title: 'Dinner',
    })
  })
})

describe('12.2 POST /v1/trip/{trip_id}/expenses', () => {
  it("a create is 201 with the seven keys; owner is the creator's user id", async () => {
    const { ed, trip, made } = await stage()
    expect([made.status, Object.keys(made.json)]).toEqual([201, keys])
    expect(made.json).toEqual({ ...dinner, id: expect.any(Number), owner: ed.id, trip: trip.id })
  })

  it("date defaults to now, currency to the caller's default_currency", async () => {
    const { ed, olga, list } = await stage()
    await as(ed).patch('/v1/me', { default_currency: 'NOK' })
    for (const [caller, currency] of [
      [ed, 'NOK'],
      [olga, 'USD'],
    ] as const) {
      const { status, json } = await as(caller).post(list, { title: 'Bus', price: '3.5' })
      expect(status).toBe(201)
      expect(json).toMatchObject({ price: 3.5, currency })
      expect(json.date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
      expect(Math.abs(Date.parse(json.date as string) - Date.now())).toBeLessThan(10_000)
    }
  })

  it.each([
    [{}, { title: ['This field is required.'], price: ['This field is required.'] }],
    [
      { title: ' ', price: null },
      {
        title: ['This field may not be blank.'],
        price: ['This field may not be null.'],
      },
    ],
    [
      { title: null, price: 'much' },
      {
        title: ['This field may not be null.'],
        price: ['A valid number is required.'],
      },
    ],
    [{ ...dinner, date: null }, { date: ['This field may not be null.'] }],
    [{ ...dinner, date: '2031-04-19' }, { date: [expect.stringMatching(/^Datetime has wrong/)] }],
    [
      { ...dinner, currency: 'x'.repeat(11) },
      {
        currency: ['Ensure this field has no more than 10 characters.'],
      },
    ],
    [
      { ...dinner, title: 'x'.repeat(256) },
      {
        title: ['Ensure this field has no more than 255 characters.'],
      },
    ],
  ])('%j is 400', async (body, validationErrors) => {
    const { ed, list } = await stage()
    const answer = await as(ed).post(list, body)
    expect([answer.status, answer.json]).toEqual([400, validationErrors])
    expect((await as(ed).get(list)).json.count).toBe(1)
  })

  it('a repeated create makes another expense; internal_identifier is ignored', async () => {
    const { ed, list, made } = await stage()
    for (const _ of [1, 2]) {
      const body = { ...dinner, internal_identifier: 'same-identifier' }
      const again = await as(ed).post(list, body)
      expect([again.status, again.json.id === made.json.id]).toEqual([201, false])
    }
  })

  it('only the four fields are writable (Z4)', async () => {
    const { olga, ed, stan, list, one, made } = await stage()
    const other = await newTrip(olga, {})
    const foreign = { id: 1, owner: stan.id, owner_id: stan.id, trip: other.id, trip_id: other.id }
    expect((await as(ed).patch(one, foreign)).text).toBe(made.text)
    const created = await as(ed).post(list, { ...dinner, ...foreign })
    expect(created.json).toEqual({ ...made.json, id: expect.any(Number) })
    expect(created.json.id).toBeGreaterThan(made.json.id)
  })

  it('creating, changing and deleting an expense changes the trip', async () => {
    const { olga, ed, trip, list, one } = await stage()
    for (const change of [
      () => as(ed).post(list, dinner),
      () => as(ed).patch(one, { price: 1 }),
      () => as(ed).delete(one),
    ]) {
      const since = await moment()
      expect(await tripsChangedSince(olga, since)).toEqual([])
      await change()
      expect(await tripsChangedSince(olga, since)).toEqual([trip.id])
    }
  })
})

describe('12.3 GET, PUT, PATCH, DELETE /v1/trip/{trip_id}/expense/{id}', () => {
  it.each(['put', 'patch'] as const)(
    '%s is 200 with the full expense, also with one field',
    async (verb) => {
      const { ed, one, made } = await stage()
      const answer = await as(ed)[verb](one, { price: '70.25' })
      expect([answer.status, answer.json]).toEqual([200, { ...made.json, price: 70.25 }])
      expect((await as(ed).get(one)).text).toBe(answer.text)
      expect((await as(ed)[verb](one, {})).text).toBe(answer.text)
    },
  )

  it('null or blank on title and price, and null on date, are validation errors (1.2)', async () => {
    const { ed, one, made } = await stage()
    const answer = await as(ed).patch(one, { title: '', price: null, date: null })
    expect([answer.status, answer.json]).toEqual([
      400,
      {
        title: ['This field may not be blank.'],
        price: ['This field may not be null.'],
        date: ['This field may not be null.'],
      },
    ])
    expect((await as(ed).get(one)).text).toBe(made.text)
    expect((await as(ed).patch(one, { currency: null })).json.currency).toBe('')
  })

  it('update_trip is ignored', async () => {
    const { olga, trip, one } = await stage()
    const other = await newTrip(olga, {})
    const answer = await as(olga).patch(one, { update_trip: other.id, title: 'Lunch' })
    expect(answer.status).toBe(200)
    expect(answer.json).toMatchObject({ title: 'Lunch', trip: trip.id })
    expect((await as(olga).patch(one, { update_trip: 'x' })).status).toBe(200)
  })

  it('DELETE is 204 without a body; a repeat is E-NOTFOUND', async () => {
    const { ed, list, one } = await stage()
    const answer = await as(ed).delete(one)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect((await as(ed).get(list)).json.count).toBe(0)
    for (const again of [await as(ed).delete(one), await as(ed).get(one)]) {
      expect(again).toMatchObject(notFound)
    }
  })

  it('unknown ids and ids of other trips are E-NOTFOUND (Z2)', async () => {
    const { olga, trip } = await stage()
    const other = await newTrip(olga, {})
    const elsewhere = await as(olga).post(`/v1/trip/${other.id}/expenses`, dinner)
    for (const id of [elsewhere.json.id, 2147483647, '2147483648', '99999999999999999999', 'x']) {
      const one = `/v1/trip/${trip.id}/expense/${id}`
      for (const answer of [
        await as(olga).get(one),
        await as(olga).patch(one, {}),
        await as(olga).delete(one),
      ])
        expect(answer).toMatchObject(notFound)
    }
  })
})
