/** Inbound mail: dates and times as mails write them; ambiguous ones are refused. */
import { describe, expect, it } from 'vitest'
import type { Reservation } from '../../../../src/mail/reading/reservation.ts'
import { countryOf } from '../../../../src/mail/reading/times/countries.ts'
import {
  isElsewhere,
  zoneIn,
  zoneWithOffset,
} from '../../../../src/mail/reading/times/country-clocks.ts'
import { isDoubtfulUtc, timesIn } from '../../../../src/mail/reading/times/utc-times.ts'
import { isTimeOfDay, readMoment } from '../../../../src/mail/reading/times/written-times.ts'

describe('17 Inbound mail: a mail that writes a time', () => {
  it.each([
    ['2031-04-17T23:30:00Z', { local: '2031-04-17T23:30:00', offset: 0 }],
    ['2031-04-18 08:10', { local: '2031-04-18T08:10:00' }],
    ['2031-04-18T8:10:05.250', { local: '2031-04-18T08:10:05' }],
    ['2031-04-18T10:00:00+05:30', { local: '2031-04-18T10:00:00', offset: 330 }],
    ['2031-04-18T100000+0500', { local: '2031-04-18T10:00:00', offset: 300 }],
    ['20310418T1000-0330', { local: '2031-04-18T10:00:00', offset: -210 }],
    ['2031-04-18T10:00+02', { local: '2031-04-18T10:00:00', offset: 120 }],
    ['2031-04-18T10:00+0:00', { local: '2031-04-18T10:00:00', offset: 0 }],
    ['2031-04-18T10:00-00:00', { local: '2031-04-18T10:00:00', offset: 0 }],
    ['2031-04-18T10:00+14:00', { local: '2031-04-18T10:00:00', offset: 840 }],
    ['2031-04-18T10:00-12:00', { local: '2031-04-18T10:00:00', offset: -720 }],
    ['2031-04-18 10:30 PM', { local: '2031-04-18T22:30:00' }],
    ['2031-04-18 12:30 p.m.', { local: '2031-04-18T12:30:00' }],
    ['2031-04-18 12:30AM', { local: '2031-04-18T00:30:00' }],
    ['2031-04-18 1:59:59 PM', { local: '2031-04-18T13:59:59' }],
    ['2031-04-18T10:00z', { local: '2031-04-18T10:00:00', offset: 0 }],
    ['2031-04-18T24:00:00', { local: '2031-04-19T00:00:00' }],
    ['2031-12-31T24:00+01:00', { local: '2032-01-01T00:00:00', offset: 60 }],
    ['2032-02-29', { local: '2032-02-29' }],
    ['20310418', { local: '2031-04-18' }],
  ])('%s is read as it was written', (text, moment) => {
    expect(readMoment(text)).toEqual(moment)
    expect(readMoment(` ${text} `, 'Asia/Tokyo')).toEqual({ ...moment, zone: 'Asia/Tokyo' })
  })

  it.each([
    '2031-02-29',
    '2031-02-30T10:00:00',
    '2031-13-01T10:00:00',
    '2031-04-18T25:61',
    '2031-04-18T24:00:01',
    '2031-04-18 24:00 PM',
    '2031-04-18T10:60',
    '2031-04-18T23:59:60',
    '2031-04-18T10',
    '2031-04-18T10:00+14:15',
    '2031-04-18T10:00-12:15',
    '2031-04-18T10:00+05:07',
    '2031-04-18T10:00+01:60',
    '2031-04-18T10:00+0175',
    '2031-04-18T10:00+530',
    '2031-04-18 13:30 PM',
    '2031-04-18 0:30 PM',
    '2031-0418',
    '18/04/2031 10:00',
    '04/05/2031',
    '18.04.2031',
    '1934567890',
    '1934567890000',
    '0031-04-18T10:00:00',
    '0001-01-01T00:00:00',
    '1970-01-01T00:00:00Z',
    '31-04-18',
    'tomorrow 10:00',
    '10:00',
    ' ',
  ])('does not read %j as a time', (text) => {
    expect(readMoment(text)).toBeUndefined()
  })

  it.each([1934567890, 20310418, true, null, {}])(
    'does not read %j, which is not a text, as a time',
    (value) => {
      expect(readMoment(value)).toBeUndefined()
    },
  )

  it.each(['15:00', 'T15:00', ' 3:00 PM ', '15:00:00+01:00'])('%j leaves its day open', (text) => {
    expect(isTimeOfDay(text)).toBe(true)
  })

  it('reads neither a zone that is unknown nor a text of more than 64 characters', () => {
    expect(readMoment('2031-04-18', 'Mars/Olympus')?.zone).toBeUndefined()
    const long = (text: string) => [text.padEnd(64), text.padEnd(65)]
    expect(long('2031-04-18').map((text) => readMoment(text)?.local)).toEqual([
      ...['2031-04-18', undefined],
    ])
    expect(long('15:00').map(isTimeOfDay)).toEqual([true, false])
  })

  it.each([[['15:00']], [15], [null]])('%j, which is not a text, is not a time of day', (value) => {
    expect(isTimeOfDay(value)).toBe(false)
  })

  it.each([
    '1500',
    '1500+01:00',
    '15:00T',
    '25:00',
    '15:00-22:00',
    '2031-04-18',
    '2031-04-18T15:00',
    '',
  ])('%j is not a time of day alone', (text) => {
    expect(isTimeOfDay(text)).toBe(false)
  })
})

