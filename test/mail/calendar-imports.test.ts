/** 17 Inbound mail: calendars of other programs, imported by their users. */
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { splitCalendar } from '../../src/mail/reading/calendar/split.ts'
import { reasons } from '../../src/mail/reading/reasons.ts'
import { anonymous, as } from '../client.ts'
import { withKey } from '../spec/keyed.ts'
import { cast, type Person, premium } from '../world.ts'
import { many, office, planner, web } from './calendar-exports.ts'
import { objectsIn, sentence } from './parsed-messages.ts'

interface Imported {
  filed: number
  waiting: number
  known: number
  emails: { subject: string; reason: string; parsedSuccessfully: boolean }[]
}

const operation = `mutation ($input: CalendarInput!) {
  importCalendar(input: $input) {
    filed waiting known
    emails { subject reason parsedSuccessfully activities { name } }
  }
}`

async function bring(person: Person, content: string, more: object = {}): Promise<Imported> {
  const { data, errors } = await as(person).graphql(operation, { input: { content, ...more } })
  expect(errors).toEqual([])
  return data?.importCalendar as Imported
}

async function refusal(person: Person, input: object) {
  const { errors } = await as(person).graphql(operation, { input })
  return errors[0]?.extensions
}

const names = async (tripId: number, kind: 'activity' | 'transportation') =>
  (await objectsIn(tripId, kind)).map(({ name, transport_number }) => transport_number ?? name)

