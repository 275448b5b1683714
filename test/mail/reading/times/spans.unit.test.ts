/** Inbound mail: when a booking begins and ends; what cannot be is a doubt that says so. */
import { describe, expect, it } from 'vitest'
import { Doubt } from '../../../../src/mail/reading/doubtful-bookings.ts'
import type { Moment } from '../../../../src/mail/reading/reservation.ts'
import { eventSpan, staySpan, timedSpan } from '../../../../src/mail/reading/times/spans.ts'

const day = (date: string): Moment => ({ local: `2031-${date}` })
const at = (date: string, time: string, more: Partial<Moment> = {}): Moment => ({
  local: `2031-${date}T${time}:00`,
  ...more,
})
const inLisbon = { zone: 'Europe/Lisbon', offset: 60 }
const utc = { offset: 0 }
const midnight = at('04-18', '00:00')
const utcMidnight = at('04-18', '00:00', utc)

/** What the doubt is about, or undefined where there is none. */
function doubted(read: () => unknown): string | undefined {
  try {
    read()
  } catch (error) {
    if (error instanceof Doubt && error.reason === 'contradictory') return error.about
    throw error
  }
  return undefined
}

describe('17 Inbound mail: the nights of a stay', () => {
  it.each<[string, Moment, Moment]>([
    ['days', day('04-18'), day('04-21')],
    ['times', at('04-18', '15:00'), at('04-21', '11:00')],
    ['a time and a day', at('04-18', '15:00', inLisbon), day('04-21')],
    ['a day and midnight in UTC, which may be a time there', utcMidnight, at('04-21', '11:00')],
    ['a time and midnight in UTC', at('04-17', '15:00'), utcMidnight],
    ['366 nights', day('01-01'), { local: '2032-01-02' }],
  ])('may be %s', (_, start, end) => {
    expect(staySpan({ start, end })).toEqual({ start, end })
  })

  it.each<[string, Moment, Moment, Moment, Moment]>([
    ['at arrival', midnight, at('04-21', '11:00'), day('04-18'), at('04-21', '11:00')],
    ['at departure', at('04-17', '15:00'), midnight, at('04-17', '15:00'), day('04-18')],
    ['in UTC at both ends', utcMidnight, at('04-21', '00:00', utc), day('04-18'), day('04-21')],
    ['in UTC, beside a day', day('04-17'), utcMidnight, day('04-17'), day('04-18')],
  ])('begin or end on a day for midnight %s', (_, start, end, from, to) => {
    expect(staySpan({ start, end })).toEqual({ start: from, end: to })
  })

  it('keep the zone of a midnight that means a day, not its offset or country', () => {
    const start = at('04-18', '00:00', { ...inLisbon, country: 'PT' })
    const span = staySpan({ start, end: day('04-21') })
    expect(span.start).toStrictEqual({ local: '2031-04-18', zone: 'Europe/Lisbon' })
  })

  it.each<[string, Moment, Moment, string]>([
    ['on the same day', day('04-18'), day('04-18'), '2031-04-18 to 2031-04-18'],
    ['the day before', day('04-18'), day('04-17'), '2031-04-18 to 2031-04-17'],
    ['367 nights later', day('01-01'), { local: '2032-01-03' }, '2031-01-01 to 2032-01-03'],
    [
      'at a time of the day before',
      day('04-18'),
      at('04-17', '11:00'),
      '2031-04-18 to 2031-04-17 11:00',
    ],
  ])('do not end %s', (_, start, end, about) => {
    expect(doubted(() => staySpan({ start, end }))).toBe(about)
  })
})

