/** Inbound mail: a calendar beside the markup of one message is the same booking, or another. */
import { describe, expect, it } from 'vitest'
import { cast } from '../../../world.ts'
import {
  deliver,
  type EventLines,
  flightFor,
  type MarkupNode,
  roomFor,
} from '../../filing/booking-mails.ts'
import { objectsIn } from '../../parsed-messages.ts'

const event = (...lines: string[]): EventLines => [`UID:${lines[0]}@casa.example`, ...lines]
const room = roomFor('Ann Reis')
const flight = flightFor('Ann Reis')
const largo = 'LOCATION:Largo 3\\, Lisboa'
/** The stay as a calendar has it: on days, the last of which is the departure. */
const stay = (from: string, until: string, summary = 'SUMMARY:Stay at Casa do Largo') =>
  event(
    summary,
    `DTSTART;VALUE=DATE:${from}`,
    `DTEND;VALUE=DATE:${until}`,
    largo,
    `DESCRIPTION:Check-out: ${until.slice(6)}/04/2031`,
  )
const timed = (summary: string, from: string, until: string, ...more: string[]) =>
  event(
    `SUMMARY:${summary}`,
    `DTSTART;TZID=Europe/Lisbon:${from}`,
    `DTEND;TZID=Europe/Lisbon:${until}`,
    ...more,
  )
const dinner = timed('Dinner at Tasca', '20310419T193000', '20310419T213000')
const disagree = (what: string) =>
  `The calendar and the rest of this email disagree about the booking: ${what}.`
const unclear = (what: string) =>
  `It is not clear whether an event in the calendar is part of the booking: ${what}.`
const roomInWords =
  'Casa do Largo, 2031-04-18 15:00 (Europe/Lisbon) to 2031-04-21 11:00 (Europe/Lisbon)'
const flightInWords = 'AP123, 2031-04-18 08:10 (Europe/Lisbon) to 2031-04-18 12:05 (Europe/Berlin)'

/** The names of all objects of the trip. */
async function namesIn(tripId: number) {
  const [stays, visits, journeys] = [
    await objectsIn(tripId, 'hosting'),
    await objectsIn(tripId, 'activity'),
    await objectsIn(tripId, 'transportation'),
  ]
  return [...stays, ...visits]
    .map(({ name }) => name)
    .concat(journeys.map(({ transport_number }) => transport_number))
}

