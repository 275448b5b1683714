/** Inbound mail: what an earlier object with the same reservation number becomes. */
import { describe, expect, it } from 'vitest'
import { as } from '../../client.ts'
import { cast, db } from '../../world.ts'
import {
  back,
  file,
  filedAt,
  flight,
  later,
  nextDay,
  objectsIn,
  stay,
  table,
  whereIs,
} from '../parsed-messages.ts'

describe('17 Inbound mail: a later message about the same reservation', () => {
  it('updates the object, keeps what it does not tell, and hangs on it, too', async () => {
    const { olga, trip } = await cast()
    await file(olga, [flight()])
    const [made] = await objectsIn(trip.id, 'transportation')
    const path = `/v1/trip/${trip.id}/transportation/${made?.id}`
    await as(olga).patch(path, { notes: 'window seat', seat_number: '21A' })
    const { end: _, ...delayed } = flight({ start: later, fields: { seatNumber: '' } })
    const { id } = await file(olga, [{ ...delayed, fields: { ...delayed.fields, company: '' } }])
    const rows = await objectsIn(trip.id, 'transportation')
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      id: made?.id,
      departure_at: '2031-04-18T10:40:00Z',
      // The old arrival no longer fits.
      arrival_at: null,
      notes: 'window seat',
      seat_number: '21A',
      company: 'Air Prado',
    })
    expect(await whereIs(id)).toEqual(filedAt({ transportationId: made?.id as number }))
    const { json } = await as(olga).get(path)
    expect(json.emails).toHaveLength(2)
  })

  it.each([
    ['a stay with other nights', stay(), stay({ start: { local: '2031-04-19T14:00:00' } })],
    ['a stay under another name', stay(), stay({ fields: { name: 'Casa Nova' } })],
    ['a table at another time', table(), table({ start: later, leg: later.local })],
    ['a flight with another number', flight(), flight({ leg: 'AP125' })],
    ['a number written otherwise', flight(), flight({ code: 'kx77 qp', provider: 'AIR  prado' })],
    ['a message without the provider', stay(), stay({ provider: '' })],
  ])('the object stays one after %s', async (_, first, second) => {
    const { olga, trip } = await cast()
    await file(olga, [first])
    const before = await objectsIn(trip.id, first.kind)
    const { id } = await file(olga, [second])
    const after = await objectsIn(trip.id, first.kind)
    expect(after.map((row) => row.id)).toEqual(before.map((row) => row.id))
    expect(await whereIs(id)).toMatchObject({ filed: true })
  })

  it.each([
    ['the way back under the same number', flight(), back()],
    [
      'the same number of another provider',
      stay(),
      stay({ provider: 'Hotel Mar', fields: { name: 'Hotel Mar' } }),
    ],
    ['the same number of another kind', stay({ code: 'T9', provider: 'Tasca' }), table()],
    ['no number at all on another day', flight({ code: '' }), flight({ code: '', ...nextDay })],
  ])('another object is made after %s', async (_, first, second) => {
    const { olga, trip } = await cast()
    await file(olga, [first])
    await file(olga, [second])
    const rows = [
      ...(await objectsIn(trip.id, 'hosting')),
      ...(await objectsIn(trip.id, 'activity')),
      ...(await objectsIn(trip.id, 'transportation')),
    ]
    expect(rows).toHaveLength(2)
  })

  it('each leg of a message finds its own object', async () => {
    const { olga, trip } = await cast()
    await file(olga, [flight(), back()])
    const before = await objectsIn(trip.id, 'transportation')
    await file(olga, [back({ end: { local: '2031-04-21T20:20:00' } }), flight({ start: later })])
    const after = await objectsIn(trip.id, 'transportation')
    expect(after.map((row) => row.id)).toEqual(before.map((row) => row.id))
    expect(after.map((row) => row.transport_number)).toEqual(['AP123', 'AP124'])
    expect(after.map((row) => row.departure_at)).toEqual([
      '2031-04-18T10:40:00Z',
      '2031-04-21T16:00:00Z',
    ])
  })

  it('finds what a person has entered, by its reservation code', async () => {
    const { olga, trip } = await cast()
    const body = { name: 'Our hotel', provider_reservation_code: 'h-4711', notes: 'late' }
    const { json } = await as(olga).post(`/v1/trip/${trip.id}/hostings`, body)
    await file(olga, [stay()])
    const rows = await objectsIn(trip.id, 'hosting')
    expect(rows).toMatchObject([{ id: json.id, name: 'Casa do Largo' }])
    expect(rows[0]?.notes).toBe('late\nName before the email of 2031-03-01: Our hotel')
  })

  it('a message of another member of the trip finds it, too', async () => {
    const { olga, ed, trip } = await cast()
    await file(olga, [flight()])
    const { id } = await file(ed, [flight({ start: later })])
    const rows = await objectsIn(trip.id, 'transportation')
    expect(rows).toMatchObject([{ owner_id: olga.id, departure_at: '2031-04-18T10:40:00Z' }])
    expect(await whereIs(id)).toEqual(filedAt({ transportationId: rows[0]?.id as number }))
  })
})

describe('17 Inbound mail: the same message again', () => {
  it('is stored once, and does not come back after it was moved or deleted', async () => {
    const { olga, trip } = await cast()
    const messageKey = `<${trip.id}.once@mail.example>`
    const first = await file(olga, [flight()], { messageKey })
    const again = await file(olga, [flight()], { messageKey })
    expect(again).toEqual({ ...first, isNew: false })
    await db.query({
      text: 'update email set transportation_id = null, trip_id = $2 where id = $1',
      values: [first.id, trip.id],
    })
    await file(olga, [flight()], { messageKey })
    expect(await whereIs(first.id)).toEqual(filedAt({ tripId: trip.id }))
    await db.query({
      text: 'update email set deleted_at = now() where id = $1',
      values: [first.id],
    })
    const last = await file(olga, [flight()], { messageKey })
    expect(last.id).toBe(first.id)
    expect(await whereIs(first.id)).toMatchObject({ isDeleted: true })
    expect(await objectsIn(trip.id, 'transportation')).toHaveLength(1)
  })

  it('of another owner is a message of its own', async () => {
    const { olga, ed } = await cast()
    const messageKey = '<shared@mail.example>'
    const one = await file(olga, [], { messageKey })
    const other = await file(ed, [], { messageKey })
    expect(other).toMatchObject({ isNew: true })
    const rows = await db.query<{ name: string }>({
      text: 'select unique_parser_identifier as name from email where id = any ($1)',
      values: [[one.id, other.id]],
    })
    expect(new Set(rows.map(({ name }) => name)).size).toBe(2)
    for (const { name } of rows) expect(name).toMatch(/^test:[0-9a-f]{32}$/)
  })

  it('a Message-ID of any length names it', async () => {
    const { olga } = await cast()
    const messageKey = `<${'é'.repeat(900)}${Math.random()}>`
    const one = await file(olga, [], { messageKey })
    expect(await file(olga, [], { messageKey })).toMatchObject({ id: one.id, isNew: false })
  })
})
