/** Inbound mail: what each passenger has of a booking is kept apart, and shown as one. */
import { describe, it } from 'vitest'
import { reasons } from '../../../src/mail/reading/reasons.ts'
import { sentence } from '../parsed-messages.ts'
import { cancelling, flightFor, follow, type MailStep } from './booking-mails.ts'

const ann = (more = {}) => flightFor('Ann Reis', more)
const bob = (more = {}) => flightFor('Bob Costa', more)
const carla = (more = {}) => flightFor('Carla Dias', more)
const seat = (airplaneSeat: string) => ({ airplaneSeat })
const seats = (seat_number: string) => [{ seat_number }]
const both: MailStep = { markup: [ann(seat('12A')), bob(seat('12B'))], rows: seats('12A, 12B') }
const { outdated } = reasons
const lisbonToFrankfurt = 'Lisbon (LIS) - Frankfurt (FRA), 2031-04-18'
const moved = {
  ...(flightFor('').reservationFor as object),
  departureTime: '2031-04-18T09:10:00+01:00',
  arrivalTime: '2031-04-18T13:05:00+02:00',
}
const cancelsPart = (whom: string) =>
  `The email cancels part of the booking, of which it is not clear whose it is: ${whom}.`
const movesPart = (whom: string) => sentence(reasons.movesPart, whom)
const unclear = (what: string) =>
  `It is not clear whose seat, ticket or room of the booking the email changes: ${what}.`

