/** Inbound mail: what each passenger or visitor has paid and got, shown as one. */
import { describe, expect, it } from 'vitest'
import { as } from '../../client.ts'
import { cast, db } from '../../world.ts'
import { objectsIn } from '../parsed-messages.ts'
import {
  cancelling,
  deliver,
  flightFor,
  follow,
  type MailStep,
  type MarkupNode,
  price,
  ticketsTo,
} from './booking-mails.ts'

const ann = (more = {}) => flightFor('Ann Reis', more)
const bob = (more = {}) => flightFor('Bob Costa', more)
const seat = (airplaneSeat: string) => ({ airplaneSeat })
const unclear = (what: string) =>
  `It is not clear whose seat, ticket or room of the booking the email changes: ${what}.`
const cancelsPart = (whom: string) =>
  `The email cancels part of the booking, of which it is not clear whose it is: ${whom}.`

describe('17 Inbound mail: prices and tickets of several passengers', () => {
  const paid = (sum: number | null) => [{ price: sum }]

  it.each<[string, MailStep[]]>([
    [
      'a total that both have is that of the whole, also if one is cancelled',
      [
        { markup: [ann(price(400)), bob(price(400))], rows: paid(400) },
        { markup: [cancelling(bob())], rows: paid(400) },
      ],
    ],
    [
      'different prices are those of each',
      [
        { markup: [ann(price(240)), bob(price(160.5))], rows: paid(400.5) },
        { markup: [cancelling(bob())], rows: paid(240) },
      ],
    ],
    [
      'a price in the name of a further passenger is added',
      [
        { markup: [ann(price(240))], rows: paid(240) },
        { markup: [bob(price(160.5))], rows: paid(400.5) },
      ],
    ],
    [
      'another total in the name of one, where both had one, says nothing of the whole',
      [
        { markup: [ann(price(400)), bob(price(400))], rows: paid(400) },
        { markup: [bob(price(420))], rows: paid(400) },
        { markup: [ann(price(440)), bob(price(440))], rows: paid(440) },
      ],
    ],
    [
      'tickets with numbers and prices of their own',
      [
        {
          markup: [
            flightFor('', {
              reservedTicket: [
                { ticketNumber: '900-1', underName: { name: 'Ann Reis' }, ...price(99.5) },
                { ticketNumber: '900-2', underName: { name: 'Bob Costa' }, ...price(120.25) },
              ],
            }),
          ],
          rows: [{ price: 219.75, provider_reservation_description: 'Ticket: 900-1, 900-2' }],
        },
        {
          markup: [cancelling(bob())],
          rows: [{ price: 99.5, provider_reservation_description: 'Ticket: 900-1' }],
        },
      ],
    ],
    [
      'the number of a ticket names the passenger',
      [
        {
          markup: [
            ann({ ...seat('12A'), reservedTicket: { ticketNumber: '900-1' } }),
            bob({ ...seat('12B'), reservedTicket: { ticketNumber: '900-2' } }),
          ],
          rows: [{ seat_number: '12A, 12B' }],
        },
        {
          markup: [cancelling(flightFor('', { reservedTicket: { ticketNumber: '900-2' } }))],
          rows: [{ seat_number: '12A', provider_reservation_description: 'Ticket: 900-1' }],
        },
      ],
    ],
  ])('%s', async (_, steps) => {
    await follow('transportation', steps)
  })
})

describe('17 Inbound mail: two tickets to one event', () => {
  const balcony = (seatNumber: string, ticketNumber: string) => ({
    ticketNumber,
    ticketedSeat: { seatSection: 'Balcony', seatRow: '4', seatNumber },
  })
  const tickets = [balcony('12', 'A1'), balcony('13', 'A2')]
  const shown = (seat: string, numbers: string) => [
    {
      description: `Section: Balcony\nRow: 4\nSeat: ${seat}`,
      provider_reservation_description: `Ticket: ${numbers}`,
    },
  ]

  it('the cancellation of one leaves the other, and that of the last one nothing', async () => {
    await follow('activity', [
      { markup: [ticketsTo(tickets)], rows: shown('12, 13', 'A1, A2') },
      { markup: [cancelling(ticketsTo([{ ticketNumber: 'A2' }]))], rows: shown('12', 'A1') },
      { markup: [cancelling(ticketsTo([{ ticketNumber: 'A1' }]))], rows: [] },
    ])
  })

  it('the cancellation of the whole event leaves nothing', async () => {
    await follow('activity', [
      { markup: [ticketsTo(tickets)], rows: shown('12, 13', 'A1, A2') },
      { markup: [cancelling(ticketsTo([]))], rows: [] },
    ])
  })

  it('the cancellation of a third one waits', async () => {
    await follow('activity', [
      { markup: [ticketsTo(tickets)], rows: shown('12, 13', 'A1, A2') },
      {
        markup: [cancelling(ticketsTo([{ ticketNumber: 'A3' }]))],
        waits: cancelsPart('A3'),
        rows: shown('12, 13', 'A1, A2'),
      },
    ])
  })
})

describe('17 Inbound mail: a flight of which no ticket is remembered', () => {
  const filed = [ann(seat('12A')), bob(seat('12B'))]

  it.each<[string, MarkupNode, string, string | null]>([
    ['a boarding pass waits', bob(seat('14C')), unclear('Bob Costa beside 12A, 12B'), '12A, 12B'],
    ['a known seat gets its passenger', bob(seat('12B')), '', '12A, 12B'],
    ['a cancellation of one waits', cancelling(bob()), cancelsPart('Bob Costa'), '12A, 12B'],
    ['that of a known seat takes it', cancelling(flightFor('', seat('12B'))), '', '12A'],
    ['that of all takes the flight', cancelling(flightFor('')), '', null],
  ])('%s, as far as its seats are known', async (_, markup, reason, left) => {
    const { olga, trip } = await cast()
    await deliver(olga, { markup: filed })
    await db.query({
      text: `update transportation set reservation_said = reservation_said - 'tickets'
        where trip_id = $1`,
      values: [trip.id],
    })
    expect(await deliver(olga, { markup: [markup] }, 1)).toMatchObject({ reason })
    const rows = await objectsIn(trip.id, 'transportation')
    expect(rows.map((row) => row.seat_number)).toEqual(left === null ? [] : [left])
  })

  it('that a person has entered is not cancelled by the name of a passenger alone', async () => {
    const { olga, trip } = await cast()
    const named = { transport_number: 'AP123', provider_reservation_code: 'KX77QP' }
    const body = { transportation_type: 'airplane', ...named }
    await as(olga).post(`/v1/trip/${trip.id}/transportations`, body)
    expect(await deliver(olga, { markup: [cancelling(bob())] })).toMatchObject({
      reason: cancelsPart('Bob Costa'),
    })
    expect(await objectsIn(trip.id, 'transportation')).toHaveLength(1)
    await deliver(olga, { markup: [cancelling(flightFor(''))] }, 1)
    expect(await objectsIn(trip.id, 'transportation')).toEqual([])
  })
})
