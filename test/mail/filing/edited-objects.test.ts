/** Inbound mail: what a person has edited stays, and what mail says otherwise is said. */
import { describe, expect, it } from 'vitest'
import type { Reservation } from '../../../src/mail/reading/reservation.ts'
import { as } from '../../client.ts'
import { type Cast, cast } from '../../world.ts'
import { file, flight, objectsIn, stay, table } from '../parsed-messages.ts'

const zone = 'Europe/Lisbon'
const moved = {
  start: { local: '2031-04-18T09:40:00', zone },
  end: { local: '2031-04-18T13:35:00', zone: 'Europe/Berlin' },
}

/** Files a booking, has it edited, and answers how it is afterwards. */
async function edited({ olga, trip }: Cast, booking: Reservation, body: object) {
  await file(olga, [booking])
  const [made] = await objectsIn(trip.id, booking.kind)
  await as(olga).patch(`/v1/trip/${trip.id}/${booking.kind}/${made?.id}`, body)
  return async (later: Reservation, date = '2031-03-04T09:00:00.000Z') => {
    await file(olga, [later], { date })
    const rows = await objectsIn(trip.id, booking.kind)
    expect(rows.map(({ id }) => id)).toEqual([made?.id])
    return { ...rows[0] }
  }
}

describe('17 Inbound mail: a value that a person has edited', () => {
  it('a time stays, the new one is in the notes, and a new gate is stored', async () => {
    const file = await edited(await cast(), flight(), {
      departure_at: '2031-04-18T07:00:00Z',
      notes: 'Meet at 6',
    })
    const reported = flight({ ...moved, fields: { departureGate: 'B22' } })
    expect(await file(reported)).toMatchObject({
      departure_at: '2031-04-18T07:00:00Z',
      arrival_at: '2031-04-18T10:05:00Z',
      departure_gate: 'B22',
      notes:
        'Meet at 6\nTimes in the email of 2031-03-04: 2031-04-18 09:40 (Europe/Lisbon) to ' +
        '2031-04-18 13:35 (Europe/Berlin)',
    })
  })

  it('a name stays, and is not noted while mail repeats its earlier value', async () => {
    const file = await edited(await cast(), stay(), { name: 'With Ines' })
    const reported = stay({ tickets: [{ roomType: 'Suite' }] })
    expect(await file(reported)).toMatchObject({ name: 'With Ines', room_type: 'Suite', notes: '' })
  })

  it('replaces the note of an earlier version of the service', async () => {
    const notes = 'Meet at 6\nEmail of 2031-03-02, name: Casa Velha'
    const file = await edited(await cast(), stay(), { name: 'Ines', notes })
    expect(await file(stay({ fields: { name: 'Casa Nova' } }))).toMatchObject({
      notes: 'Meet at 6\nName in the email of 2031-03-04: Casa Nova',
    })
  })

  it('is noted once, in its latest form, and no longer once both agree', async () => {
    const file = await edited(await cast(), stay(), { name: 'Ines' })
    const renamed = stay({ fields: { name: 'Casa Nova' } })
    const note = 'Name in the email of 2031-03-04: Casa Nova'
    expect(await file(renamed)).toMatchObject({ name: 'Ines', notes: note })
    expect(await file(renamed, '2031-03-05T09:00:00.000Z')).toMatchObject({ notes: note })
    const again = stay({ fields: { name: 'Casa Velha' } })
    expect(await file(again, '2031-03-06T09:00:00.000Z')).toMatchObject({
      notes: 'Name in the email of 2031-03-06: Casa Velha',
    })
    const agreed = stay({ fields: { name: 'Ines' } })
    expect(await file(agreed, '2031-03-07T09:00:00.000Z')).toMatchObject({ notes: '' })
  })

  it.each<[string, Reservation, object, Reservation, object]>([
    [
      'cleared',
      stay({ fields: { phone: '+351 1' } }),
      { phone: '' },
      stay({ fields: { phone: '+351 2' } }),
      { phone: '', notes: 'Phone in the email of 2031-03-04: +351 2' },
    ],
    [
      'given where mail said none',
      table(),
      { ends_at: '2031-04-19T21:00:00Z' },
      table({ start: { local: '2031-04-19T20:00:00', zone } }),
      {
        starts_at: '2031-04-19T18:30:00Z',
        ends_at: '2031-04-19T21:00:00Z',
        notes: 'Times in the email of 2031-03-04: 2031-04-19 20:00 (Europe/Lisbon)',
      },
    ],
    [
      'a price, which is not for everyone who sees the notes',
      flight(),
      { price: 100 },
      flight({ fields: { price: 250 } }),
      { price: 100, notes: 'Price in the email of 2031-03-04: another price' },
    ],
    [
      'a location, which includes its coordinates',
      flight(),
      { departure_address: 'Terminal 2' },
      flight({ fields: { departureDescription: 'Porto (OPO)', departureLatitude: 41.2 } }),
      { departure_latitude: 38.78, notes: 'Departure in the email of 2031-03-04: Porto (OPO)' },
    ],
  ])('counts as edited even if it was %s', async (_, booking, body, reported, expected) => {
    const file = await edited(await cast(), booking, body)
    expect(await file(reported)).toMatchObject(expected)
  })

  it('counts as unedited once mail reports the same, and is completed', async () => {
    const file = await edited(await cast(), flight(), { departure_at: '2031-04-18T08:40:00Z' })
    expect(await file(flight(moved))).toMatchObject({
      departure_at: '2031-04-18T08:40:00Z',
      arrival_at: '2031-04-18T11:35:00Z',
      notes: '',
    })
  })

  it('a manual entry is completed, and the different values are in the notes', async () => {
    const { olga, trip } = await cast()
    const body = {
      transportation_type: 'airplane',
      transport_number: 'ap 123',
      departure_at: '2031-04-18T07:00:00Z',
      departure_timezone: zone,
    }
    const { json } = await as(olga).post(`/v1/trip/${trip.id}/transportations`, body)
    await file(olga, [flight()])
    expect(await objectsIn(trip.id, 'transportation')).toMatchObject([
      {
        id: json.id,
        departure_at: '2031-04-18T07:10:00Z',
        notes: 'Times before the email of 2031-03-01: 2031-04-18 08:00 (Europe/Lisbon)',
      },
    ])
  })
})

describe('17 Inbound mail: a day is less exact than a time on that day', () => {
  it('the same nights keep the hours of a stay, other nights do not', async () => {
    const file = await edited(await cast(), stay(), {})
    const nights = { start: { local: '2031-04-18' }, end: { local: '2031-04-21' } }
    expect(await file(stay(nights))).toMatchObject({
      starts_at: '2031-04-18T13:00:00Z',
      ends_at: '2031-04-21T09:00:00Z',
    })
    expect(await file(stay({ ...nights, start: { local: '2031-04-19' } }))).toMatchObject({
      starts_at: '2031-04-18T23:00:00Z',
      ends_at: '2031-04-21T09:00:00Z',
    })
  })

  it('the day of a flight changes all but its times', async () => {
    const file = await edited(await cast(), flight(), {})
    const { end: _, ...reported } = flight({
      start: { local: '2031-04-18', zone },
      tickets: [{ seat: '7A' }],
    })
    expect(await file(reported)).toMatchObject({
      departure_at: '2031-04-18T07:10:00Z',
      arrival_at: '2031-04-18T10:05:00Z',
      seat_number: '7A',
    })
  })
})
