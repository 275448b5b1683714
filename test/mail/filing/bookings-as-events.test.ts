/** Inbound mail: an event of a calendar and the booking of the same hour are one object. */
import { describe, expect, it } from 'vitest'
import { as } from '../../client.ts'
import { cast } from '../../world.ts'
import { objectsIn } from '../parsed-messages.ts'
import { deliver, type EventLines, flightFor, type MarkupNode, ticketsTo } from './booking-mails.ts'

const timed = (summary: string, from: string, until: string, ...more: string[]): EventLines => [
  ...[`UID:${summary}@events.example`, `SUMMARY:${summary}`],
  ...[`DTSTART;TZID=Europe/Lisbon:${from}`, `DTEND;TZID=Europe/Lisbon:${until}`, ...more],
]
const confirmed = {
  '@context': 'http://schema.org',
  reservationStatus: 'http://schema.org/ReservationConfirmed',
}
const flight = flightFor('Ann Reis')
const show = ticketsTo([])
const table: MarkupNode = {
  ...{ ...confirmed, '@type': 'FoodEstablishmentReservation', reservationNumber: 'T-9' },
  startTime: '2031-04-19T19:30:00+01:00',
  reservationFor: { '@type': 'FoodEstablishment', name: 'Tasca Azul', address: 'Rua 5, Lisboa' },
}
const train: MarkupNode = {
  ...{ ...confirmed, '@type': 'TrainReservation', reservationNumber: 'R-77' },
  reservationFor: {
    ...{ '@type': 'TrainTrip', trainNumber: '523', departureTime: '2031-04-19T08:30:00+01:00' },
    departureStation: { '@type': 'TrainStation', name: 'Lisboa Oriente' },
    arrivalStation: { '@type': 'TrainStation', name: 'Porto Campanhã' },
  },
}
const kinds = ['activity', 'transportation', 'hosting'] as const

/** The objects of a trip, by kind and name or number. */
async function objectsOf(tripId: number) {
  const found = await Promise.all(kinds.map((kind) => objectsIn(tripId, kind)))
  return kinds.flatMap((kind, at) =>
    (found[at] ?? []).map((row) => `${kind} ${row.name || row.transport_number}`),
  )
}
const unclear = (what: string) =>
  `The trip already has what may be the same booking, or another one: ${what}.`

const theSame: [string, MarkupNode, EventLines, string][] = [
  [
    'a table under a longer title',
    table,
    timed('Dinner at Tasca Azul', '20310419T193000', '20310419T213000'),
    'activity Tasca Azul',
  ],
  [
    'a table by its place alone',
    table,
    timed('Dinner', '20310419T193000', '20310419T213000', 'LOCATION:Tasca Azul\\, Rua 5'),
    'activity Tasca Azul',
  ],
  [
    'a show under its own name',
    show,
    timed('Fado night (2 tickets)', '20310419T200000', '20310419T220000'),
    'activity Fado night',
  ],
  [
    'a flight by its number',
    flight,
    timed('AP 123 to Germany', '20310418T081000', '20310418T110500'),
    'transportation AP123',
  ],
  [
    'a flight by both towns, without a number',
    flight,
    timed('Lisbon to Frankfurt with Ann', '20310418T081000', '20310418T110500'),
    'transportation AP123',
  ],
  [
    'a train by both towns',
    train,
    timed('Lisboa nach Porto', '20310419T083000', '20310419T113000'),
    'transportation 523',
  ],
]

