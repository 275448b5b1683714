import { beforeEach, describe, expect, test } from 'vitest'
import { as } from '../../client.ts'
import { type Cast, cast } from '../../world.ts'
import { add, eventOf, eventsOf, feedOf, lines, momentAndZone, setProfile } from './feeds.ts'

let people: Cast
beforeEach(async () => {
  people = await cast()
})

const own = (many: string, body: object) => add(people.olga, people.trip.id, many, body)
const flight = (
  [departure_at, departure_timezone]: string[],
  [arrival_at, arrival_timezone]: string[],
) => ({
  ...{ transportation_type: 'airplane', departure_at, departure_timezone },
  ...{ arrival_at, arrival_timezone },
})

describe('calendar feed: times', () => {
  test('an activity has the local time of its zone', async () => {
    await own('activities', {
      ...{ name: 'Temple', timezone: 'Asia/Kathmandu' },
      ...{ starts_at: '2031-04-19T04:00:00Z', ends_at: '2031-04-19T05:30:00Z' },
    })
    const feed = await feedOf(people.olga)
    expect(lines(feed, 'DTSTART;TZID')).toEqual(['DTSTART;TZID=Asia/Kathmandu:20310419T094500'])
    expect(lines(feed, 'TZOFFSETTO')).toEqual(['TZOFFSETTO:+0545'])
    const { start, end } = await eventOf(people.olga)
    expect(momentAndZone(start)).toEqual(['2031-04-19T04:00:00.000Z', 'Asia/Kathmandu'])
    expect(momentAndZone(end)).toEqual(['2031-04-19T05:30:00.000Z', 'Asia/Kathmandu'])
  })

  test('a transportation starts and ends in its own zones', async () => {
    await own(
      'transportations',
      flight(['2031-04-18T06:10:00Z', 'Europe/Lisbon'], ['2031-04-18T09:25:00Z', 'Asia/Kolkata']),
    )
    const feed = await feedOf(people.olga)
    expect(lines(feed, 'DTSTART;TZID')).toEqual(['DTSTART;TZID=Europe/Lisbon:20310418T071000'])
    expect(lines(feed, 'DTEND;TZID')).toEqual(['DTEND;TZID=Asia/Kolkata:20310418T145500'])
    expect(lines(feed, 'TZID')).toEqual(['TZID:Asia/Kolkata', 'TZID:Europe/Lisbon'])
  })

  test('a flight across the date line arrives on the day before it leaves', async () => {
    await own(
      'transportations',
      flight(
        ['2031-04-19T11:00:00Z', 'Pacific/Auckland'],
        ['2031-04-19T20:00:00Z', 'Pacific/Honolulu'],
      ),
    )
    const feed = await feedOf(people.olga)
    expect(lines(feed, 'DTSTART;TZID')).toEqual(['DTSTART;TZID=Pacific/Auckland:20310419T230000'])
    expect(lines(feed, 'DTEND;TZID')).toEqual(['DTEND;TZID=Pacific/Honolulu:20310419T100000'])
    const { start, end } = await eventOf(people.olga)
    expect(Number(end?.getTime()) - start.getTime()).toBe(9 * 3600 * 1000)
  })

  test('an item that reaches beyond the year 9999 ends with it', async () => {
    await own('activities', {
      ...{ name: 'Forever', all_day: true },
      ...{ starts_at: '2031-01-01T00:00:00Z', ends_at: '9999-12-31T00:00:00Z' },
    })
    const late = { starts_at: '9999-12-31T23:00:00Z', timezone: 'Asia/Tokyo' }
    await own('activities', { name: 'Late', ...late })
    await own('activities', { name: 'Last day', all_day: true, ...late })
    const feed = await feedOf(people.olga)
    expect(lines(feed, 'DTSTART')).toEqual(
      expect.arrayContaining([
        'DTSTART;VALUE=DATE:20310101',
        'DTSTART;TZID=Asia/Tokyo:99991231T235959',
        'DTSTART;VALUE=DATE:99991231',
      ]),
    )
    expect(lines(feed, 'DTEND')).toContain('DTEND;VALUE=DATE:99991231')
    expect(feed).not.toContain('+01')
  })

  const march = '2031-03-30'
  const october = '2031-10-26'
  test.each([
    [`${march}T00:59:59Z`, ';TZID=Europe/Lisbon:20310330T005959'],
    [`${march}T01:00:00Z`, ';TZID=Europe/Lisbon:20310330T020000'],
    [`${october}T23:59:59Z`, ';TZID=Europe/Lisbon:20311026T235959'],
    // From here the clocks show an hour twice; programs differ in which they take it for.
    [`${october}T00:00:00Z`, ':20311026T000000Z'],
    [`${october}T00:59:59Z`, ':20311026T005959Z'],
    [`${october}T01:00:00Z`, ':20311026T010000Z'],
    [`${october}T01:59:59Z`, ':20311026T015959Z'],
    [`${october}T02:00:00Z`, ';TZID=Europe/Lisbon:20311026T020000'],
  ])('around a change of the clocks: %s', async (starts_at, expected) => {
    await own('activities', { name: 'x', starts_at })
    expect(lines(await feedOf(people.olga), 'DTSTART')).toContain(`DTSTART${expected}`)
    expect((await eventOf(people.olga)).start).toEqual(new Date(starts_at))
  })

  test("an unknown zone is replaced by the trip's", async () => {
    const hostile = 'Europe/Lisbon\r\nATTENDEE:mailto:x'
    await own('activities', { starts_at: '2031-04-19T12:00:00Z', timezone: hostile })
    await own('activities', { starts_at: '2031-04-20T12:00:00Z', timezone: 'Utopia/Planitia' })
    const feed = await feedOf(people.olga)
    expect(lines(feed, 'DTSTART;TZID')).toEqual([
      'DTSTART;TZID=Europe/Lisbon:20310419T130000',
      'DTSTART;TZID=Europe/Lisbon:20310420T130000',
    ])
    expect(feed).not.toContain('ATTENDEE')
  })

  test('an entry starts at its start, else its end, and has no end before its start', async () => {
    await own('activities', { name: 'start', starts_at: '2031-04-19T12:00:00Z' })
    await own('activities', { name: 'end', ends_at: '2031-04-20T12:00:00Z' })
    await own('activities', {
      name: 'backwards',
      starts_at: '2031-04-21T12:00:00Z',
      ends_at: '2031-04-21T11:00:00Z',
    })
    await own('activities', { name: 'some day' })
    const events = await eventsOf(people.olga)
    expect(events.map(({ summary, start }) => [summary, start.toISOString()])).toEqual([
      ['start', '2031-04-19T12:00:00.000Z'],
      ['end', '2031-04-20T12:00:00.000Z'],
      ['backwards', '2031-04-21T12:00:00.000Z'],
    ])
    expect(lines(await feedOf(people.olga), 'DTEND;TZID')).toEqual([])
  })
})