describe('17 Inbound mail: the passengers of a flight', () => {
  it.each<[string, MailStep[]]>([
    [
      'the cancellation of one takes his seat; that of the last one takes the flight',
      [
        both,
        { markup: [cancelling(bob())], rows: seats('12A') },
        { markup: [cancelling(ann())], rows: [] },
      ],
    ],
    ['the cancellation of both', [both, { markup: [ann(), bob()].map(cancelling), rows: [] }]],
    ['a cancellation that names nobody', [both, { markup: [cancelling(flightFor(''))], rows: [] }]],
    [
      'a cancellation of somebody whom no message has named',
      [
        both,
        {
          markup: [cancelling(carla())],
          waits: cancelsPart('Carla Dias'),
          rows: seats('12A, 12B'),
        },
      ],
    ],
    [
      'a cancellation of one, where the confirmation named nobody',
      [
        { markup: [flightFor('', seat('12A'))], rows: seats('12A') },
        { markup: [cancelling(bob())], waits: cancelsPart('Bob Costa'), rows: seats('12A') },
      ],
    ],
    [
      'a boarding pass replaces one seat',
      [both, { markup: [bob(seat('14C'))], rows: seats('12A, 14C') }],
    ],
    [
      'a boarding pass adds a seat',
      [
        { markup: [ann(seat('12A')), bob()], rows: seats('12A') },
        { markup: [bob(seat('12B'))], rows: seats('12A, 12B') },
      ],
    ],
    [
      'the boarding passes of both, and of one again',
      [
        { markup: [ann(), bob()], rows: [{ seat_number: '' }] },
        { markup: [bob(seat('12B'))], rows: seats('12B') },
        { markup: [ann(seat('12A'))], rows: seats('12A, 12B') },
        { markup: [ann(seat('1A'))], rows: seats('1A, 12B') },
      ],
    ],
    [
      'a boarding pass with a name as airlines write it',
      [both, { markup: [flightFor('COSTA/BOBMR', seat('14C'))], rows: seats('12A, 14C') }],
    ],
    [
      'a boarding pass in the name of a passenger not known before',
      [both, { markup: [carla(seat('12C'))], rows: seats('12A, 12B, 12C') }],
    ],
    [
      'after a boarding pass, the cancellation takes the seat that is on it',
      [
        both,
        { markup: [bob(seat('14C'))], rows: seats('12A, 14C') },
        { markup: [cancelling(bob(seat('12B')))], rows: seats('12A') },
      ],
    ],
    [
      'a change of gate that names nobody leaves the seats',
      [
        both,
        {
          markup: [
            flightFor('', {
              reservationFor: {
                ...(flightFor('').reservationFor as object),
                departureGate: 'B7',
              },
            }),
          ],
          rows: [{ seat_number: '12A, 12B', departure_gate: 'B7' }],
        },
      ],
    ],
    [
      'a class that is stated for all is that of each',
      [
        both,
        {
          markup: [flightFor('', { airplaneSeatClass: { name: 'Business' } })],
          rows: [{ seat_number: '12A, 12B', seat_class: 'Business' }],
        },
      ],
    ],
    [
      "a seat in nobody's name, where two are known",
      [
        both,
        {
          markup: [flightFor('', seat('14C'))],
          waits: unclear('14C beside Ann Reis, Bob Costa'),
          rows: seats('12A, 12B'),
        },
      ],
    ],
    [
      "a known seat in nobody's name",
      [both, { markup: [flightFor('', seat('12B'))], rows: seats('12A, 12B') }],
    ],
    [
      "a new seat in nobody's name, where one is known",
      [
        { markup: [ann(seat('12A'))], rows: seats('12A') },
        { markup: [flightFor('', seat('14C'))], rows: seats('14C') },
      ],
    ],
    [
      'a name for the only seat, and a new seat',
      [
        { markup: [flightFor('', seat('12A'))], rows: seats('12A') },
        { markup: [ann(seat('14C'))], rows: seats('14C') },
      ],
    ],
    [
      'an older cancellation that arrives last changes nothing',
      [
        { ...both, day: 5 },
        {
          markup: [cancelling(bob())],
          day: 1,
          waits: outdated,
          rows: seats('12A, 12B'),
        },
      ],
    ],
    [
      'one cancelled and the other confirmed in one message',
      [both, { markup: [ann(seat('1A')), cancelling(bob())], rows: seats('1A') }],
    ],
    [
      'of two with one family name, only the one who is named',
      [
        {
          markup: [flightFor('Ann Costa', seat('12A')), bob(seat('12B'))],
          rows: seats('12A, 12B'),
        },
        {
          markup: [cancelling(flightFor('Costa'))],
          waits: cancelsPart('Costa'),
          rows: seats('12A, 12B'),
        },
        { markup: [cancelling(flightFor('B. Costa'))], rows: seats('12A') },
      ],
    ],
    [
      'a name of which only a part is the same',
      [
        { markup: [ann(seat('12A'))], rows: seats('12A') },
        {
          markup: [flightFor('Anna Reis', seat('14C'))],
          waits: unclear('Anna Reis beside Ann Reis'),
          rows: seats('12A'),
        },
      ],
    ],
    [
      'two tickets in the name of who booked them, and one in a further name',
      [
        { markup: [ann(seat('12A')), ann(seat('12B'))], rows: seats('12A, 12B') },
        {
          markup: [bob(seat('14C'))],
          waits: unclear('Bob Costa beside Ann Reis'),
          rows: seats('12A, 12B'),
        },
        { markup: [cancelling(ann(seat('12B')))], rows: seats('12A') },
      ],
    ],
    [
      'the only seat is cancelled by its number',
      [
        { markup: [flightFor('', seat('12A'))], rows: seats('12A') },
        { markup: [cancelling(flightFor('', seat('12A')))], rows: [] },
      ],
    ],
    [
      'another time for one of two',
      [
        both,
        {
          markup: [bob({ reservationFor: moved })],
          waits: movesPart('Bob Costa'),
          rows: [{ ...seats('12A, 12B')[0], departure_at: '2031-04-18T07:10:00Z' }],
        },
        {
          markup: [ann({ reservationFor: moved }), bob({ reservationFor: moved })],
          rows: [{ ...seats('12A, 12B')[0], departure_at: '2031-04-18T08:10:00Z' }],
        },
      ],
    ],
    [
      "another time in nobody's name is that of all",
      [
        both,
        {
          markup: [flightFor('', { reservationFor: moved })],
          rows: [{ ...seats('12A, 12B')[0], departure_at: '2031-04-18T08:10:00Z' }],
        },
      ],
    ],
  ])('%s', async (_, steps) => {
    await follow('transportation', steps)
  })

  it('an earlier cancellation of one keeps the other in an older confirmation', async () => {
    const gone = 'KX77QP, AP123, 2031-04-18, Bob Costa (email of 2031-03-06)'
    await follow('transportation', [
      {
        markup: [cancelling(bob())],
        day: 5,
        waits: sentence(reasons.unknownReservation, `KX77QP, ${lisbonToFrankfurt}`),
        rows: [],
      },
      { ...both, day: 1, says: sentence(reasons.cancelledSince, gone), rows: seats('12A') },
    ])
  })
})