describe('17 Inbound mail: the country of an address', () => {
  it.each([
    ['PT', 'PT'],
    ['pt', 'PT'],
    ['UK', 'GB'],
    ['USA', 'US'],
    ['Portugal', 'PT'],
    ['Deutschland', 'DE'],
    ['ZZ', undefined],
    ['Korea (South)', 'KR'],
    ['Korea (North)', 'KP'],
    ['Trinidad & Tobago', 'TT'],
    ['Turks & Caicos Islands', 'TC'],
    ['St. Kitts & Nevis', 'KN'],
    ['St Lucia', 'LC'],
    ['Bosnia & Herzegovina', 'BA'],
    ['Palestinian Territories', 'PS'],
    ['constructor', undefined],
    ['xUS-?', undefined],
    ['Atlantis', undefined],
    ['', undefined],
  ])('%j is %j', (name, code) => {
    expect(countryOf(name)).toBe(code)
  })

  it.each([
    ['a country of one clock tells the zone', 'JP', {}, 'Asia/Tokyo'],
    ['also of an instant', 'JP', { offset: 0 }, 'Asia/Tokyo'],
    ['a country of several clocks tells none', 'PT', {}, undefined],
    ['nor one with islands far away', 'FR', {}, undefined],
    ['either of two with one clock tells a zone', 'CH/IT', {}, 'Europe/Zurich'],
    ['also of an instant', 'CH/IT', { offset: 0 }, 'Europe/Zurich'],
    ['either of two clocks tells none', 'GE/US-GA', {}, undefined],
    ['nor of an instant', 'GE/US-GA', { offset: 0 }, undefined],
    ['nor if one skips the hour', 'GE/US-GA', { local: '2031-03-09T02:30:00' }, undefined],
    ['an hour that the clock skips tells none', 'DE', { local: '2031-03-30T02:30:00' }, undefined],
    ['a day tells the zone', 'JP', { local: '2031-04-18' }, 'Asia/Tokyo'],
    ['a day of several clocks tells none', 'PT', { local: '2031-04-18' }, undefined],
    ['an offset from elsewhere tells none', 'JP', { offset: 60 }, undefined],
  ])('%s', (_, country, more, zone) => {
    expect(zoneIn(country, { local: '2031-04-18T10:00:00', ...more })).toBe(zone)
  })

  it.each([
    ['a zone of the country', 'PT', { zone: 'Atlantic/Azores' }, false],
    ['another with the same clocks', 'PT', { zone: 'Europe/London' }, false],
    ['an island that is named after it', 'FR', { zone: 'Indian/Reunion' }, false],
    ['the zone of another country', 'PT', { zone: 'Europe/Madrid' }, true],
    ['an offset of the country', 'PT', { offset: 60 }, false],
    ['an offset of its winter', 'DE', { offset: 60 }, true],
    ['UTC', 'JP', { offset: 0 }, false],
  ])('%s: is it elsewhere?', (_, country, more, expected) => {
    expect(isElsewhere(country, { local: '2031-04-18T10:00:00', ...more })).toBe(expected)
  })

  it('an hour that its zone skips is not said to be elsewhere', () => {
    const skipped = { local: '2031-03-30T02:30:00', zone: 'Europe/Madrid' }
    expect(isElsewhere('PT', skipped)).toBe(false)
  })

  it('an offset in a region tells a zone of that region', () => {
    const moment = { local: '2031-04-18T10:00:00', offset: -420 }
    expect(zoneWithOffset('US-AZ', moment)).toBe('America/Phoenix')
    expect(zoneWithOffset('US-?', moment)).toBe('America/Los_Angeles')
    expect(zoneWithOffset('US-NY', moment)).toBeUndefined()
  })

  it('a day, too, may be in a zone elsewhere', () => {
    expect(isElsewhere('PT', { local: '2031-04-18', zone: 'Asia/Tokyo' })).toBe(true)
    expect(isElsewhere('PT', { local: '2031-04-18', zone: 'Atlantic/Madeira' })).toBe(false)
  })
})