describe('17 Inbound mail: a calendar and the booking of the same minute', () => {
  it.each(theSame)('are one if the calendar arrives first: %s', async (_, markup, event, what) => {
    const { olga, trip } = await cast()
    expect(await deliver(olga, { events: [event] })).toMatchObject({ filed: true })
    expect(await deliver(olga, { markup: [markup] }, 1)).toMatchObject({ filed: true, reason: '' })
    expect(await objectsOf(trip.id)).toEqual([what])
  })

  it.each(theSame)('are one if the booking arrives first: %s', async (_, markup, event, what) => {
    const { olga, trip } = await cast()
    expect(await deliver(olga, { markup: [markup] })).toMatchObject({ filed: true })
    expect(await deliver(olga, { events: [event] }, 1)).toMatchObject({ filed: true, reason: '' })
    expect(await objectsOf(trip.id)).toEqual([what])
  })

  it('have both emails, and the end that only the calendar has', async () => {
    const { olga, trip } = await cast()
    await deliver(olga, { markup: [table] })
    const event = timed('Dinner at Tasca Azul', '20310419T193000', '20310419T213000')
    await deliver(olga, { events: [event] }, 1)
    const [made] = await objectsIn(trip.id, 'activity')
    expect(made).toMatchObject({ ends_at: '2031-04-19T20:30:00Z', notes: '' })
    const { json } = await as(olga).get(`/v1/trip/${trip.id}/activity/${made?.id}`)
    expect(json.emails).toHaveLength(2)
  })

  it.each<[string, MarkupNode, EventLines, string, string]>([
    [
      'other words at the minute of a table',
      table,
      timed('Meet Rui', '20310419T193000', '20310419T203000'),
      'Meet Rui, 2031-04-19',
      'Tasca Azul, 2031-04-19',
    ],
    [
      'one town at the minute of a flight',
      flight,
      timed('Off to Frankfurt', '20310418T081000', '20310418T120500'),
      'Off to Frankfurt, 2031-04-18',
      'AP123, 2031-04-18',
    ],
    [
      'other words at the minute of a train',
      train,
      timed('Breakfast', '20310419T083000', '20310419T090000'),
      'Breakfast, 2031-04-19',
      '523, 2031-04-19',
    ],
  ])('wait if that is not clear, with the known object: %s', async (_, markup, event, ...names) => {
    const [asEvent, asBooking] = names
    for (const [first, second, known] of [
      [{ events: [event] }, { markup: [markup] }, asEvent],
      [{ markup: [markup] }, { events: [event] }, asBooking],
    ] as const) {
      const { olga, trip } = await cast()
      await deliver(olga, first)
      expect(await deliver(olga, second, 1)).toMatchObject({
        filed: false,
        reason: unclear(known ?? ''),
      })
      expect(await objectsOf(trip.id)).toHaveLength(1)
    }
  })

  it('wait if a person has edited the event that a flight would replace', async () => {
    const { olga, trip } = await cast()
    const event = timed('Lisbon to Frankfurt', '20310418T081000', '20310418T110500')
    await deliver(olga, { events: [event] })
    const [made] = await objectsIn(trip.id, 'activity')
    await as(olga).patch(`/v1/trip/${trip.id}/activity/${made?.id}`, { notes: 'Passport' })
    expect(await deliver(olga, { markup: [flight] }, 1)).toMatchObject({
      reason: unclear('Lisbon to Frankfurt, 2031-04-18'),
    })
  })

  it('wait if the event of a flight moves', async () => {
    const { olga, trip } = await cast()
    await deliver(olga, { markup: [flight] })
    const event = (from: string) => timed('Lisbon to Frankfurt', from, '20310418T140500')
    await deliver(olga, { events: [event('20310418T081000')] }, 1)
    expect(await deliver(olga, { events: [event('20310418T091000')] }, 2)).toMatchObject({
      reason: unclear('AP123, 2031-04-18'),
    })
    expect(await objectsOf(trip.id)).toEqual(['transportation AP123'])
  })

  it.each<[string, MarkupNode, EventLines]>([
    ['another hour', table, timed('Drinks at Tasca', '20310419T220000', '20310419T230000')],
    ['the evening before', flight, timed('Pack for AP123', '20310417T081000', '20310417T091000')],
    [
      'another flight at that minute',
      flight,
      timed('Flight ZZ77 LIS-MAD', '20310418T081000', '20310418T093000', 'LOCATION:Lisbon (LIS)'),
    ],
  ])('are two if the calendar has %s', async (_, markup, event) => {
    for (const [first, second] of [
      [{ events: [event] }, { markup: [markup] }],
      [{ markup: [markup] }, { events: [event] }],
    ] as const) {
      const { olga, trip } = await cast()
      await deliver(olga, first)
      expect(await deliver(olga, second, 1)).toMatchObject({ filed: true, reason: '' })
      expect(await objectsOf(trip.id)).toHaveLength(2)
    }
  })
})
