/** Move: `update_trip` of hostings, activities and transportations. */
import { describe, expect, it } from 'vitest'
import { as } from '../client.ts'
import { byWord, type KindCase, path } from '../itinerary.cases.ts'
import { insertEmail, moment, tripsChangedSince } from '../sync.ts'
import { allRights, cast, join, trip as newTrip } from '../world.ts'
import { forbidden, notFound } from './answers.ts'
import { member } from './persons.ts'

/**
 * An object of ed's in the cast's trip, and another trip of olga's that ed may edit too and vera
 * may see. `home` and `away` are the object's two paths.
 */
async function stage(kind: KindCase, body: object = {}) {
  const world = await cast()
  const other = await newTrip(world.olga, { timezone: 'Asia/Tokyo' })
  await join(other.id, world.ed, allRights)
  await join(other.id, world.vera)
  const list = path('v1', kind, world.trip.id)
  const made = await as(world.ed).post(list, { ...kind.least, ...body })
  const { id } = made.json
  return {
    ...world,
    other,
    made,
    id,
    list,
    home: path('v1', kind, world.trip.id, id),
    away: path('v1', kind, other.id, id),
    awayList: path('v1', kind, other.id),
  }
}

describe.each(byWord)('12.3 Move, update_trip: %s', (_, kind) => {
  it.each(['put', 'patch'] as const)(
    '%s moves the object to that trip under the same id, and returns an empty 200',
    async (verb) => {
      const { ed, other, made, list, home, away, awayList } = await stage(kind, { name: 'Tiles' })
      const answer = await as(ed)[verb](home, { update_trip: other.id })
      expect([answer.status, answer.text]).toEqual([200, ''])
      expect(answer.headers['content-length']).toBe('0')
      const moved = { ...made.json, trip: other.id, updated_at: expect.any(String) }
      expect((await as(ed).get(away)).json).toEqual(moved)
      expect((await as(ed).get(awayList)).json.results).toEqual([moved])
      expect((await as(ed).get(list)).json.results).toEqual([])
      expect((await as(ed).get(home)).status).toBe(404)
    },
  )

  it('a digit string is accepted, and fields in the query change nothing', async () => {
    const { ed, other, home, away } = await stage(kind)
    const answer = await as(ed).patch(`${home}?fields=id`, { update_trip: `${other.id}` })
    expect([answer.status, answer.text]).toEqual([200, ''])
    expect((await as(ed).get(away)).status).toBe(200)
  })

  it('a repeated move through the old trip is 404', async () => {
    const { ed, other, home } = await stage(kind)
    await as(ed).patch(home, { update_trip: other.id })
    const answer = await as(ed).patch(home, { update_trip: other.id })
    expect(answer).toMatchObject(notFound)
  })

  it('an update_trip of null counts as absent', async () => {
    const { ed, home } = await stage(kind)
    const answer = await as(ed).patch(home, { update_trip: null, name: 'stays' })
    expect([answer.status, answer.json.name]).toEqual([200, 'stays'])
    expect(Object.keys(answer.json)).toEqual(kind.v1)
  })

  it('other writable fields in the body are applied too', async () => {
    const { ed, other, home, away } = await stage(kind, { description: 'kept' })
    const body = { update_trip: other.id, name: 'moved', price: 3, internal_identifier: 'new' }
    await as(ed).patch(home, body)
    const names = '?fields=name,price,internal_identifier,description'
    expect((await as(ed).get(away + names)).json).toEqual({
      name: 'moved',
      price: 3,
      internal_identifier: 'new',
      description: 'kept',
    })
  })

  it('an update_trip of the same trip is an empty 200; other fields are applied', async () => {
    const { ed, trip, home } = await stage(kind)
    const answer = await as(ed).patch(home, { update_trip: trip.id, name: 'renamed' })
    expect([answer.status, answer.text]).toEqual([200, ''])
    expect((await as(ed).get(home)).json).toMatchObject({ trip: trip.id, name: 'renamed' })
  })

  it('a move changes the changed_at of both trips', async () => {
    const { olga, ed, trip, other, home } = await stage(kind)
    const since = await moment()
    expect(await tripsChangedSince(olga, since)).toEqual([])
    await as(ed).patch(home, { update_trip: other.id })
    expect(await tripsChangedSince(olga, since)).toEqual([trip.id, other.id])
  })

  it('an unknown, deleted or inaccessible destination, or one beyond 32 bits, is 400 Invalid pk', async () => {
    const { olga, ed, pia, stan, made, home } = await stage(kind, { name: 'old' })
    const deleted = await newTrip(ed, {})
    await as(ed).delete(`/v1/trips/${deleted.id}`)
    const foreign = await newTrip(stan, {})
    const pending = await newTrip(pia, {})
    await join(pending.id, ed, { ...allRights, joined: false })
    for (const id of [2147483647, deleted.id, foreign.id, pending.id, 0, 2147483648, 99999999999]) {
      const answer = await as(ed).patch(home, { update_trip: id, name: 'new' })
      expect([answer.status, answer.json]).toEqual([
        400,
        { update_trip: [`Invalid pk "${id}" - object does not exist.`] },
      ])
    }
    expect((await as(olga).get(home)).text).toBe(made.text)
  })

  it('a destination without the right to edit is E-PERM and changes nothing', async () => {
    const { ed, vera, made, home } = await stage(kind)
    const watched = await newTrip(vera, {})
    await join(watched.id, ed, { can_see_expenses: true, can_see_documents: true })
    const answer = await as(ed).patch(home, { update_trip: watched.id, name: 'new' })
    expect(answer).toMatchObject(forbidden)
    expect((await as(ed).get(home)).text).toBe(made.text)
  })

  it('a source without the right to edit is E-PERM; an inaccessible one is E-NOTFOUND', async () => {
    const { vera, stan, home } = await stage(kind)
    for (const [caller, refusal] of [
      [vera, forbidden],
      [stan, notFound],
    ] as const) {
      const own = await newTrip(caller, {})
      const answer = await as(caller).patch(home, { update_trip: own.id })
      expect(answer).toMatchObject(refusal)
    }
  })

  it('an object that carries nothing needs only the right to edit on both trips', async () => {
    const { olga, trip, id, home } = await stage(kind)
    const nina = await member(trip.id, { can_edit: true })
    const own = await newTrip(olga, {})
    await join(own.id, nina, { can_edit: true })
    expect((await as(nina).patch(home, { update_trip: own.id })).status).toBe(200)
    expect((await as(nina).get(path('v1', kind, own.id, id))).status).toBe(200)
  })

  it.each(['x', 1.5, true, [], {}])('an update_trip of %j is E-VALID', async (value) => {
    const { ed, home } = await stage(kind)
    const answer = await as(ed).patch(home, { update_trip: value })
    expect([answer.status, answer.json]).toEqual([
      400,
      { update_trip: ['A valid integer is required.'] },
    ])
  })

  it('a bad destination and other field errors are reported together (1.2)', async () => {
    const { ed, home } = await stage(kind)
    const answer = await as(ed).patch(home, { update_trip: 2147483647, hidden: 'perhaps' })
    expect([answer.status, answer.json]).toEqual([
      400,
      {
        hidden: ['Must be a valid boolean.'],
        update_trip: ['Invalid pk "2147483647" - object does not exist.'],
      },
    ])
  })

  it('a field error beside a valid destination is 400 and moves nothing', async () => {
    const { ed, other, made, home, away } = await stage(kind)
    const answer = await as(ed).patch(home, { update_trip: other.id, hidden: 'perhaps' })
    expect([answer.status, answer.json]).toEqual([400, { hidden: ['Must be a valid boolean.'] }])
    expect((await as(ed).get(home)).text).toBe(made.text)
    expect((await as(ed).get(away)).status).toBe(404)
  })

  it('an identifier already used in the destination does not block the move', async () => {
    const { ed, other, home, away, awayList } = await stage(kind, { internal_identifier: 'leg-1' })
    await as(ed).post(awayList, { ...kind.least, internal_identifier: 'leg-1' })
    expect((await as(ed).patch(home, { update_trip: other.id })).status).toBe(200)
    expect((await as(ed).get(away)).json.internal_identifier).toBe('leg-1')
    expect((await as(ed).get(awayList)).json.count).toBe(2)
  })

  it('a moved object keeps its identifier, which is free in the trip it left (1.10)', async () => {
    const { ed, other, list, home, awayList } = await stage(kind, { internal_identifier: 'leg-1' })
    const body = { ...kind.least, internal_identifier: 'leg-1' }
    expect((await as(ed).post(list, body)).text).toBe('')
    await as(ed).patch(home, { update_trip: other.id })
    expect((await as(ed).post(awayList, body)).text).toBe('')
    expect((await as(ed).post(list, body)).status).toBe(201)
  })

  it('attached emails move along', async () => {
    const { olga, ed, other, id, home, away } = await stage(kind)
    const email = await insertEmail(olga, { [`${kind.one}_id`]: id })
    await as(ed).patch(home, { update_trip: other.id })
    expect((await as(olga).get(away)).json.emails).toEqual([expect.objectContaining({ id: email })])
  })

  it('a moved object leaves no tombstone (3), and counts as changed in the new trip (1.8)', async () => {
    const { ed, trip, other, id, home } = await stage(kind)
    const since = await moment()
    await as(ed).patch(home, { update_trip: other.id })
    const left = await as(ed).get(`${path('v2', kind, trip.id)}?deleted=true`)
    expect(left.json.results).toEqual([])
    const here = await as(ed).get(`${path('v2', kind, other.id)}?fields=id&updatedSince=${since}`)
    expect(here.json.results).toEqual([{ id }])
  })

  it('a deleted object cannot be moved', async () => {
    const { ed, other, home, awayList } = await stage(kind)
    await as(ed).delete(home)
    expect((await as(ed).patch(home, { update_trip: other.id })).status).toBe(404)
    expect((await as(ed).get(awayList)).json.count).toBe(0)
  })
})
