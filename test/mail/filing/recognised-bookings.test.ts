/** Inbound mail: a booking is recognised again, from any sender and under any name. */
import { describe, expect, it } from 'vitest'
import { reasons } from '../../../src/mail/reading/reasons.ts'
import type { Reservation } from '../../../src/mail/reading/reservation.ts'
import { as } from '../../client.ts'
import { cast } from '../../world.ts'
import {
  cancelled,
  file,
  filedAt,
  flight,
  makeTrip,
  objectsIn,
  stay,
  table,
  waitingFor,
  whereIs,
} from '../parsed-messages.ts'

const agency = { provider: 'Viajar', code: 'V-998' }

/** The stay as a calendar event, whose UID stands in no field. */
function event(): Reservation {
  const { providerReservationCode: _, ...fields } = stay().fields
  return { ...stay(), provider: '', code: 'uid-1@hotel.example', fields }
}

describe('17 Inbound mail: one booking is one object', () => {
  it.each<[string, Reservation, Reservation]>([
    ['an airline that is named otherwise', flight(), flight({ provider: 'Prado Airways' })],
    ['an airline that is not named', flight(), flight({ provider: '', leg: '123' })],
    ['a flight whose number never came', flight({ code: '' }), flight()],
    ['a flight whose number comes no more', flight(), flight({ code: '', provider: '' })],
    ['zeros in the number of a flight', flight({ code: '' }), flight({ leg: 'AP 0123' })],
    ['an agency that sells the flight', flight(), flight(agency)],
    ['an agency that sells the stay', stay(), stay(agency)],
    [
      'an agency that names the hotel with more marks',
      stay(agency),
      stay({ fields: { name: 'Hotel Casa do Largo' } }),
    ],
    ['a stay without a number', stay(), stay({ code: '', provider: 'Viajar' })],
    ['a stay that a calendar tells, too', stay(), event()],
    ['a stay that a calendar has reported', event(), stay()],
    ['a table without a number', table({ code: '' }), table()],
    [
      'a stay that names no more than days',
      stay(),
      stay({ ...agency, start: { local: '2031-04-18' }, end: { local: '2031-04-21' } }),
    ],
  ])('%s', async (_, first, second) => {
    const { olga, trip } = await cast()
    await file(olga, [first])
    const before = await objectsIn(trip.id, first.kind)
    const { id } = await file(olga, [second])
    const after = await objectsIn(trip.id, first.kind)
    expect(after.map((row) => row.id)).toEqual(before.map((row) => row.id))
    const start = first.kind === 'transportation' ? 'departure_at' : 'starts_at'
    expect(after[0]?.[start]).toBe(before[0]?.[start])
    expect(await whereIs(id)).toMatchObject({ filed: true, reason: '' })
  })

  it.each<[string, Reservation, Reservation]>([
    ['two rooms of one hotel', stay(), stay({ code: 'H-4712' })],
    ['two travellers of one flight', flight(), flight({ code: 'ZZ99AA' })],
    ['two tables of one restaurant', table(), table({ code: 'T10' })],
    ['a hotel of another name', stay(), stay({ ...agency, fields: { name: 'Casa do Rio' } })],
    [
      'other nights of a hotel',
      stay({ end: { local: '2031-04-20T10:00:00' } }),
      stay({ ...agency, start: { local: '2031-04-20T14:00:00' } }),
    ],
    ['a flight of another airline', flight({ code: '' }), flight({ code: '', leg: 'MR123' })],
  ])('%s are two objects', async (_, first, second) => {
    const { olga, trip } = await cast()
    await file(olga, [first])
    await file(olga, [second])
    expect(await objectsIn(trip.id, first.kind)).toHaveLength(2)
  })

  it('an object entered by a person without a number is recognised by its content', async () => {
    const { olga, trip } = await cast()
    const times = { starts_at: '2031-04-18T13:00:00Z', ends_at: '2031-04-21T09:00:00Z' }
    const body = { name: 'casa do largo', timezone: 'Europe/Lisbon', ...times }
    const { json } = await as(olga).post(`/v1/trip/${trip.id}/hostings`, body)
    await file(olga, [stay()])
    expect(await objectsIn(trip.id, 'hosting')).toMatchObject([
      { id: json.id, provider_reservation_code: 'H-4711' },
    ])
  })
})