describe('calendar feed: whole days', () => {
  const stay = {
    ...{ name: 'Casa', timezone: 'Europe/Lisbon' },
    ...{ starts_at: '2031-04-18T14:00:00Z', ends_at: '2031-04-21T10:00:00Z' },
  }

  test('a hosting lasts from the day of check-in to that of check-out', async () => {
    await own('hostings', stay)
    const feed = await feedOf(people.olga)
    expect(lines(feed, 'DTSTART;VALUE=DATE')).toContain('DTSTART;VALUE=DATE:20310418')
    expect(lines(feed, 'DTEND;VALUE=DATE')).toContain('DTEND;VALUE=DATE:20310422')
    const { datetype, summary, transparency } = await eventOf(people.olga)
    expect([datetype, summary, transparency]).toEqual(['date', 'Casa', 'TRANSPARENT'])
  })

  test('a hosting has its times with calendar_lodgings_all_day off', async () => {
    await own('hostings', stay)
    await as(people.olga).patch('/v1/me', { calendar_lodgings_all_day: false })
    const { start, end } = await eventOf(people.olga)
    expect(momentAndZone(start)).toEqual(['2031-04-18T14:00:00.000Z', 'Europe/Lisbon'])
    expect(momentAndZone(end)).toEqual(['2031-04-21T10:00:00.000Z', 'Europe/Lisbon'])
  })

  test('an all-day activity has the day of its zone', async () => {
    await own('activities', {
      ...{ name: 'Festival', all_day: true, timezone: 'Pacific/Auckland' },
      starts_at: '2031-04-18T12:00:00Z',
    })
    const feed = await feedOf(people.olga)
    expect(lines(feed, 'DTSTART;VALUE=DATE').at(-1)).toBe('DTSTART;VALUE=DATE:20310419')
    expect(lines(feed, 'DTEND;VALUE=DATE').at(-1)).toBe('DTEND;VALUE=DATE:20310420')
  })

  test('a trip with dates is an all-day entry, unless calendar_trips_all_day is off', async () => {
    const feed = await feedOf(people.olga)
    expect(lines(feed, 'SUMMARY')).toEqual(['SUMMARY:Lisbon long weekend'])
    expect(lines(feed, 'DTSTART')).toEqual(['DTSTART;VALUE=DATE:20310418'])
    expect(lines(feed, 'DTEND')).toEqual(['DTEND;VALUE=DATE:20310422'])
    await setProfile(people.olga, 'calendar_trips_all_day', false)
    expect(lines(await feedOf(people.olga), 'SUMMARY')).toEqual([])
  })
})