describe('17 Inbound mail: a calendar beside markup', () => {
  it.each<[string, MarkupNode, EventLines[]]>([
    ['the same days', room, [stay('20310418', '20310421')]],
    [
      'days that end with the last night',
      room,
      [stay('20310418', '20310421', 'SUMMARY:Casa do Largo')],
    ],
    [
      'its own times',
      room,
      [timed('Hotel stay: Casa do Largo', '20310418T150000', '20310421T110000', largo)],
    ],
    [
      'the hour of arrival alone',
      room,
      [timed('Check-in: Casa do Largo', '20310418T150000', '20310418T160000')],
    ],
    [
      'the flight, and a reminder on the day before',
      flight,
      [
        timed(
          'Flight AP123 LIS-FRA',
          '20310418T081000',
          '20310418T110500',
          'LOCATION:Lisbon (LIS)',
        ),
        timed('Check-in for AP123 opens', '20310417T081000', '20310417T083000'),
      ],
    ],
    [
      'the flight at its minute, under other words',
      flight,
      [timed('Ana and Rui to Germany', '20310418T081000', '20310418T110500')],
    ],
  ])('that has %s is the same booking', async (_, markup, events) => {
    const { olga, trip } = await cast()
    expect(await deliver(olga, { markup: [markup], events })).toMatchObject({ filed: true })
    expect(await namesIn(trip.id)).toHaveLength(1)
  })

  it.each<[string, MarkupNode, EventLines[], string]>([
    [
      'the stay a day longer',
      room,
      [stay('20310418', '20310422')],
      disagree(`Casa do Largo, 2031-04-18 to 2031-04-22 beside ${roomInWords}`),
    ],
    [
      'the stay a day later',
      room,
      [stay('20310419', '20310421')],
      disagree(`Casa do Largo, 2031-04-19 to 2031-04-21 beside ${roomInWords}`),
    ],
    [
      'other nights under the name of the hotel alone',
      room,
      [timed('Casa do Largo', '20310418T150000', '20310420T110000')],
      disagree(
        'Casa do Largo, 2031-04-18 15:00 (Europe/Lisbon) to 2031-04-20 11:00 (Europe/Lisbon) ' +
          `beside ${roomInWords}`,
      ),
    ],
    [
      'the flight an hour later',
      flight,
      [
        timed(
          'Flight AP123 LIS-FRA',
          '20310418T091000',
          '20310418T120500',
          'LOCATION:Lisbon (LIS)',
        ),
      ],
      disagree(`AP123, 2031-04-18 09:10 (Europe/Lisbon) beside ${flightInWords}`),
    ],
    [
      'the flight on another day',
      flight,
      [
        timed(
          'Flight AP123 LIS-FRA',
          '20310419T081000',
          '20310419T110500',
          'LOCATION:Lisbon (LIS)',
        ),
      ],
      disagree(`AP123, 2031-04-19 08:10 (Europe/Lisbon) beside ${flightInWords}`),
    ],
    [
      'an hour in the hotel',
      room,
      [timed('Dinner at Casa do Largo', '20310419T193000', '20310419T213000')],
      unclear(
        'Dinner at Casa do Largo, 2031-04-19 19:30 (Europe/Lisbon) to ' +
          `2031-04-19 21:30 (Europe/Lisbon) beside ${roomInWords}`,
      ),
    ],
    [
      'a journey that may be the flight',
      flight,
      [timed('Off to Frankfurt', '20310418T060000', '20310418T120000')],
      unclear(
        'Off to Frankfurt, 2031-04-18 06:00 (Europe/Lisbon) to 2031-04-18 12:00 (Europe/Lisbon) ' +
          `beside ${flightInWords}`,
      ),
    ],
  ])('that has %s waits, with both', async (_, markup, events, reason) => {
    const { olga, trip } = await cast()
    expect(await deliver(olga, { markup: [markup], events })).toMatchObject({
      filed: false,
      reason,
    })
    expect(await namesIn(trip.id)).toEqual([])
  })

  it.each<[string, MarkupNode, EventLines[], string[]]>([
    ['a table beside a stay', room, [dinner], ['Casa do Largo', 'Dinner at Tasca']],
    ['a stay beside a flight', flight, [stay('20310418', '20310421')], ['Casa do Largo', 'AP123']],
    [
      'a flight beside a stay, and the stay',
      room,
      [
        timed(
          'Flight AP123 LIS-FRA',
          '20310418T081000',
          '20310418T110500',
          'LOCATION:Lisbon (LIS)',
        ),
        stay('20310418', '20310421'),
      ],
      ['Casa do Largo', 'AP123'],
    ],
    [
      'the way back beside a flight',
      flight,
      [
        timed(
          'Flight AP123 LIS-FRA',
          '20310418T081000',
          '20310418T110500',
          'LOCATION:Lisbon (LIS)',
        ),
        event(
          'SUMMARY:Flight AP124 FRA-LIS',
          'DTSTART;TZID=Europe/Berlin:20310421T180000',
          'DTEND;TZID=Europe/Berlin:20310421T210000',
          'LOCATION:Frankfurt (FRA)',
        ),
      ],
      ['AP123', 'AP124'],
    ],
    [
      'the next stay, under another name',
      roomFor('Ann Reis', { checkoutTime: '2031-04-20T11:00:00+01:00' }),
      [stay('20310420', '20310421', 'SUMMARY:Stay at Quinta do Vale')],
      ['Casa do Largo', 'Quinta do Vale'],
    ],
  ])('that has something else is filed as well: %s', async (_, markup, events, names) => {
    const { olga, trip } = await cast()
    expect(await deliver(olga, { markup: [markup], events })).toMatchObject({
      filed: true,
      reason: '',
    })
    expect(await namesIn(trip.id)).toEqual(names)
  })
})
