/** Inbound mail: an event of a calendar and the booking of the same stay are one object. */
import { describe, expect, it } from 'vitest'
import { as } from '../../client.ts'
import { cast, db } from '../../world.ts'
import { makeTrip, objectsIn } from '../parsed-messages.ts'
import { deliver, type EventLines, roomFor } from './booking-mails.ts'

const days = (summary: string, from: string, until: string, ...more: string[]): EventLines => [
  `UID:${summary}@casa.example`,
  `SUMMARY:${summary}`,
  `DTSTART;VALUE=DATE:${from}`,
  `DTEND;VALUE=DATE:${until}`,
  ...more,
]
const timed = (summary: string, from: string, until: string, ...more: string[]): EventLines => [
  `UID:${summary}@casa.example`,
  `SUMMARY:${summary}`,
  `DTSTART;TZID=Europe/Lisbon:${from}`,
  `DTEND;TZID=Europe/Lisbon:${until}`,
  ...more,
]
const place = 'LOCATION:Largo 3\\, Lisboa'
const departure = (day: number) => `DESCRIPTION:Check-out: ${day}/04/2031`
const room = { markup: [roomFor('Ann Reis')] }
const exact = {
  name: 'Casa do Largo',
  starts_at: '2031-04-18T14:00:00Z',
  ends_at: '2031-04-21T10:00:00Z',
  provider_reservation_code: 'H-4711',
}
const unclear = (what: string) =>
  `The trip already has what may be the same stay, or another one: ${what}.`

const theStay: [string, EventLines][] = [
  ['a stay of days', days('Stay at Casa do Largo', '20310418', '20310421', place, departure(21))],
  [
    'a stay with times',
    timed(
      'Hotel Casa do Largo',
      '20310418T150000',
      '20310421T110000',
      place,
      'DESCRIPTION:Check-in',
    ),
  ],
  [
    'a stay under a longer name',
    days('Stay at Casa do Largo Lisboa', '20310418', '20310421', place, departure(21)),
  ],
  ['days under the name of the house', days('Casa do Largo', '20310418', '20310421', place)],
  ['days that end after the departure', days('Casa do Largo', '20310418', '20310422')],
  [
    'times under the name of the house',
    timed('Casa do Largo', '20310418T150000', '20310421T110000'),
  ],
  ['its arrival alone', timed('Check-in: Casa do Largo', '20310418T150000', '20310418T160000')],
]

describe('17 Inbound mail: a stay in a calendar and its booking', () => {
  it.each(theStay)('are one if the calendar arrives first, as %s', async (_, event) => {
    const { olga, trip } = await cast()
    const first = await deliver(olga, { events: [event] })
    expect(first).toMatchObject({ filed: true })
    const second = await deliver(olga, room, 1)
    expect(second).toMatchObject({ filed: true, reason: '' })
    const [stay, ...others] = await objectsIn(trip.id, 'hosting')
    expect([stay, ...others]).toMatchObject([exact])
    expect(await objectsIn(trip.id, 'activity')).toEqual([])
    // Both messages hang on the stay.
    const { json } = await as(olga).get(`/v1/trip/${trip.id}/hosting/${stay?.id}`)
    expect(json.emails).toHaveLength(2)
  })

  it.each(theStay)(
    'are one if the booking arrives first, and the calendar as %s',
    async (_, event) => {
      const { olga, trip } = await cast()
      await deliver(olga, room)
      expect(await deliver(olga, { events: [event] }, 1)).toMatchObject({ filed: true, reason: '' })
      expect(await objectsIn(trip.id, 'hosting')).toMatchObject([exact])
      expect(await objectsIn(trip.id, 'activity')).toEqual([])
    },
  )

  it.each<[string, EventLines, string]>([
    [
      'a stay that ends a day earlier',
      days('Stay at Casa do Largo', '20310418', '20310420', place, departure(20)),
      'Casa do Largo, 2031-04-18',
    ],
    [
      'days that begin later',
      days('Casa do Largo', '20310419', '20310421'),
      'Casa do Largo, 2031-04-19',
    ],
    ['one word of the name', days('Largo', '20310418', '20310421'), 'Largo, 2031-04-18'],
  ])('wait if they disagree, with the existing object: %s', async (_, event, what) => {
    const { olga, trip } = await cast()
    await deliver(olga, { events: [event] })
    expect(await deliver(olga, room, 1)).toMatchObject({ filed: false, reason: unclear(what) })
    const rows = [
      ...(await objectsIn(trip.id, 'hosting')),
      ...(await objectsIn(trip.id, 'activity')),
    ]
    expect(rows).toHaveLength(1)
  })

  it('wait if a person has edited the event', async () => {
    const { olga, trip } = await cast()
    await deliver(olga, { events: [days('Casa do Largo', '20310418', '20310421')] })
    const [made] = await objectsIn(trip.id, 'activity')
    await as(olga).patch(`/v1/trip/${trip.id}/activity/${made?.id}`, { notes: 'Bring the key' })
    expect(await deliver(olga, room, 1)).toMatchObject({
      reason: unclear('Casa do Largo, 2031-04-18'),
    })
    expect(await objectsIn(trip.id, 'activity')).toMatchObject([{ notes: 'Bring the key' }])
  })

  it.each<[string, EventLines]>([
    ['another house', days('Quinta do Vale', '20310418', '20310421')],
    [
      'an evening in the house',
      timed('Dinner at Casa do Largo', '20310419T193000', '20310419T213000'),
    ],
    ['the nights before', timed('Casa do Largo', '20310417T150000', '20310418T110000')],
  ])('are two if the calendar has %s', async (_, event) => {
    const { olga, trip } = await cast()
    await deliver(olga, { events: [event] })
    expect(await deliver(olga, room, 1)).toMatchObject({ filed: true, reason: '' })
    expect(await objectsIn(trip.id, 'hosting')).toMatchObject([exact])
    expect(await objectsIn(trip.id, 'activity')).toHaveLength(1)
  })

  it('documents of the event are those of the stay', async () => {
    const { olga, trip } = await cast()
    await deliver(olga, { events: [days('Casa do Largo', '20310418', '20310421')] })
    const [made] = await objectsIn(trip.id, 'activity')
    await db.query({
      text: `insert into document (activity_id, owner_id, title, url, file_type)
        values ($1, $2, 'Voucher', 'https://casa.example/v', 'url')`,
      values: [made?.id, olga.id],
    })
    await deliver(olga, room, 1)
    const [stay] = await objectsIn(trip.id, 'hosting')
    const { json } = await as(olga).get(`/v2/trip/${trip.id}/hosting/${stay?.id}/documents`)
    expect(json.results).toMatchObject([{ title: 'Voucher' }])
  })

  it('of two trips are one only in the trip of the booking', async () => {
    const { olga, trip } = await cast()
    const other = await makeTrip(olga, { starts: '2031-09-01', ends: '2031-09-05' })
    await deliver(olga, { events: [days('Casa do Largo', '20310901', '20310904')] })
    await deliver(olga, room, 1)
    expect(await objectsIn(other.id, 'activity')).toHaveLength(1)
    expect(await objectsIn(trip.id, 'hosting')).toMatchObject([exact])
  })
})