describe('17 Inbound mail: a mail that gives a time in UTC, beside its text', () => {
  const lisbon = { zone: 'Europe/Lisbon', offset: 0 }
  const from = (...times: string[]): Reservation[] =>
    times.map((time) => ({
      ...{ kind: 'activity', isCancelled: false, provider: '', code: '', leg: '', fields: {} },
      start: { local: `2031-04-18T${time}:00`, ...lisbon },
    }))

  it.each([
    ['the time there alone', ['18:00'], 'At 19:00.', false],
    ['neither', ['18:00'], 'See you soon.', false],
    ['the time as written alone', ['18:00'], 'At 18:00.', true],
    ['the same on the clock of twelve hours', ['18:00'], 'At 6 p.m.', true],
    ['both, which says nothing', ['18:00'], 'Doors 18:00, show 19:00.', true],
    ['one that is the other of the next', ['18:00', '19:00'], '18:00 to 19:00', true],
    ['all times there, and one as written', ['18:00', '21:10'], '19:00, 22:10, bar 18:00', false],
    ['the time as written, as UTC', ['18:00'], 'At 18:00 (UTC).', false],
    ['the time as written, as that of GMT+1', ['18:00'], 'At 18:00 GMT+1.', true],
    ['some of both', ['18:00', '21:10'], '18:00, 22:10', true],
  ])('of the text %s', (_, times, text, expected) => {
    expect(isDoubtfulUtc(from(...times), () => text)).toBe(expected)
  })

  it('that has no location is doubted where the text has it as written', () => {
    const [one] = from('18:00') as [Reservation]
    const { zone: _, ...start } = { local: '2031-04-18T18:00:00', ...lisbon }
    expect(isDoubtfulUtc([{ ...one, start }], () => 'At 18:00.')).toBe(true)
    expect(isDoubtfulUtc([{ ...one, start }], () => 'At 19:00.')).toBe(false)
  })

  it('is not doubted where the clocks show UTC', () => {
    const [one] = from('18:00') as [Reservation]
    const start = { local: '2031-01-18T18:00:00', ...lisbon }
    expect(isDoubtfulUtc([{ ...one, start }], () => 'At 18:00.')).toBe(false)
  })

  it('that is in a zone of UTC says nothing of the others', () => {
    const [first, second] = from('18:00', '21:10') as [Reservation, Reservation]
    const start = { local: '2031-04-18T15:00:00', zone: 'Africa/Abidjan', offset: 0 }
    const text = () => '19:00, 22:10, bar 18:00'
    expect(isDoubtfulUtc([first, second, { ...first, start }], text)).toBe(false)
  })

  it('whose text has times in many forms', () => {
    const text =
      '7:10, 9.50 am; 7h45 p. m., 12:05am, 19 Uhr 30, 3pm, dep 0630, © 2031, 22:15 a b, 17 h'
    expect([...timesIn(text)].sort()).toEqual(
      ['00:05', '06:30', '07:10', '09:50', '15:00', '17:00', '19:30', '19:45', '22:15'].sort(),
    )
  })

  it('whose text is long is read to a limit, at once', () => {
    const text = `${'1'.repeat(100_000)}${'1 '.repeat(100_000)} 18:00`
    expect(timesIn(text).has('18:00')).toBe(false)
  })
})
