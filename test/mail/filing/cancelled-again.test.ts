/** Inbound mail: what is cancelled stays so, and the same cancellation takes nothing more. */
import { describe, it } from 'vitest'
import {
  cancelling,
  type EventLines,
  flightFor,
  follow,
  type MailStep,
  type MarkupNode,
  roomFor,
  ticketsTo,
} from './booking-mails.ts'

const cancels = (what: string, day: string) =>
  `A newer email cancels this booking: ${what} (email of ${day}).`
const mayCancel = (what: string, day: string) =>
  `A newer email cancels this booking, but on another day: ${what} (email of ${day}).`
const left = (what: string) =>
  `A cancellation of this booking has already been processed, and has left this: ${what}.`

const tour = (day: number, sequence: number, ...more: string[]): EventLines => [
  ...['UID:tour@walks.example', 'SUMMARY:Walking tour', `SEQUENCE:${sequence}`],
  ...[`DTSTART;TZID=Europe/Lisbon:203104${day}T100000`, ...more],
]
const gone = 'STATUS:CANCELLED'
const changed = (day: number) => `LAST-MODIFIED:203103${String(day).padStart(2, '0')}T080000Z`

/** Trains of one number, on the same day and without a number of their own. */
const train = (hour: string, from: string, to: string, more: MarkupNode = {}): MarkupNode => ({
  '@context': 'http://schema.org',
  '@type': 'TrainReservation',
  reservationNumber: 'R-77',
  reservationStatus: 'http://schema.org/ReservationConfirmed',
  reservationFor: {
    '@type': 'TrainTrip',
    departureStation: { '@type': 'TrainStation', name: from },
    departureTime: `2031-04-19T${hour}:10:00+01:00`,
    arrivalStation: { '@type': 'TrainStation', name: to },
  },
  ...more,
})
const there = train('08', 'Lisboa', 'Porto')
const back = train('18', 'Porto', 'Lisboa')

/** The flight of the cast under its number, on another day. */
const flightOn = (day: number, number = '123') =>
  flightFor('Ann Reis', {
    reservationFor: {
      ...(flightFor('').reservationFor as MarkupNode),
      flightNumber: number,
      departureTime: `2031-04-${day}T08:10:00+01:00`,
      arrivalTime: `2031-04-${day}T12:05:00+02:00`,
    },
  })
const show = (hour: number) =>
  ticketsTo([], {
    reservationFor: {
      '@type': 'Event',
      name: 'Fado night',
      startDate: `2031-04-19T${hour}:00:00+01:00`,
      location: { '@type': 'Place', name: 'Teatro Azul', address: 'Rua 5, Lisboa' },
    },
  })

describe('17 Inbound mail: an older version of a cancelled event', () => {
  const sentence = cancels('Walking tour, 2031-04-20', '2031-02-28')
  it.each<[string, MailStep[]]>([
    [
      'by SEQUENCE, on the day that it was moved from',
      [
        { events: [tour(20, 1)], rows: [{ starts_at: '2031-04-20T09:00:00Z' }] },
        { events: [tour(20, 2, gone)], rows: [] },
        { events: [tour(19, 0)], waits: sentence, rows: [] },
      ],
    ],
    [
      'by its stamp where SEQUENCE is one',
      [
        {
          events: [tour(20, 1, gone, changed(3))],
          day: 4,
          waits:
            'The email cancels a reservation that is not in any of your trips: tour@walks.example, 2031-04-20.',
          rows: [],
        },
        {
          events: [tour(19, 1, changed(2))],
          day: 4,
          waits: cancels('Walking tour, 2031-04-20', '2031-03-03'),
          rows: [],
        },
        {
          events: [tour(19, 1, changed(4))],
          day: 4,
          rows: [{ starts_at: '2031-04-19T09:00:00Z' }],
        },
      ],
    ],
    [
      'that is read as a stay, where the cancellation says less',
      [
        {
          events: [['UID:tour@walks.example', 'SEQUENCE:4', gone]],
          waits:
            'The email cancels a reservation that is not in any of your trips: tour@walks.example.',
          rows: [],
        },
        {
          events: [
            [
              ...['UID:tour@walks.example', 'SUMMARY:Stay at Casa do Largo', 'SEQUENCE:3'],
              ...['DTSTART;VALUE=DATE:20310418', 'DTEND;VALUE=DATE:20310421'],
              ...['LOCATION:Largo 3\\, Lisboa', 'DESCRIPTION:Check-out: 21/04/2031'],
            ],
          ],
          waits: cancels('Casa do Largo', '2031-02-28'),
          rows: [],
        },
      ],
    ],
    [
      'but a newer one is filed',
      [
        { events: [tour(20, 1)], rows: [{}] },
        { events: [tour(20, 2, gone)], rows: [] },
        { events: [tour(19, 3)], rows: [{ starts_at: '2031-04-19T09:00:00Z' }] },
      ],
    ],
  ])('waits, and the reason names the cancellation: %s', async (_, steps) => {
    await follow('activity', steps)
  })
})

