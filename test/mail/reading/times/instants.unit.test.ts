/** Inbound mail: times and days in zones are those of Luxon, an independent judge. */
import { DateTime, FixedOffsetZone } from 'luxon'
import { expect, it } from 'vitest'
import { bookingFacts } from '../../../../src/mail/filing/booking-facts.ts'
import { endAfter } from '../../../../src/mail/reading/times/durations.ts'
import {
  beginningIn,
  dayAt,
  instantAt,
  instantIn,
  instantOf,
  offsetAt,
} from '../../../../src/mail/reading/times/instants.ts'
import { scheduled } from '../../../../src/mail/reading/times/times.ts'

/** Clocks that change at midnight, by half an hour, by a day, or by Ramadan, and some that stay. */
const zones = [
  ...['Europe/Lisbon', 'America/Sao_Paulo', 'America/Havana', 'Africa/Cairo', 'Asia/Beirut'],
  ...['Australia/Lord_Howe', 'Pacific/Apia', 'Africa/Casablanca', 'Asia/Kathmandu', 'UTC'],
]
const minute = 60_000
const hour = 60 * minute

/** Every seven hours and some minutes of these years. */
function instantsOf(from: string, to: string): number[] {
  const found: number[] = []
  for (let at = Date.parse(from); at < Date.parse(to); at += 7 * hour + 13 * minute) found.push(at)
  return found
}
const instants = [
  ...instantsOf('2011-10-01', '2012-04-01'),
  ...instantsOf('2018-01-01', '2019-04-01'),
]

it.each(zones)('an instant in %s has the same day as in Luxon', (zone) => {
  for (const at of instants) {
    const there = DateTime.fromMillis(at, { zone })
    expect(dayAt(at, offsetAt(zone, at))).toBe(there.toISODate())
  }
})

it.each(zones)('each day in %s begins at the same instant as in Luxon', (zone) => {
  const days = new Set(instants.map((at) => DateTime.fromMillis(at, { zone }).toISODate() ?? ''))
  for (const day of days) {
    const begins = DateTime.fromISO(day, { zone }).startOf('day').toMillis()
    // Of a midnight that comes twice, the first one.
    const isTwice = instantIn(zone, `${day}T00:00:00`) === begins - hour
    expect(beginningIn(zone, day), day).toBe(isTwice ? begins - hour : begins)
  }
})

it.each(zones)('a time with an offset is stored in %s if it has that offset there', (zone) => {
  for (const offset of [0, 60, -180, 345, 630]) {
    for (const at of instants.filter((_, nth) => nth % 20 === 0)) {
      const written = DateTime.fromMillis(at, { zone: FixedOffsetZone.instance(offset) })
      const local = written.toFormat("yyyy-MM-dd'T'HH:mm:ss")
      const there = written.setZone(zone)
      const isThere = offset === 0 || there.offset === offset
      const { utc, day, zone: stored } = scheduled({ local, offset }, zone) ?? {}
      expect(Date.parse(utc ?? '')).toBe(at - (at % 1000))
      expect(day).toBe((isThere ? there : written).toISODate())
      expect(stored === zone).toBe(isThere)
    }
  }
})

it('an object on a day without midnight in its zone is compared by that day', () => {
  const values = { startsAt: '2018-11-04', endsAt: '2018-11-05T02:00:00Z' }
  const facts = bookingFacts('hosting', { ...values, timezone: 'America/Sao_Paulo' }, '')
  expect(facts).toMatchObject({ firstDay: '2018-11-04', lastDay: '2018-11-05' })
  expect(facts.startsAt).toBe(Date.parse('2018-11-04T03:00:00Z') / 1000)
})

it('an object in an unknown zone, or with an invalid time, has no day', () => {
  const none = { startsAt: null, firstDay: '' }
  const at = { startsAt: '2031-04-18T08:00:00Z', timezone: 'Mars/Olympus' }
  expect(bookingFacts('hosting', at, '')).toMatchObject(none)
  expect(bookingFacts('hosting', { startsAt: 'soon' }, 'UTC')).toMatchObject(none)
})

it.each<[string, string | undefined, string]>([
  ['2031-03-30T01:30:00', '2031-03-30T00:30:00Z', 'before an hour that is skipped'],
  ['2031-03-30T02:30:00', undefined, 'within it'],
  ['2031-03-30T03:30:00', '2031-03-30T01:30:00Z', 'after it'],
  ['2031-10-26T02:30:00', '2031-10-26T00:30:00Z', 'the first time, in an hour that comes twice'],
  ['2031-10-26T03:30:00', '2031-10-26T02:30:00Z', 'after both'],
])('a time in Europe/Berlin, %s, is %s: %s', (local, utc, _when) => {
  const instant = utc === undefined ? undefined : Date.parse(utc)
  expect(instantIn('Europe/Berlin', local)).toBe(instant)
})

it('a day at an offset begins at its midnight there', () => {
  expect(instantAt('2031-04-18', 120)).toBe(Date.parse('2031-04-17T22:00:00Z'))
})

it('the instant of a day is not known, with a zone or with an offset', () => {
  expect(instantOf({ local: '2031-04-18', zone: 'Europe/Berlin' })).toBeUndefined()
  expect(instantOf({ local: '2031-04-18', offset: 120 })).toBeUndefined()
})

it('a duration may stand between spaces', () => {
  const end = { local: '2031-04-18T10:00:00', zone: 'UTC', offset: 0 }
  expect(endAfter({ local: '2031-04-18T08:00:00', zone: 'UTC' }, ' PT2H ')).toEqual(end)
})