describe('17 Inbound mail: imported calendars', () => {
  it('each event of a trip planner is filed in its trip, or waits with its reason', async () => {
    const { olga, trip } = await cast()
    const { emails, ...counts } = await bring(olga, planner)
    expect(counts).toEqual({ filed: 3, waiting: 1, known: 0 })
    expect(await names(trip.id, 'activity')).toEqual(['Lisbon, April 2031', 'Museu do Azulejo'])
    expect(await objectsIn(trip.id, 'transportation')).toMatchObject([
      { transport_number: 'AP123', departure_at: '2031-04-18T07:10:00Z' },
    ])
    expect(emails.filter(({ parsedSuccessfully }) => !parsedSuccessfully)).toEqual([
      {
        ...{
          subject: 'Dinner in Oslo',
          reason: sentence(reasons.noTrip, 'Dinner in Oslo, 2031-07-12'),
        },
        ...{ parsedSuccessfully: false, activities: [] },
      },
    ])
    const inbox = await as(olga).graphql('{ inbox(first: 9) { results { subject reason } } }')
    expect(inbox.data).toEqual({
      inbox: {
        results: [
          {
            subject: 'Dinner in Oslo',
            reason: sentence(reasons.noTrip, 'Dinner in Oslo, 2031-07-12'),
          },
        ],
      },
    })
  })

  it('a series waits as a whole, with its exceptions; the event beside it is filed', async () => {
    const { olga, trip } = await cast()
    const { filed, waiting, emails } = await bring(olga, web)
    expect([filed, waiting]).toEqual([1, 1])
    expect(await names(trip.id, 'activity')).toEqual(['Fado at the Mesa'])
    expect(emails.find(({ subject }) => subject === 'Standup')?.reason).toBe(
      sentence(reasons.recurring, 'Standup'),
    )
  })

  it('zones with Windows names are recognised', async () => {
    const { olga, trip } = await cast()
    expect(await bring(olga, office)).toMatchObject({ filed: 1, waiting: 0 })
    expect(await objectsIn(trip.id, 'activity')).toMatchObject([
      {
        ...{ name: 'Meet Sofia', address: 'Praça do Comércio' },
        ...{ starts_at: '2031-04-20T09:00:00Z', ends_at: '2031-04-20T10:30:00Z' },
      },
    ])
  })

  it('the same calendar again changes nothing, even if it was exported anew', async () => {
    const { olga, trip } = await cast()
    await bring(olga, planner)
    const before = await objectsIn(trip.id, 'activity')
    const anew = planner.replaceAll('DTSTAMP:20310301', 'DTSTAMP:20310302')
    expect(await bring(olga, anew)).toEqual({ filed: 0, waiting: 0, known: 4, emails: [] })
    expect(await objectsIn(trip.id, 'activity')).toEqual(before)
  })

  it('a changed event updates its object', async () => {
    const { olga, trip } = await cast()
    await bring(olga, planner)
    const later = planner
      .replaceAll('DTSTAMP:20310301', 'DTSTAMP:20310302')
      .replace('DTSTART:20310419T130000Z', 'DTSTART:20310419T133000Z')
    expect(await bring(olga, later)).toMatchObject({ filed: 1, waiting: 0, known: 3 })
    const [, museum, ...others] = await objectsIn(trip.id, 'activity')
    expect(museum).toMatchObject({ starts_at: '2031-04-19T13:30:00Z' })
    expect(others).toEqual([])
  })

  it('a compressed calendar is the same calendar', async () => {
    const { olga } = await cast()
    await bring(olga, planner)
    const content = gzipSync(planner).toString('base64')
    expect(await bring(olga, content, { compressed: true })).toMatchObject({ known: 4 })
  })

  it('more events than one message may have are imported at once', async () => {
    const { olga, trip } = await cast()
    const imported = await bring(olga, many(120))
    expect(imported).toMatchObject({ filed: 120, waiting: 0, known: 0 })
    expect(await objectsIn(trip.id, 'activity')).toHaveLength(120)
  })

  it('refuses an invalid, empty or too large calendar, and stores nothing', async () => {
    const { stan } = await cast()
    const bomb = gzipSync(Buffer.alloc(3 * 1024 * 1024)).toString('base64')
    const cases: [object, string][] = [
      [{ content: 'Dear all, see you there.' }, 'Enter a calendar in the iCalendar format.'],
      [{ content: 'BEGIN:VCALENDAR\nEND:VCALENDAR' }, 'The calendar contains no events.'],
      [
        { content: gzipSync(many(501)).toString('base64'), compressed: true },
        'The calendar contains more than 500 events.',
      ],
      [{ content: 'no gzip', compressed: true }, 'Enter gzip data in base64.'],
      [{ content: bomb, compressed: true }, 'Ensure this calendar has no more than 2 MiB.'],
      [{ content: ' ' }, 'This field may not be blank.'],
      [{}, 'This field is required.'],
    ]
    for (const [input, sentence] of cases) {
      expect(await refusal(stan, input)).toEqual({
        code: 'BAD_USER_INPUT',
        fields: { content: [sentence] },
      })
    }
    const inbox = await as(stan).graphql('{ inbox { count } }')
    expect(inbox.data).toEqual({ inbox: { count: 0 } })
  })

  it('olga imports 100 events at once with an Idempotency-Key; 101 are refused, and leave no key', async () => {
    const { olga } = await cast()
    const key = withKey()
    const send = (events: number, headers?: object) =>
      as(olga).graphql(operation, { input: { content: many(events) } }, { ...headers })
    const { errors } = await send(101, key)
    expect(errors[0]?.extensions).toEqual({
      code: 'BAD_USER_INPUT',
      fields: { content: ['With an Idempotency-Key, a calendar has at most 100 events.'] },
    })
    for (let time = 0; time < 2; time += 1) {
      const { data } = await send(100, key)
      expect(data?.importCalendar).toMatchObject({ filed: 100, waiting: 0, known: 0 })
    }
    const { data } = await send(101)
    expect(data?.importCalendar).toMatchObject({ filed: 1, waiting: 0, known: 100 })
  }, 60_000)

  it('a zone that each of many events would repeat is refused, not stored again and again', () => {
    const zone = ['BEGIN:VTIMEZONE', 'TZID:Z', `COMMENT:${'x'.repeat(100_000)}`, 'END:VTIMEZONE']
    const events = Array.from({ length: 100 }, (_, at) => [
      ...['BEGIN:VEVENT', `UID:${at}`, 'DTSTART;TZID=Z:20310419T100000', 'END:VEVENT'],
    ]).flat()
    const text = ['BEGIN:VCALENDAR', ...zone, ...events, 'END:VCALENDAR'].join('\n')
    expect(splitCalendar(text)).toBe('tooLarge')
  })

  it('members file only with the right to edit; without credentials, the import is refused', async () => {
    const { vera, trip } = await cast()
    expect(await bring(vera, office)).toMatchObject({ filed: 0, waiting: 1 })
    expect(await objectsIn(trip.id, 'activity')).toEqual([])
    const { errors } = await as(anonymous).graphql(operation, { input: { content: office } })
    expect(errors[0]?.extensions.code).toBe('UNAUTHENTICATED')
  })

  it('a user may import 20 calendars a day, without affecting other users', async () => {
    const { olga, ed } = await cast()
    await premium(ed, true)
    for (let at = 0; at < 20; at += 1) await refusal(olga, { content: 'no calendar' })
    expect(await refusal(olga, { content: office })).toMatchObject({ code: 'THROTTLED' })
    expect(await bring(ed, office)).toMatchObject({ filed: 1 })
  })
})
