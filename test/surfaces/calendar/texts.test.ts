import { beforeEach, describe, expect, test } from 'vitest'
import { as } from '../../client.ts'
import { age, type Cast, cast, db } from '../../world.ts'
import { add, eventOf, eventsOf, feedOf, lines, setProfile } from './feeds.ts'

let people: Cast
beforeEach(async () => {
  people = await cast()
})

const own = (many: string, body: object) => add(people.olga, people.trip.id, many, body)
const at = { starts_at: '2031-04-19T12:00:00Z' }

describe('calendar feed: texts', () => {
  test('a transportation has its places and what travellers look up', async () => {
    await own('transportations', {
      ...{ transportation_type: 'airplane', company: 'TAP', transport_number: 'TP 571' },
      ...{ departure_description: 'Lisbon', arrival_description: 'Porto', seat_number: '21A' },
      ...{ departure_at: '2031-04-18T07:10:00Z', provider_reservation_code: 'X7Q2LM' },
      ...{
        departure_latitude: 38.77,
        departure_longitude: -9.13,
        website: 'https://tap.example/a,b',
      },
    })
    const event = await eventOf(people.olga)
    expect([event.summary, event.location]).toEqual(['TAP TP 571 (Lisbon – Porto)', 'Lisbon'])
    expect(event.description).toBe(
      'Trip: Lisbon long weekend\nReservation: X7Q2LM\nFrom: Lisbon\nTo: Porto\nSeat: 21A',
    )
    expect(event.url).toBe('https://tap.example/a,b')
    expect(event.geo).toEqual({ lat: 38.77, lon: -9.13 })
  })

  test('emojis appear only with calendar_emojis', async () => {
    await own('activities', { name: 'Tiles', activity_type: 'museum', ...at })
    await own('activities', { name: 'Own', activity_type: 'constructor', ...at })
    const names = async () => (await eventsOf(people.olga)).map(({ summary }) => summary)
    expect(await names()).toEqual(['Tiles', 'Own'])
    await as(people.olga).patch('/v1/me', { calendar_emojis: true })
    expect(await names()).toEqual(['🖼️ Tiles', '📍 Own'])
  })

  test('categories, items and trips that are hidden are left out', async () => {
    await own('activities', { name: 'Tiles', activity_type: 'museum', ...at })
    await own('activities', { name: 'Lunch', activity_type: 'our-lunches', ...at })
    await own('activities', { name: 'secret', hidden: true, ...at })
    await own('hostings', { name: 'Casa', ...at })
    const names = async () =>
      (await eventsOf(people.olga)).map(({ summary }) => String(summary)).sort()
    expect(await names()).toEqual(['Casa', 'Lunch', 'Tiles'])
    const hide = (value: unknown) =>
      as(people.olga).patch('/v1/me', { calendar_hidden_categories: value })
    await hide(['our-lunches', 7, null])
    expect(await names()).toEqual(['Casa', 'Tiles'])
    await hide(['museum', 'hosting'])
    expect(await names()).toEqual(['Lunch'])
    await hide({ any: 'form' })
    expect(await names()).toEqual(['Casa', 'Lunch', 'Tiles'])
    await as(people.olga).patch(`/v1/trips/${people.trip.id}`, { hidden: true })
    expect(lines(await feedOf(people.olga), 'SUMMARY')).toEqual([])
  })

  test('the feed has the same bytes until a change, and then a later version', async () => {
    const id = await own('activities', { name: 'Tiles', ...at })
    await age('activity', id, '2031-01-01T00:00:00Z')
    const before = await feedOf(people.olga)
    expect(await feedOf(people.olga)).toBe(before)
    const version = async () => {
      const { uid, sequence, dtstamp } = await eventOf(people.olga)
      return { uid, sequence: Number(sequence), dtstamp: Number(dtstamp) }
    }
    const first = await version()
    await age('activity', id, '2031-01-02T00:00:00Z')
    const second = await version()
    expect(second.uid).toBe(first.uid)
    expect(second.sequence - first.sequence).toBe(86_400)
    expect(second.dtstamp).toBe(Date.UTC(2031, 0, 2))
  })

  test('entries that ended over a year ago and deleted ones are left out', async () => {
    const past = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
    await own('activities', { name: 'long ago', starts_at: past(400), ends_at: past(366) })
    await own('activities', { name: 'lasts', starts_at: past(800), ends_at: past(300) })
    const id = await own('activities', { name: 'gone', ...at })
    await as(people.olga).delete(`/v1/trip/${people.trip.id}/activity/${id}`)
    expect((await eventsOf(people.olga)).map(({ summary }) => summary)).toEqual(['lasts'])
  })

  test('the earliest of more than 2,000 entries are left out', async () => {
    await db.query({
      text: `insert into activity (trip_id, owner_id, activity_type, name, starts_at)
        select $1, $2, 'tour', 'nr ' || n, timestamptz '2031-04-19' + n * interval '1 minute'
        from generate_series(1, 2010) n`,
      values: [people.trip.id, people.olga.id],
    })
    const names = lines(await feedOf(people.olga), 'SUMMARY')
    expect([names.length, names[0], names.at(-1)]).toEqual([
      2_000,
      'SUMMARY:nr 11',
      'SUMMARY:nr 2010',
    ])
  })

  test('an account without trips has an empty calendar', async () => {
    const feed = await feedOf(people.stan)
    expect(feed).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2.0\r\n/)
    expect(feed).toMatch(/\r\nEND:VCALENDAR\r\n$/)
    expect(await eventsOf(people.stan)).toEqual([])
  })
})

