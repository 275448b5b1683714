/** Inbound mail: the passengers of several legs, of trains, and in two forms of one message. */
import { describe, it } from 'vitest'
import { reasons } from '../../../src/mail/reading/reasons.ts'
import { sentence } from '../parsed-messages.ts'
import {
  cancelling,
  flightFor,
  follow,
  type MailStep,
  type MarkupNode,
  price,
} from './booking-mails.ts'

const seat = (airplaneSeat: string) => ({ airplaneSeat })
const back = (name: string, more: MarkupNode = {}) =>
  flightFor(name, {
    reservationFor: {
      '@type': 'Flight',
      flightNumber: '124',
      airline: { '@type': 'Airline', name: 'Air Prado', iataCode: 'AP' },
      departureAirport: { '@type': 'Airport', name: 'Frankfurt', iataCode: 'FRA' },
      departureTime: '2031-04-21T18:00:00+02:00',
      arrivalAirport: { '@type': 'Airport', name: 'Lisbon', iataCode: 'LIS' },
      arrivalTime: '2031-04-21T20:00:00+01:00',
    },
    ...more,
  })
const legs = (out: string, home: string) => [
  { transport_number: 'AP123', seat_number: out },
  { transport_number: 'AP124', seat_number: home },
]
const both: MailStep = {
  markup: [
    flightFor('Ann Reis', seat('12A')),
    flightFor('Bob Costa', seat('12B')),
    back('Ann Reis', seat('3C')),
    back('Bob Costa', seat('3D')),
  ],
  rows: legs('12A, 12B', '3C, 3D'),
}
/** The reservation alone, without its flights. */
const bare = (name: string) => {
  const { reservationFor: _, ...node } = flightFor(name)
  return node
}

const ride = (name: string, more: MarkupNode = {}): MarkupNode => ({
  '@type': 'TrainReservation',
  reservationNumber: 'TR-7',
  reservationStatus: 'http://schema.org/ReservationConfirmed',
  underName: { '@type': 'Person', name },
  reservationFor: {
    '@type': 'TrainTrip',
    trainNumber: 'IC 523',
    departureStation: { '@type': 'TrainStation', name: 'Porto Campanha' },
    departureTime: '2031-04-18T08:10:00+01:00',
    arrivalStation: { '@type': 'TrainStation', name: 'Lisboa Oriente' },
    arrivalTime: '2031-04-18T11:05:00+01:00',
  },
  ...more,
})
const inCoach = (seatSection: string, seatNumber: string) => ({
  reservedTicket: { ticketedSeat: { seatSection, seatNumber } },
})

describe('17 Inbound mail: the passengers of several legs', () => {
  it.each<[string, MailStep[]]>([
    [
      'one is cancelled on the leg that is named',
      [
        both,
        { markup: [cancelling(back('Bob Costa'))], rows: legs('12A, 12B', '3C') },
        { markup: [cancelling(flightFor('Bob Costa'))], rows: legs('12A', '3C') },
        { markup: [cancelling(back('Ann Reis'))], rows: legs('12A', '3C').slice(0, 1) },
      ],
    ],
    [
      'one is cancelled on all legs',
      [
        both,
        { markup: [cancelling(bare('Bob Costa'))], rows: legs('12A', '3C') },
        { markup: [cancelling(bare('Ann Reis'))], rows: [] },
      ],
    ],
    ['all are cancelled on all legs', [both, { markup: [cancelling(bare(''))], rows: [] }]],
    [
      'one flies back alone',
      [
        {
          markup: [flightFor('Ann Reis'), flightFor('Bob Costa'), back('Ann Reis', seat('3C'))],
          rows: legs('', '3C'),
        },
        {
          markup: [cancelling(bare('Carla Dias'))],
          waits: `${reasons.cancelsPart.slice(0, -1)}: Carla Dias.`,
          rows: legs('', '3C'),
        },
        { markup: [cancelling(bare('Bob Costa'))], rows: legs('', '3C') },
        { markup: [cancelling(flightFor('Ann Reis'))], rows: legs('', '3C').slice(1) },
      ],
    ],
    [
      'one was cancelled before the older confirmation arrives',
      [
        {
          markup: [cancelling(bare('Bob Costa'))],
          waits: sentence(reasons.unknownReservation, 'KX77QP'),
          day: 5,
          rows: [],
        },
        {
          markup: [flightFor('Ann Reis'), flightFor('Bob Costa', seat('12B')), back('Ann Reis')],
          day: 1,
          says: sentence(reasons.cancelledSince, 'KX77QP, AP123, Bob Costa (email of 2031-03-06)'),
          rows: legs('', ''),
        },
      ],
    ],
    [
      'boarding passes of each leg',
      [
        both,
        { markup: [back('Bob Costa', seat('9F'))], rows: legs('12A, 12B', '3C, 9F') },
        { markup: [flightFor('Ann Reis', seat('1A'))], rows: legs('1A, 12B', '3C, 9F') },
      ],
    ],
  ])('%s', async (_, steps) => {
    await follow('transportation', steps)
  })
})

describe('17 Inbound mail: the passengers of a train', () => {
  const shown = (coach_number: string, seat_number: string) => [{ coach_number, seat_number }]

  it('have separate coaches and seats, with the same seat numbers in two coaches', async () => {
    await follow('transportation', [
      {
        markup: [
          ride('Ann Reis', { ...inCoach('6', '45'), ...price(30) }),
          ride('Bob Costa', { ...inCoach('7', '45'), ...price(25) }),
        ],
        rows: [{ ...shown('6, 7', '45')[0], price: 55 }],
      },
      { markup: [ride('Bob Costa', inCoach('7', '12'))], rows: shown('6, 7', '45, 12') },
      {
        markup: [cancelling(ride('Ann Reis'))],
        rows: [{ ...shown('7', '12')[0], price: 25 }],
      },
    ])
  })
})
