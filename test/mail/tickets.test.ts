/** Inbound mail: what each passenger or visitor has paid and got, shown as one. */
import { describe, it } from 'vitest'
import { cancelling, flightFor, follow, type MailStep, price, ticketsTo } from './booking-mails.ts'

const ann = (more = {}) => flightFor('Ann Reis', more)
const bob = (more = {}) => flightFor('Bob Costa', more)
const seat = (airplaneSeat: string) => ({ airplaneSeat })
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
