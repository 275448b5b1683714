/** Inbound mail: zones that calendars define, against those of the system. */
import fc from 'fast-check'
import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { RuledZone } from '../../../../src/mail/reading/calendar/rules.ts'

const block = (name: string, [from, to]: [string, string], ...more: string[]) => [
  ...[`BEGIN:${name}`, `TZOFFSETFROM:${from}`, `TZOFFSETTO:${to}`],
  ...[...more, `END:${name}`],
]
const est: [string, string] = ['-0400', '-0500']
const edt: [string, string] = ['-0500', '-0400']
/** The clocks of New York: until 2006, and as they have been since. */
const newYork = [
  'BEGIN:VTIMEZONE',
  'TZID:Our Own Time',
  ...block(
    'DAYLIGHT',
    edt,
    'DTSTART:19870405T020000',
    'RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=1SU;UNTIL=20060402T070000Z',
  ),
  ...block(
    'STANDARD',
    est,
    'DTSTART:19671029T020000',
    'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU;UNTIL=20061029T060000Z',
  ),
  ...block('DAYLIGHT', edt, 'DTSTART:20070311T020000', 'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU'),
  ...block('STANDARD', est, 'DTSTART:20071104T020000', 'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU'),
  'END:VTIMEZONE',
]
const zoneOf = (lines: string[]) =>
  new RuledZone(new ICAL.Component(ICAL.parse(lines.join('\r\n'))))

describe('17 Inbound mail: a zone that a calendar defines', () => {
  it('has the offsets of the zone that it describes, at every instant', () => {
    const zone = zoneOf(newYork)
    const hours = new Intl.DateTimeFormat('en', {
      timeZone: 'America/New_York',
      timeZoneName: 'longOffset',
    })
    const first = Date.UTC(1988, 0, 1)
    const anyInstant = fc.integer({ min: first, max: Date.UTC(2060, 0, 1) })
    const isSame = (instant: number) => {
      const said = hours.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value
      expect(`GMT-0${zone.offset(instant) / -60}:00`).toBe(said)
    }
    fc.assert(fc.property(anyInstant, isSame), { numRuns: 300 })
    // The last hours before and the first after a change, by both rules.
    for (const change of ['2006-04-02T07', '2006-10-29T06', '2031-03-09T07', '2031-11-02T06']) {
      const instant = Date.parse(`${change}:00:00Z`)
      for (const around of [instant - 1, instant]) isSame(around)
    }
  })

  it('has the changes that it lists one by one', () => {
    const once = ['DTSTART:20000101T000000', 'RDATE:20310419T000000,20310421T000000']
    const zone = zoneOf(listing(once))
    expect(zone.offset(Date.parse('2031-04-18T12:00:00Z'))).toBe(0)
    expect(zone.offset(Date.parse('2031-04-19T12:00:00Z'))).toBe(60)
    expect(zone.offset(Date.parse('2031-04-20T12:00:00Z'))).toBe(0)
  })

  const listing = (dates: string[]) => [
    'BEGIN:VTIMEZONE',
    ...block('DAYLIGHT', ['+0000', '+0100'], ...dates),
    ...block('STANDARD', ['+0100', '+0000'], 'DTSTART:20000102T000000', 'RDATE:20310420T000000'),
    'END:VTIMEZONE',
  ]

  it.each([
    ['every second', 'FREQ=SECONDLY'],
    ['every second year', 'FREQ=YEARLY;INTERVAL=2;BYMONTH=3;BYDAY=-1SU'],
    ['on a ninth Sunday', 'FREQ=YEARLY;BYMONTH=3;BYDAY=9SU'],
    ['by days of the month', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'],
    ['some times only', 'FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU;COUNT=3'],
  ])('is not supported if offsets change %s', (_, rule) => {
    const lines = block('STANDARD', ['+0000', '+0100'], 'DTSTART:20000101T000000', `RRULE:${rule}`)
    expect(() => zoneOf(['BEGIN:VTIMEZONE', ...lines, 'END:VTIMEZONE'])).toThrow(
      'a rule of its own',
    )
  })

  it('is not supported with impossible offsets', () => {
    const lines = block('STANDARD', ['+0000', '+1800'], 'DTSTART:20000101T000000')
    expect(() => zoneOf(['BEGIN:VTIMEZONE', ...lines, 'END:VTIMEZONE'])).toThrow('no clocks are so')
  })
})
