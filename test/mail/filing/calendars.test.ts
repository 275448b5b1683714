/** Inbound mail: calendars that change and cancel what calendars have booked. */
import { describe, expect, it } from 'vitest'
import { parseMail } from '../../../src/mail/reading/parse.ts'
import { reasons } from '../../../src/mail/reading/reasons.ts'
import { cast, type Person } from '../../world.ts'
import { file, objectsIn, sentence, whereIs } from '../parsed-messages.ts'
import { rawMail } from '../raw-mails.ts'

const calendar = (method: string, events: string[][]) =>
  [
    ...['BEGIN:VCALENDAR', `METHOD:${method}`],
    ...events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']),
    'END:VCALENDAR',
  ].join('\r\n')

/** A message of nothing but a calendar, read and filed for a person. */
async function send(person: Person, method: string, ...events: string[][]) {
  const asHtml = rawMail({ html: calendar(method, events) }).toString()
  const raw = Buffer.from(asHtml.replace('text/html', `text/calendar; method=${method}`))
  const { reservations, doubt } = await parseMail(raw)
  return file(person, reservations, { doubt })
}

const yoga = (day: string, time = `${day}T080000`) => [
  ...['UID:yoga', 'SUMMARY:Yoga class', `RECURRENCE-ID;TZID=Europe/Lisbon:${day}T080000`],
  `DTSTART;TZID=Europe/Lisbon:${time}`,
]
const flight = (number: string, uid: string, from: string, to: string, ...more: string[]) => [
  ...[`UID:${uid}`, `SUMMARY:Flight ${number} ${from}`, 'DESCRIPTION:Booking reference: KX77QP'],
  ...[`DTSTART:${to}`, ...more],
]
const out = (...more: string[]) =>
  flight('AP123', 'out', 'LIS-FRA', '20310418T071000Z', 'DTEND:20310418T100500Z', ...more)
const back = (...more: string[]) => flight('AP124', 'back', 'FRA-LIS', '20310421T160000Z', ...more)

describe('17 Inbound mail: calendars about what they have booked', () => {
  it('two times of one series are two activities, and each is cancelled by itself', async () => {
    const { olga, trip } = await cast()
    await send(olga, 'REQUEST', yoga('20310419'))
    await send(olga, 'REQUEST', yoga('20310420', '20310420T091500'))
    const before = await objectsIn(trip.id, 'activity')
    expect(before.map(({ starts_at }) => starts_at)).toEqual([
      '2031-04-19T07:00:00Z',
      '2031-04-20T08:15:00Z',
    ])
    await send(olga, 'CANCEL', yoga('20310419'))
    const after = await objectsIn(trip.id, 'activity')
    expect(after.map(({ id }) => id)).toEqual([before[1]?.id])
  })

  it('a flight is a transportation, and a calendar of its number changes it', async () => {
    const { olga, trip } = await cast()
    await send(olga, 'REQUEST', out('SEQUENCE:0'))
    const later = out('SEQUENCE:1').map((line) => line.replace('T071000Z', 'T084000Z'))
    await send(olga, 'REQUEST', later)
    const [made, ...others] = await objectsIn(trip.id, 'transportation')
    expect(others).toEqual([])
    expect(made).toMatchObject({
      transport_number: 'AP123',
      departure_at: '2031-04-18T08:40:00Z',
      arrival_at: '2031-04-18T10:05:00Z',
      provider_reservation_code: 'KX77QP',
    })
    expect(await objectsIn(trip.id, 'activity')).toEqual([])
  })

  it('a cancellation takes the one of two flights that it names', async () => {
    const { olga, trip } = await cast()
    await send(olga, 'PUBLISH', out(), back())
    const [first, second] = await objectsIn(trip.id, 'transportation')
    expect([first?.transport_number, second?.transport_number]).toEqual(['AP123', 'AP124'])
    await send(olga, 'REQUEST', back('STATUS:CANCELLED'))
    const left = await objectsIn(trip.id, 'transportation')
    expect(left.map(({ id }) => id)).toEqual([first?.id])
  })

  const tour = (uid: string, day: string, ...more: string[]) => [
    ...[`UID:${uid}`, 'SUMMARY:Walking tour', `DTSTART;TZID=Europe/Lisbon:${day}T100000`, ...more],
  ]

  it('a cancellation of another day than that of its event waits in the inbox', async () => {
    const { olga, trip } = await cast()
    await send(olga, 'REQUEST', tour('u1', '20310419', 'SEQUENCE:1'))
    await send(olga, 'REQUEST', tour('u1', '20310420', 'SEQUENCE:2'))
    const { id } = await send(olga, 'CANCEL', tour('u1', '20310419', 'SEQUENCE:3'))
    expect(await objectsIn(trip.id, 'activity')).toHaveLength(1)
    const reason = sentence(reasons.otherDay, 'Walking tour, 2031-04-20')
    expect(await whereIs(id)).toMatchObject({ filed: false, reason })
    await send(olga, 'CANCEL', tour('u1', '20310420', 'SEQUENCE:4'))
    expect(await objectsIn(trip.id, 'activity')).toEqual([])
  })

  it('a cancellation from before an event has moved leaves it', async () => {
    const { olga, trip } = await cast()
    await send(olga, 'REQUEST', tour('u1', '20310420', 'SEQUENCE:2'))
    const { id } = await send(olga, 'CANCEL', tour('u1', '20310419', 'SEQUENCE:1'))
    expect(await objectsIn(trip.id, 'activity')).toHaveLength(1)
    expect(await whereIs(id)).toMatchObject({ filed: false, reason: reasons.outdated })
  })

  it('a cancellation of one time of a series leaves the others', async () => {
    const { olga, trip } = await cast()
    await send(olga, 'REQUEST', yoga('20310419'))
    const { id } = await send(olga, 'CANCEL', yoga('20310420'))
    expect(await objectsIn(trip.id, 'activity')).toHaveLength(1)
    expect(await whereIs(id)).toMatchObject({ filed: false })
  })

  it('a cancellation of another UID leaves an event of that day', async () => {
    const { olga, trip } = await cast()
    await send(olga, 'REQUEST', tour('u1', '20310419'))
    await send(olga, 'CANCEL', tour('u2', '20310419'))
    expect(await objectsIn(trip.id, 'activity')).toHaveLength(1)
  })

  it('a cancellation of an unknown booking waits in the inbox', async () => {
    const { olga, trip } = await cast()
    await send(olga, 'REQUEST', out())
    const { id } = await send(olga, 'CANCEL', ['UID:elsewhere', 'SUMMARY:Dinner'])
    expect(await whereIs(id)).toMatchObject({
      filed: false,
      reason: sentence(reasons.unknownReservation, 'elsewhere'),
    })
    expect(await objectsIn(trip.id, 'transportation')).toHaveLength(1)
  })
})