describe('17 Inbound mail: the times of a journey or a table', () => {
  const start = at('04-18', '10:00', inLisbon)

  it('end in the zone where they end', () => {
    const end = at('04-18', '09:30', { zone: 'Atlantic/Azores', offset: 0 })
    expect(timedSpan({ start, end }, 2)).toEqual({ start, end })
  })

  it.each<[string, Moment | undefined]>([
    ['without an end', undefined],
    ['whose end is a day', day('04-19')],
    ['whose end is the same day', day('04-18')],
  ])('a start at a time, %s, has none', (_, end) => {
    expect(timedSpan({ start, end }, 2)).toStrictEqual({ start, end: undefined })
  })

  it.each<[string, Moment, Moment | undefined]>([
    ['on a day', day('04-18'), at('04-18', '10:00')],
    ['on a day, to the same day', day('04-18'), day('04-18')],
    ['at midnight alone', midnight, undefined],
    ['at midnight, to another one', midnight, at('04-19', '00:00')],
    ['at midnight, to the same one', midnight, midnight],
    ['at midnight, to a day', midnight, day('04-19')],
  ])('a start %s, is a day without an end', (_, from, end) => {
    expect(timedSpan({ start: from, end }, 2)).toEqual({ start: day('04-18'), end: undefined })
  })

  it.each<[string, Moment, Moment | undefined]>([
    ['in UTC alone', utcMidnight, undefined],
    ['in UTC, to another one', utcMidnight, at('04-19', '00:00', utc)],
    ['in UTC, to one elsewhere', utcMidnight, at('04-19', '00:00', inLisbon)],
    ['elsewhere, to one in UTC', at('04-18', '00:00', inLisbon), at('04-19', '00:00', utc)],
    ['before a time', midnight, at('04-18', '10:00')],
  ])('midnight %s is a time', (_, from, end) => {
    expect(timedSpan({ start: from, end }, 2)).toEqual({ start: from, end })
  })

  it.each<[string, Moment, Moment, string]>([
    [
      'at an earlier instant',
      start,
      at('04-18', '08:30', utc),
      '2031-04-18 10:00 (Europe/Lisbon) to 2031-04-18 08:30 (UTC)',
    ],
    [
      'at the same instant',
      start,
      at('04-18', '09:00', utc),
      '2031-04-18 10:00 (Europe/Lisbon) to 2031-04-18 09:00 (UTC)',
    ],
    [
      'earlier on the clocks of the trip',
      at('04-18', '10:00'),
      at('04-18', '09:59'),
      '2031-04-18 10:00 to 2031-04-18 09:59',
    ],
    [
      'at the same time on the clocks of the trip',
      at('04-18', '10:00'),
      at('04-18', '10:00'),
      '2031-04-18 10:00 to 2031-04-18 10:00',
    ],
    [
      'two days before, on clocks that are not known',
      start,
      at('04-16', '10:00'),
      '2031-04-18 10:00 (Europe/Lisbon) to 2031-04-16 10:00',
    ],
    ['on the day before', day('04-18'), day('04-17'), '2031-04-18 to 2031-04-17'],
    [
      'three days later, where two are the most',
      at('04-18', '10:00'),
      at('04-21', '09:00'),
      '2031-04-18 10:00 to 2031-04-21 09:00',
    ],
  ])('do not end %s', (_, from, end, about) => {
    expect(doubted(() => timedSpan({ start: from, end }, 2))).toBe(about)
  })

  it.each<[string, Moment, Moment]>([
    ['on the day before, on clocks that are not known', start, at('04-17', '10:00')],
    ['on the day before, on clocks of the trip', at('04-18', '10:00'), at('04-17', '20:00', utc)],
    ['two days later', at('04-18', '10:00'), at('04-20', '23:00')],
    [
      'a day earlier, across the date line',
      at('04-18', '00:30', { zone: 'Pacific/Auckland' }),
      at('04-17', '18:00', { zone: 'America/Los_Angeles' }),
    ],
  ])('may end %s', (_, from, end) => {
    expect(timedSpan({ start: from, end }, 2)).toEqual({ start: from, end })
  })

  it('may take no time where that is said, but not less', () => {
    const span = { start, end: at('04-18', '09:00', utc) }
    expect(timedSpan(span, 2, true)).toEqual(span)
    expect(doubted(() => timedSpan({ start, end: at('04-18', '08:59', utc) }, 2, true))).toContain(
      '08:59',
    )
  })
})

describe('17 Inbound mail: the times or days of an event', () => {
  it.each<[string, Moment, Moment | undefined]>([
    ['a time', at('04-18', '19:30'), undefined],
    ['a day', day('04-18'), undefined],
    ['a time that is midnight in UTC', utcMidnight, undefined],
    ['times', at('04-18', '19:30'), at('04-18', '22:00')],
    ['times from midnight to midnight', midnight, at('04-19', '00:00')],
    ['no time at all', at('04-18', '19:30'), at('04-18', '19:30')],
    ['days', day('04-18'), day('04-20')],
    ['366 days', day('01-01'), { local: '2032-01-02' }],
  ])('may be %s', (_, start, end) => {
    expect(eventSpan({ start, end })).toEqual({ start, end })
  })

  it('are a day for midnight alone', () => {
    expect(eventSpan({ start: midnight, end: undefined })).toEqual({
      start: day('04-18'),
      end: undefined,
    })
  })

  it('that begin with a day end with one', () => {
    const span = { start: day('04-18'), end: at('04-20', '18:00', inLisbon) }
    const end = { local: '2031-04-20', zone: 'Europe/Lisbon' }
    expect(eventSpan(span)).toStrictEqual({ start: day('04-18'), end })
  })

  it('that begin at a time have no end on a day', () => {
    const start = at('04-18', '19:30')
    expect(eventSpan({ start, end: day('04-18') })).toEqual({ start, end: undefined })
  })

  it.each<[string, Moment, Moment]>([
    ['earlier', at('04-18', '19:30'), at('04-18', '19:00')],
    ['367 days later', day('01-01'), { local: '2032-01-03' }],
    ['at a time of the day before', day('04-18'), at('04-17', '23:00')],
  ])('do not end %s', (_, start, end) => {
    expect(doubted(() => eventSpan({ start, end }))).toMatch(/^2031-.* to 203\d-/)
  })
})