describe('calendar feed: texts of other users', () => {
  const hostile = [
    'a\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:injected',
    'a\nATTENDEE:mailto:x@y.example',
    'a\rb\u2028c\u0085d\u000be\u0007\u009f',
    'b;c,d\\n"e:f\\',
    '\u202eevil\u2066 \u2069',
    '🧳'.repeat(200),
    `${'é'.repeat(500)}${'界'.repeat(500)}`,
    'x'.repeat(20_000),
  ]

  test('stay in their property, on lines of 75 octets', async () => {
    for (const text of hostile) {
      const short = text.slice(0, 250).toWellFormed()
      await own('activities', {
        ...{ name: short, description: text, notes: text, address: text, phone: short, ...at },
        ...{ provider_reservation_code: short, website: 'https://a.example/\u2028x' },
      })
    }
    await setProfile(people.olga, 'name', 'a\r\nX-A:1')
    const feed = await feedOf(people.olga)
    expect(feed.match(/^BEGIN:VEVENT/gm)).toHaveLength(hostile.length + 1)
    const written = feed.slice(0, -2).split('\r\n')
    for (const line of written) {
      expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75)
      expect(line).toMatch(/^( |[A-Z-]+[:;])/)
    }
    expect(feed.replaceAll('\r\n', '')).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
    const names = new Set(written.map((line) => line.split(/[:;]/)[0]))
    expect([...names].filter((name) => name === 'ATTENDEE' || name === 'X-A')).toEqual([])
    expect(await eventsOf(people.olga)).toHaveLength(hostile.length)
  })

  test('are returned unchanged, except at their ends', async () => {
    const name = 'b;c,d\\x"e:f\\ é界🧳'
    const description = `first\n${'é界🧳'.repeat(100)}\nlast`
    await own('activities', { name, description, ...at })
    const event = await eventOf(people.olga)
    expect(event.summary).toBe(name)
    expect(event.description).toBe(`Trip: Lisbon long weekend\n\n${description}`)
  })

  test.each(['javascript:alert(1)', 'www.example', 'https://'])(
    '"%s" is not shown as a URL',
    async (website) => {
      await db.query({
        text: `insert into activity (trip_id, owner_id, activity_type, website, starts_at)
        values ($1, $2, 'tour', $3, '2031-04-19')`,
        values: [people.trip.id, people.olga.id, website],
      })
      expect(lines(await feedOf(people.olga), 'URL')).toEqual([])
    },
  )
})