describe('17 Inbound mail: a booking by an agency', () => {
  it('fills empty fields, and removes nothing', async () => {
    const { olga, trip } = await cast()
    await file(olga, [stay({ fields: { price: 300, currency: 'EUR' } })])
    const phone = '+351 21 000'
    const start = { local: '2031-04-18T15:00:00' }
    await file(olga, [
      stay({ ...agency, start, tickets: [{ roomType: 'Any' }], fields: { phone, price: 340 } }),
    ])
    const [row] = await objectsIn(trip.id, 'hosting')
    expect(row).toMatchObject({
      provider_reservation_code: 'H-4711',
      starts_at: '2031-04-18T13:00:00Z',
      room_type: 'Double',
      price: 300,
      phone,
    })
    expect(String(row?.notes).split('\n')).toEqual([
      'Times at Viajar in the email of 2031-03-01: 2031-04-18 15:00 (Europe/Lisbon) to ' +
        '2031-04-21 10:00 (Europe/Lisbon)',
      'Also booked under number V-998 at Viajar (email of 2031-03-01)',
    ])
  })

  it('is found again by its number, and by that of the hotel', async () => {
    const { olga, trip } = await cast()
    await file(olga, [stay()])
    await file(olga, [stay(agency)])
    await file(olga, [stay({ ...agency, end: { local: '2031-04-22T10:00:00' } })])
    await file(olga, [stay({ tickets: [{ roomType: 'Suite' }] })])
    expect(await objectsIn(trip.id, 'hosting')).toMatchObject([
      { room_type: 'Suite', ends_at: '2031-04-21T09:00:00Z' },
    ])
  })

  it('a cancellation of one of two numbers waits for a person; one of both does not', async () => {
    const { olga, trip } = await cast()
    await file(olga, [stay()])
    await file(olga, [stay(agency)])
    for (const one of [cancelled(stay()), cancelled(stay(agency))]) {
      const { id } = await file(olga, [one])
      expect(await whereIs(id)).toEqual(
        waitingFor(reasons.severalNumbers, 'Casa do Largo, 2031-04-18'),
      )
    }
    expect(await objectsIn(trip.id, 'hosting')).toHaveLength(1)
    await file(olga, [cancelled(stay()), cancelled(stay(agency))])
    expect(await objectsIn(trip.id, 'hosting')).toEqual([])
  })
})

describe('17 Inbound mail: a booking that a person has moved', () => {
  it.each<[string, Reservation]>([
    ['with its number', stay()],
    ['without a number', stay({ code: '' })],
  ])('to other times, and renamed, is still that booking: %s', async (_, booking) => {
    const { olga, trip } = await cast()
    await file(olga, [booking])
    const [made] = await objectsIn(trip.id, 'hosting')
    const times = { starts_at: '2031-04-20T12:00:00Z', ends_at: '2031-04-22T12:00:00Z' }
    await as(olga).patch(`/v1/trip/${trip.id}/hosting/${made?.id}`, { name: 'Ines', ...times })
    await file(olga, [booking])
    expect(await objectsIn(trip.id, 'hosting')).toMatchObject([
      { id: made?.id, name: 'Ines', ...times },
    ])
  })

  it.each<[string, Reservation]>([
    ['with its number', flight()],
    ['without a number', flight({ code: '' })],
  ])('to another trip stays there, and is updated there: %s', async (_, booking) => {
    const { olga, trip } = await cast()
    const other = await makeTrip(olga, { starts: '2032-01-01', ends: '2032-01-09' })
    await file(olga, [booking])
    const [made] = await objectsIn(trip.id, 'transportation')
    const path = `/v1/trip/${trip.id}/transportation/${made?.id}`
    await as(olga).patch(path, { update_trip: other.id })
    for (const departureGate of ['A1', 'A2']) {
      const { id } = await file(olga, [
        { ...booking, fields: { ...booking.fields, departureGate } },
      ])
      expect(await whereIs(id)).toEqual(filedAt({ transportationId: made?.id as number }))
    }
    expect(await objectsIn(trip.id, 'transportation')).toEqual([])
    expect(await objectsIn(other.id, 'transportation')).toMatchObject([{ departure_gate: 'A2' }])
  })

  it('is updated in its own trip of two on the same days', async () => {
    const { olga, trip } = await cast()
    await file(olga, [flight()])
    await makeTrip(olga, { starts: '2031-04-18', ends: '2031-04-21' })
    await file(olga, [flight({ fields: { departureGate: 'B7' } })])
    expect(await objectsIn(trip.id, 'transportation')).toMatchObject([{ departure_gate: 'B7' }])
  })
})
