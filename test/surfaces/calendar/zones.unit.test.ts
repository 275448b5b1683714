/** The rules of zones that a feed writes, as another reader of calendars takes them. */
import fc from 'fast-check'
import ICAL from 'ical.js'
import { IANAZone } from 'luxon'
import { describe, expect, test, vi } from 'vitest'
import { RuledZone } from '../../../src/mail/reading/calendar/rules.ts'
import { Zones, zoneAmong } from '../../../src/surfaces/calendar/zones.ts'

const names = [
  ...['Europe/Lisbon', 'America/New_York', 'Pacific/Auckland', 'Pacific/Honolulu'],
  ...['Asia/Kathmandu', 'Australia/Lord_Howe', 'Africa/Cairo', 'America/St_Johns'],
]
const second = 1000
const moments = fc
  .integer({ min: Date.UTC(2000, 0, 1) / second, max: Date.UTC(2037, 0, 1) / second })
  .map((seconds) => seconds * second)
/** Within a day of a change in Lisbon. */
const nearChange = fc
  .tuple(
    fc.constantFrom(Date.UTC(2031, 2, 30, 1), Date.UTC(2031, 9, 26, 1)),
    fc.integer({ min: -86_400, max: 86_400 }),
  )
  .map(([change, seconds]) => change + seconds * second)

/** Each time as the rules that were written beside it tell its moment. */
function readBack(zone: string, times: readonly number[]): number[] {
  const zones = new Zones()
  const clocks = times.map((at) => zones.time(at, zone).clock)
  const [component] = zones.components()
  const rules = component && new RuledZone(new ICAL.Component(component))
  return clocks.map((clock, index) => {
    if (clock.endsWith('Z') || !rules) return Date.parse(clock)
    return Date.parse(`${clock}Z`) - rules.offset(times[index] as number) * 60 * second
  })
}

describe('calendar: zones', () => {
  test('times read by the VTIMEZONE rules beside them are the same moments', () => {
    const several = fc.array(fc.oneof(moments, nearChange), { minLength: 1, maxLength: 8 })
    const property = fc.property(fc.constantFrom(...names), several, (zone, times) => {
      expect(readBack(zone, times)).toEqual(times)
    })
    fc.assert(property, { numRuns: 60 })
  })

  test('times are in UTC only if clocks show them twice', () => {
    const zones = new Zones()
    const in2031 = (month: number, day: number, hour: number, minute = 0) =>
      zones.time(Date.UTC(2031, month - 1, day, hour, minute), 'Australia/Lord_Howe').clock
    // There the clocks go back by half an hour, on 6 April from 02:00 to 01:30.
    expect(in2031(4, 5, 14, 29)).toBe('2031-04-06T01:29:00')
    expect(in2031(4, 5, 14, 30)).toBe('2031-04-05T14:30:00Z')
    expect(in2031(4, 5, 15, 29)).toBe('2031-04-05T15:29:00Z')
    expect(in2031(4, 5, 15, 30)).toBe('2031-04-06T02:00:00')
  })

  test('times beyond the maximum of years in zones are in UTC', () => {
    const zones = new Zones(2)
    const clocks = [2031, 2032, 2033, 2031].map(
      (year) => zones.time(Date.UTC(year, 6, 1, 12), 'Europe/Lisbon').clock,
    )
    expect(clocks.map((clock) => clock.endsWith('Z'))).toEqual([false, false, true, false])
  })

  test('one zone is kept, however its name is spelt', () => {
    const create = vi.spyOn(IANAZone, 'create')
    for (const name of ['Europe/Lisbon', 'europe/lisbon', 'EUROPE/lisbon']) {
      expect(zoneAmong([name])).toBe(name)
      expect(new Zones().time(Date.UTC(2031, 6, 1, 12), name)).toEqual({
        clock: '2031-07-01T13:00:00',
        zone: name,
      })
    }
    expect(new Set(create.mock.calls.flat())).toEqual(new Set(['Europe/Lisbon']))
    create.mockRestore()
  })

  test.each(['', 'Utopia/Planitia', '+02:00', 'UTC+2', 'Europe/Lisbon\r\nX:1', 'a"b', '../x'])(
    '"%s" is not a zone',
    (name) => {
      expect(zoneAmong([name, 'Asia/Kathmandu'])).toBe('Asia/Kathmandu')
      expect(zoneAmong([name])).toBe('UTC')
    },
  )
})
