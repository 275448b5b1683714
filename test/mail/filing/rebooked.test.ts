/** Inbound mail: what was stated of a flight does not stay with the one that replaces it. */
import { describe, expect, it } from 'vitest'
import { cast, db } from '../../world.ts'
import { objectsIn } from '../parsed-messages.ts'
import { deliver, flightFor, follow, type MarkupNode } from './booking-mails.ts'

const flightOf = (more: MarkupNode) => ({
  ...(flightFor('').reservationFor as MarkupNode),
  ...more,
})
const stated = flightOf({
  ...{ flightNumber: '571', departureTerminal: '1', departureGate: 'B12', arrivalTerminal: '2' },
  arrivalGate: 'A3',
})
const evening = {
  departureTime: '2031-04-18T18:10:00+01:00',
  arrivalTime: '2031-04-18T22:05:00+02:00',
}
const ticket = (seat: string, ticketNumber: string) => ({
  airplaneSeat: seat,
  airplaneSeatClass: { name: 'Business' },
  reservedTicket: { '@type': 'Ticket', ticketNumber },
})
const first = flightFor('Ann Reis', { reservationFor: stated, ...ticket('12A', '047-111') })
const second = flightFor('Bob Costa', { reservationFor: stated, ...ticket('12B', '047-112') })
const before = {
  ...{ transport_number: 'AP571', seat_number: '12A', departure_gate: 'B12', arrival_gate: 'A3' },
  ...{ departure_terminal: '1', arrival_terminal: '2', seat_class: 'Business' },
  provider_reservation_description: 'Ticket: 047-111',
}
const emptied = {
  ...{ transport_number: 'AP573', seat_number: '', departure_gate: '', arrival_gate: '' },
  ...{ departure_terminal: '', arrival_terminal: '', seat_class: 'Business' },
  provider_reservation_description: '',
}
const later = (name: string, more: MarkupNode = {}, flight: MarkupNode = {}) =>
  flightFor(name, {
    reservationFor: flightOf({ flightNumber: '573', ...evening, ...flight }),
    ...more,
  })

describe('17 Inbound mail: a rebooked flight', () => {
  it('has no seat, gate, terminal or ticket until these are stated', async () => {
    await follow('transportation', [
      { markup: [first], rows: [before] },
      { markup: [later('Ann Reis')], rows: [emptied] },
      {
        markup: [later('Ann Reis', { airplaneSeat: '3C' }, { departureGate: 'C1' })],
        rows: [{ ...emptied, seat_number: '3C', departure_gate: 'C1' }],
      },
    ])
  })

  it('has what the message states of it', async () => {
    await follow('transportation', [
      { markup: [first], rows: [before] },
      {
        markup: [later('Ann Reis', ticket('3C', '047-222'), { departureGate: 'B12' })],
        rows: [
          {
            ...{ ...emptied, seat_number: '3C', departure_gate: 'B12' },
            provider_reservation_description: 'Ticket: 047-222',
          },
        ],
      },
    ])
  })

  it('has no seats of two passengers until one is stated', async () => {
    await follow('transportation', [
      { markup: [first, second], rows: [{ seat_number: '12A, 12B' }] },
      { markup: [later('Ann Reis'), later('Bob Costa')], rows: [{ seat_number: '' }] },
      { markup: [later('Bob Costa', { airplaneSeat: '3C' })], rows: [{ seat_number: '3C' }] },
    ])
  })

  it('has no seat after a message without names', async () => {
    await follow('transportation', [
      { markup: [first], rows: [before] },
      { markup: [later('')], rows: [emptied] },
    ])
  })

  it.each([
    ['at another time only', flightOf({ flightNumber: '571', ...evening }), 'AP571'],
    ['under a codeshare number', flightOf({ flightNumber: '7573' }), 'AP7573'],
  ])('keeps the seat of a flight %s', async (_, reservationFor, transport_number) => {
    await follow('transportation', [
      { markup: [first], rows: [before] },
      {
        markup: [flightFor('Ann Reis', { reservationFor })],
        rows: [{ ...before, transport_number }],
      },
    ])
  })

  it('keeps the gate that a person has written', async () => {
    const { olga, trip } = await cast()
    await deliver(olga, { markup: [first] })
    const [row] = await objectsIn(trip.id, 'transportation')
    const text = 'update transportation set departure_gate = $1 where id = $2'
    await db.query({ text, values: ['D4', row?.id] })
    await deliver(olga, { markup: [later('Ann Reis')] }, 1)
    expect(await objectsIn(trip.id, 'transportation')).toMatchObject([
      { ...emptied, departure_gate: 'D4' },
    ])
  })
})
