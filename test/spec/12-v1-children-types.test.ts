/** The types of single kinds, and identifiers (test/spec/01.10). */
import { describe, expect, it } from 'vitest'
import { as } from '../client.ts'
import { another, byList, path } from '../itinerary.cases.ts'
import { cast, trip as newTrip } from '../world.ts'

describe.each(byList)('1.10 duplicate internal_identifier of %s', (_, kind) => {
  const named = (identifier: string) => ({ ...kind.least, internal_identifier: identifier })

  it.each(['a', 'abcde', 'abcdef', 'x'.repeat(255)])(
    'a create with an identifier already in the collection returns an empty 200',
    async (identifier) => {
      const { olga, ed, trip } = await cast()
      const list = path('v1', kind, trip.id)
      const made = await as(ed).post(list, named(identifier))
      expect(made.status).toBe(201)
      const again = await as(olga).post(`${list}?fields=id`, { ...named(identifier), name: 'two' })
      expect([again.status, again.text, again.headers['content-length']]).toEqual([200, '', '0'])
      expect((await as(ed).get(list)).json.results).toEqual([made.json])
    },
  )

  it('a missing, blank or null identifier never suppresses a create', async () => {
    const { ed, trip } = await cast()
    for (const identifier of [undefined, undefined, '', '', '  ', null, null]) {
      const body = { ...kind.least, internal_identifier: identifier }
      expect((await as(ed).post(path('v1', kind, trip.id), body)).status).toBe(201)
    }
  })

  it('identifiers are compared exactly, after trimming', async () => {
    const { ed, trip } = await cast()
    const list = path('v1', kind, trip.id)
    expect((await as(ed).post(list, named('Leg-1'))).status).toBe(201)
    expect((await as(ed).post(list, named('leg-1'))).status).toBe(201)
    expect((await as(ed).post(list, named(' Leg-1 '))).status).toBe(200)
  })

  it('the identifiers of deleted objects count', async () => {
    const { ed, trip } = await cast()
    const list = path('v1', kind, trip.id)
    const made = await as(ed).post(list, named('gone'))
    await as(ed).delete(path('v1', kind, trip.id, made.json.id))
    const again = await as(ed).post(list, named('gone'))
    expect([again.status, again.text]).toEqual([200, ''])
  })

  it('an identifier is free in another collection of the trip and in another trip', async () => {
    const { olga, trip } = await cast()
    const other = await newTrip(olga, {})
    const sibling = another(kind)
    await as(olga).post(path('v1', kind, trip.id), named('same'))
    const body = { ...sibling.least, internal_identifier: 'same' }
    expect((await as(olga).post(path('v1', sibling, trip.id), body)).status).toBe(201)
    expect((await as(olga).post(path('v1', kind, other.id), named('same'))).status).toBe(201)
  })

  it('validation runs first: an invalid body is 400 even if its identifier is a duplicate', async () => {
    const { ed, trip } = await cast()
    const list = path('v1', kind, trip.id)
    await as(ed).post(list, named('taken'))
    const again = await as(ed).post(list, { ...named('taken'), hidden: 'perhaps' })
    expect([again.status, again.json]).toEqual([400, { hidden: ['Must be a valid boolean.'] }])
  })

  it('updates never check for duplicates', async () => {
    const { ed, trip } = await cast()
    const list = path('v1', kind, trip.id)
    await as(ed).post(list, named('taken'))
    const other = await as(ed).post(list, named('other'))
    const one = path('v1', kind, trip.id, other.json.id)
    const answer = await as(ed).patch(one, { internal_identifier: 'taken' })
    expect([answer.status, answer.json.internal_identifier]).toEqual([200, 'taken'])
  })
})

describe('2.3 activity_type', () => {
  it.each([null, '', '   '])('%j becomes general, on create and on update', async (type) => {
    const { ed, trip } = await cast()
    const list = `/v1/trip/${trip.id}/activities`
    const made = await as(ed).post(list, { activity_type: type })
    expect([made.status, made.json.activity_type]).toEqual([201, 'general'])
    const one = `/v1/trip/${trip.id}/activity/${made.json.id}`
    await as(ed).patch(one, { activity_type: 'museum' })
    const changed = await as(ed).patch(one, { activity_type: type })
    expect([changed.status, changed.json.activity_type]).toEqual([200, 'general'])
  })

  it.each(['amusementPark', 'sightseeing', 'tile-hunting', 'Ganz was Neues!'])(
    'any non-blank string is accepted: %s',
    async (type) => {
      const { ed, trip } = await cast()
      const made = await as(ed).post(`/v1/trip/${trip.id}/activities`, { activity_type: type })
      expect([made.status, made.json.activity_type]).toEqual([201, type])
    },
  )
})

describe('2.4 transportation_type', () => {
  it.each([
    [{}, 'This field is required.'],
    [{ transportation_type: '' }, 'This field may not be blank.'],
    [{ transportation_type: '  ' }, 'This field may not be blank.'],
    [{ transportation_type: null }, 'This field may not be null.'],
    [
      { transportation_type: 'x'.repeat(256) },
      'Ensure this field has no more than 255 characters.',
    ],
    [{ transportation_type: [] }, 'Not a valid string.'],
  ])('a create with %j is 400 %s', async (body, message) => {
    const { ed, trip } = await cast()
    const answer = await as(ed).post(`/v1/trip/${trip.id}/transportations`, body)
    expect([answer.status, answer.json]).toEqual([400, { transportation_type: [message] }])
  })

  it('null or blank is a validation error on update too; absent keeps the value', async () => {
    const { ed, trip } = await cast()
    const list = `/v1/trip/${trip.id}/transportations`
    const made = await as(ed).post(list, { transportation_type: 'walk' })
    const one = `/v1/trip/${trip.id}/transportation/${made.json.id}`
    for (const [type, message] of [
      ['', 'This field may not be blank.'],
      [null, 'This field may not be null.'],
    ]) {
      const answer = await as(ed).put(one, { transportation_type: type })
      expect([answer.status, answer.json]).toEqual([400, { transportation_type: [message] }])
    }
    const answer = await as(ed).put(one, { name: 'x' })
    expect([answer.status, answer.json.transportation_type]).toEqual([200, 'walk'])
  })

  it('arrival_bags may be a string or a number, and is returned as a string', async () => {
    const { ed, trip } = await cast()
    const list = `/v1/trip/${trip.id}/transportations?fields=arrival_bags`
    for (const [sent, stored] of [
      [4, '4'],
      ['B7', 'B7'],
    ]) {
      const made = await as(ed).post(list, { transportation_type: 'airplane', arrival_bags: sent })
      expect([made.status, made.json]).toEqual([201, { arrival_bags: stored }])
    }
  })
})