describe('17 Inbound mail: an older booking of a cancelled number', () => {
  it.each<[string, MailStep[]]>([
    [
      'on the day that was cancelled',
      [
        { markup: [flightOn(18)], rows: [{ transport_number: 'AP123' }] },
        { markup: [cancelling(flightOn(18))], rows: [] },
        {
          markup: [flightOn(18)],
          day: 0,
          waits: cancels('KX77QP, AP123, 2031-04-18, Ann Reis', '2031-03-02'),
          rows: [],
        },
      ],
    ],
    [
      'on the day that it was moved from',
      [
        { markup: [flightOn(19)], day: 1, rows: [{}] },
        { markup: [cancelling(flightOn(19))], day: 2, rows: [] },
        {
          markup: [flightOn(18)],
          day: 0,
          waits: mayCancel('KX77QP, AP123, 2031-04-19, Ann Reis', '2031-03-03'),
          rows: [],
        },
      ],
    ],
    [
      'but not another flight of the number',
      [
        { markup: [flightOn(19)], day: 1, rows: [{}] },
        { markup: [cancelling(flightOn(19))], day: 2, rows: [] },
        { markup: [flightOn(18, '125')], day: 0, rows: [{ transport_number: 'AP125' }] },
      ],
    ],
    [
      'nor the same flight on another day, where the message has the cancelled one as well',
      [
        { markup: [flightOn(19)], day: 1, rows: [{}] },
        { markup: [cancelling(flightOn(19))], day: 2, rows: [] },
        {
          markup: [flightOn(18), flightOn(19)],
          day: 0,
          says: cancels('KX77QP, AP123, 2031-04-19, Ann Reis', '2031-03-03'),
          rows: [{ departure_at: '2031-04-18T07:10:00Z' }],
        },
      ],
    ],
  ])('is not filed: %s', async (_, steps) => {
    await follow('transportation', steps)
  })
})

describe('17 Inbound mail: the same cancellation, sent again', () => {
  it('leaves the way back of that number and day, even if it comes first', async () => {
    await follow('transportation', [
      { markup: [back], rows: [{}] },
      {
        markup: [cancelling(there)],
        waits:
          'The email cancels a reservation that is not in any of your trips: R-77, Lisboa - Porto, 2031-04-19.',
        rows: [{ departure_at: '2031-04-19T17:10:00Z' }],
      },
    ])
  })

  it('leaves the other train of the same way', async () => {
    const later = train('12', 'Lisboa', 'Porto')
    await follow('transportation', [
      { markup: [there, later], rows: [{}, {}] },
      { markup: [cancelling(there)], rows: [{ departure_at: '2031-04-19T11:10:00Z' }] },
      {
        markup: [cancelling(there)],
        waits: left('Lisboa - Porto, 2031-04-19'),
        rows: [{ departure_at: '2031-04-19T11:10:00Z' }],
      },
    ])
  })

  it('leaves the second show of the evening', async () => {
    await follow('activity', [
      { markup: [show(19), show(22)], rows: [{}, {}] },
      { markup: [cancelling(show(19))], rows: [{ starts_at: '2031-04-19T21:00:00Z' }] },
      {
        markup: [cancelling(show(19))],
        waits: left('Fado night, 2031-04-19'),
        rows: [{ starts_at: '2031-04-19T21:00:00Z' }],
      },
    ])
  })

  it('leaves the room of a relative with nearly the same name', async () => {
    const [father, son] = [roomFor('Tomas Reis'), roomFor('Tomas Reis Lopes')]
    const his = { name: 'Casa do Largo' }
    await follow('hosting', [
      { markup: [father, son], rows: [his] },
      { markup: [cancelling(father)], rows: [his] },
      { markup: [cancelling(father)], waits: left('Casa do Largo, 2031-04-18'), rows: [his] },
    ])
  })

  it('takes what has been booked anew since then', async () => {
    await follow('transportation', [
      { markup: [there], rows: [{}] },
      { markup: [cancelling(there)], rows: [] },
      { markup: [there], rows: [{}] },
      { markup: [cancelling(there)], rows: [] },
    ])
  })
})
