/** Inbound mail: a booking whose dates leave its trip does not stand in two. */
import { describe, expect, it } from 'vitest'
import { reasons } from '../../../src/mail/reading/reasons.ts'
import type { Reservation } from '../../../src/mail/reading/reservation.ts'
import { as } from '../../client.ts'
import { cast } from '../../world.ts'
import {
  back,
  file,
  flight,
  makeTrip,
  objectsIn,
  stay,
  waitingFor,
  whereIs,
} from '../parsed-messages.ts'

const september = { starts: '2031-09-01', ends: '2031-09-05' }
const at = (day: string, hour: string) => ({ local: `${day}T${hour}`, zone: 'Europe/Lisbon' })
const laterFlight = (more: Partial<Reservation> = {}) =>
  flight({ start: at('2031-09-01', '08:10:00'), ...more })
const later = { date: '2031-03-05T09:00:00.000Z' }
const elsewhere = (what: string) =>
  waitingFor(`The booking is in another trip, on other dates, and still stands there: ${what}.`)

describe('17 Inbound mail: a booking that moves into the dates of another trip', () => {
  it.each<[string, Reservation, Reservation, string]>([
    ['a flight', flight(), laterFlight(), 'AP123, 2031-04-18'],
    [
      'a flight under the number alone',
      flight(),
      laterFlight({ provider: '' }),
      'AP123, 2031-04-18',
    ],
    [
      'a stay',
      stay(),
      stay({ start: { local: '2031-09-01T14:00:00' }, end: { local: '2031-09-04T10:00:00' } }),
      'Casa do Largo, 2031-04-18',
    ],
  ])('waits, with the object of the first: %s', async (_, first, second, what) => {
    const { olga, trip } = await cast()
    const other = await makeTrip(olga, september)
    await file(olga, [first])
    const { id } = await file(olga, [second], later)
    expect(await whereIs(id)).toEqual(elsewhere(what))
    expect(await objectsIn(trip.id, first.kind)).toHaveLength(1)
    expect(await objectsIn(other.id, first.kind)).toEqual([])
  })

  it('waits with that object even if no trip has the new dates', async () => {
    const { olga } = await cast()
    await file(olga, [flight()])
    const { id } = await file(olga, [laterFlight()], later)
    expect(await whereIs(id)).toEqual(elsewhere('AP123, 2031-04-18'))
  })

  it('changes nothing if it is older than the data in the first', async () => {
    const { olga, trip } = await cast()
    const other = await makeTrip(olga, september)
    await file(olga, [flight()], later)
    const { id } = await file(olga, [laterFlight()])
    expect(await whereIs(id)).toEqual(waitingFor(reasons.outdated))
    expect(await objectsIn(trip.id, 'transportation')).toHaveLength(1)
    expect(await objectsIn(other.id, 'transportation')).toEqual([])
  })

  it('is filed once a person has moved the object there', async () => {
    const { olga, trip } = await cast()
    const other = await makeTrip(olga, september)
    await file(olga, [flight()])
    const [made] = await objectsIn(trip.id, 'transportation')
    const path = `/v1/trip/${trip.id}/transportation/${made?.id}`
    await as(olga).patch(path, { update_trip: other.id })
    const { id } = await file(olga, [laterFlight()], later)
    expect(await whereIs(id)).toMatchObject({ filed: true, transportationId: made?.id })
    expect(await objectsIn(other.id, 'transportation')).toMatchObject([
      { departure_at: '2031-09-01T07:10:00Z' },
    ])
  })

  it.each<[string, Reservation]>([
    [
      'the way back of the booking',
      back({ start: at('2031-09-01', '18:00:00'), end: at('2031-09-01', '21:00:00') }),
    ],
    ['another number', laterFlight({ code: 'ZZ99AA' })],
    ['the same number of another airline', laterFlight({ provider: 'Air Mar', leg: 'MR9' })],
  ])('%s is filed in the other trip', async (_, second) => {
    const { olga, trip } = await cast()
    const other = await makeTrip(olga, september)
    await file(olga, [flight()])
    const { id } = await file(olga, [second], later)
    expect(await whereIs(id)).toMatchObject({ filed: true, reason: '' })
    expect(await objectsIn(trip.id, 'transportation')).toHaveLength(1)
    expect(await objectsIn(other.id, 'transportation')).toHaveLength(1)
  })
})

describe('17 Inbound mail: one flight under the numbers of an agency and of the airline', () => {
  const tickets = (...names: string[]) => ({ tickets: names.map((name) => ({ name })) })
  const agency = flight({ code: 'V-998', ...tickets('Ann Reis', 'Bob Costa') })

  it.each<[string, Reservation, number]>([
    ['one of its passengers', flight(tickets('REIS/ANN MRS')), 1],
    ['a third passenger', flight(tickets('Carla Dias')), 2],
    [
      'one of its passengers an hour later',
      flight({ ...tickets('Ann Reis'), start: at('2031-04-18', '09:10:00') }),
      2,
    ],
  ])('is found by %s', async (_, second, count) => {
    const { olga, trip } = await cast()
    await file(olga, [agency])
    const { id } = await file(olga, [second], later)
    expect(await whereIs(id)).toMatchObject({ filed: true, reason: '' })
    expect(await objectsIn(trip.id, 'transportation')).toHaveLength(count)
  })

  it('of another passenger is different, even if an agency has sold it', async () => {
    const { olga, trip } = await cast()
    await file(olga, [flight({ code: 'V-998', provider: 'Viajar', ...tickets('Ann Reis') })])
    await file(olga, [flight(tickets('Bob Costa'))], later)
    expect(await objectsIn(trip.id, 'transportation')).toHaveLength(2)
  })

  it('gets the boarding pass of its passenger without a number', async () => {
    const { olga, trip } = await cast()
    await file(olga, [flight(tickets('Ann Reis'))])
    await file(olga, [flight({ code: 'ZZ99AA', ...tickets('Bob Costa') })])
    const pass = { code: '', tickets: [{ name: 'COSTA/BOB', seat: '14C' }] }
    await file(olga, [flight(pass)], later)
    const rows = await objectsIn(trip.id, 'transportation')
    expect(rows.map((row) => row.seat_number)).toEqual(['', '14C'])
  })

  it('is known by both numbers from then on', async () => {
    const { olga, trip } = await cast()
    await file(olga, [agency])
    await file(olga, [flight(tickets('Ann Reis'))], later)
    const gate = { fields: { departureGate: 'B7' } }
    await file(olga, [flight(gate)], { date: '2031-03-06T09:00:00.000Z' })
    expect(await objectsIn(trip.id, 'transportation')).toMatchObject([
      { provider_reservation_code: 'V-998', departure_gate: 'B7' },
    ])
  })
})
