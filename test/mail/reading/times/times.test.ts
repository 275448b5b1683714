/**
 * Inbound mail: the local date of a reservation is that of its own zone, else of the trip's; a time
 * keeps its zone, as local time with the zone of the place, and is never shifted.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Moment } from '../../../../src/mail/reading/reservation.ts'
import { isContradictory, scheduled } from '../../../../src/mail/reading/times/times.ts'
import { cast } from '../../../world.ts'
import { file, filedAt, objectsIn, stay, table, whereIs } from '../../parsed-messages.ts'

const lisbon = 'Europe/Lisbon'
const tokyo = 'Asia/Tokyo'
const at = (local: string, more: Partial<Moment> = {}): Moment => ({ local, ...more })

/** The clock at an instant in a zone, by the system's own tables. */
const clockAt = (utc: string, timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    .format(new Date(utc))
    .replace(' ', 'T')

describe('17 Inbound mail: a time on the time line', () => {
  it.each([
    [
      'a zone of its own goes before that of the trip',
      at('2031-04-18T08:10:00', { zone: tokyo }),
      { utc: '2031-04-17T23:10:00Z', zone: tokyo, day: '2031-04-18' },
    ],
    [
      'also where it says its offset',
      at('2031-04-18T08:10:00', { zone: tokyo, offset: 540 }),
      { utc: '2031-04-17T23:10:00Z', zone: tokyo, day: '2031-04-18' },
    ],
    [
      'UTC at a place with a zone is that instant on the clocks there',
      at('2031-04-17T23:10:00', { zone: tokyo, offset: 0 }),
      { utc: '2031-04-17T23:10:00Z', zone: tokyo, day: '2031-04-18' },
    ],
    [
      'UTC without a place is that instant, in the zone of the trip',
      at('2031-04-18T07:10:00', { offset: 0 }),
      { utc: '2031-04-18T07:10:00Z', zone: lisbon, day: '2031-04-18' },
    ],
    [
      'and its day is the one that the trip has then',
      at('2031-04-17T23:30:00', { offset: 0 }),
      { utc: '2031-04-17T23:30:00Z', zone: lisbon, day: '2031-04-18' },
    ],
    [
      'an offset that the trip has then is the zone of the trip',
      at('2031-04-18T00:30:00', { offset: 60 }),
      { utc: '2031-04-17T23:30:00Z', zone: lisbon, day: '2031-04-18' },
    ],
    [
      'an offset that it has only in winter is elsewhere: the day is that of the offset',
      at('2031-12-31T23:30:00', { offset: 60 }),
      { utc: '2031-12-31T22:30:00Z', zone: 'Etc/GMT-1', day: '2031-12-31' },
    ],
    [
      'west of Greenwich',
      at('2031-04-18T22:00:00', { offset: -300 }),
      { utc: '2031-04-19T03:00:00Z', zone: 'Etc/GMT+5', day: '2031-04-18' },
    ],
    [
      'an offset that no zone is named after stays an instant without a zone',
      at('2031-04-18T22:00:00', { offset: 330 }),
      { utc: '2031-04-18T16:30:00Z', zone: '', day: '2031-04-18' },
    ],
    [
      'a time without zone and offset is that of the trip',
      at('2031-04-18T08:10:00'),
      { utc: '2031-04-18T07:10:00Z', zone: lisbon, day: '2031-04-18' },
    ],
    [
      'a whole day begins at midnight there',
      at('2031-04-18', { zone: tokyo }),
      { utc: '2031-04-17T15:00:00Z', zone: tokyo, day: '2031-04-18' },
    ],
    [
      'a whole day without a zone begins at midnight of the trip',
      at('2031-04-18'),
      { utc: '2031-04-17T23:00:00Z', zone: lisbon, day: '2031-04-18' },
    ],
    [
      'an hour that the clocks show twice is the first, where nothing says which',
      at('2031-10-26T01:30:00', { zone: lisbon }),
      { utc: '2031-10-26T00:30:00Z', zone: lisbon, day: '2031-10-26' },
    ],
    [
      'also by the clocks of the trip',
      at('2031-10-26T01:59:59'),
      { utc: '2031-10-26T00:59:59Z', zone: lisbon, day: '2031-10-26' },
    ],
    ['an hour that the clocks of the trip skip is refused', at('2031-03-30T01:30:00'), undefined],
    [
      'a time of a country with several clocks is that of the trip, which has one of them',
      at('2031-04-18T08:10:00', { country: 'PT' }),
      { utc: '2031-04-18T07:10:00Z', zone: lisbon, day: '2031-04-18' },
    ],
    [
      'and is refused where it has none of them, though its clocks show what some there do',
      at('2031-04-18T08:10:00', { country: 'ES' }), // the Canaries have the time of Lisbon
      undefined,
    ],
    [
      'and is refused where it has another',
      at('2031-04-18T08:10:00', { country: 'US' }),
      undefined,
    ],
    [
      'of an hour that the clocks show twice, the offset says which',
      at('2031-10-26T01:30:00', { zone: lisbon, offset: 0 }),
      { utc: '2031-10-26T01:30:00Z', zone: lisbon, day: '2031-10-26' },
    ],
  ])('%s', (_, moment, expected) => {
    expect(scheduled(moment, lisbon)).toEqual(expected)
  })

  it.each(['', 'Nowhere/Land'])('a trip without a zone (%j) places only what has one', (none) => {
    expect(scheduled(at('2031-04-18T08:10:00'), none)).toBeUndefined()
    expect(scheduled(at('2031-04-18'), none)).toBeUndefined()
    expect(scheduled(at('2031-04-18T07:10:00', { offset: 0 }), none)).toEqual({
      utc: '2031-04-18T07:10:00Z',
      zone: 'UTC',
      day: '2031-04-18',
    })
    expect(scheduled(at('2031-04-18T07:10:00', { zone: tokyo }), none)?.zone).toBe(tokyo)
  })

  const minutes = fc.integer({ min: 0, max: 60 * 24 * 365 * 4 })
  const written = minutes.map((count) =>
    new Date(Date.UTC(2030, 0, 1) + count * 60_000).toISOString().slice(0, 19),
  )
  const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))

  it('the clocks of its place show what was written, whatever the trip is', () => {
    fc.assert(
      fc.property(written, zone, zone, (local, own, trip) => {
        const moment = at(local, { zone: own })
        fc.pre(!isContradictory(moment))
        const found = scheduled(moment, trip)
        expect(found).toMatchObject({ zone: own, day: local.slice(0, 10) })
        expect(clockAt(found?.utc ?? '', own)).toBe(local)
      }),
      { numRuns: 500 },
    )
  })

  it('an offset names one instant, wherever the trip is, and UTC takes the zone of the trip', () => {
    const offset = fc.integer({ min: -12, max: 14 }).map((hours) => hours * 60)
    fc.assert(
      fc.property(written, offset, zone, (local, east, trip) => {
        const found = scheduled(at(local, { offset: east }), trip)
        const instant = Date.parse(`${local}Z`) - east * 60_000
        expect(Date.parse(found?.utc ?? '')).toBe(instant)
        const there = found?.zone ?? ''
        if (east === 0) expect(there).toBe(trip)
        expect(clockAt(found?.utc ?? '', there).slice(0, 10)).toBe(found?.day)
        if (east !== 0) expect(clockAt(found?.utc ?? '', there)).toBe(local)
      }),
      { numRuns: 500 },
    )
  })

  it('a time that the clocks of a place never showed is a contradiction', () => {
    expect(isContradictory(at('2031-03-30T01:30:00', { zone: lisbon }))).toBe(true)
    expect(isContradictory(at('2031-04-18T08:10:00', { zone: lisbon, offset: 120 }))).toBe(true)
    expect(isContradictory(at('2031-04-18T08:10:00', { zone: lisbon, offset: 60 }))).toBe(false)
    expect(isContradictory(at('2031-04-18T08:10:00', { zone: lisbon, offset: 0 }))).toBe(false)
  })

  it('an hour that a place shows twice is its first, whatever the place is', () => {
    fc.assert(
      fc.property(written, zone, (local, own) => {
        const found = scheduled(at(local, { zone: own }), lisbon)
        fc.pre(found !== undefined)
        const hourBefore = new Date(Date.parse(found?.utc ?? '') - 3_600_000).toISOString()
        expect(clockAt(hourBefore, own)).not.toBe(local)
      }),
      { numRuns: 300 },
    )
  })
})

describe('17 Inbound mail: a time in UTC without a place is stored in the zone of the trip', () => {
  it('with the day of grace counted there', async () => {
    const { olga, trip } = await cast()
    // In Lisbon it is the 17th: the day of grace before the trip.
    const inside = table({ start: at('2031-04-16T23:30:00', { offset: 0 }), code: 'in' })
    const { id } = await file(olga, [inside])
    const [made] = await objectsIn(trip.id, 'activity')
    expect(made).toMatchObject({ starts_at: '2031-04-16T23:30:00Z', timezone: lisbon })
    expect(await whereIs(id)).toEqual(filedAt({ activityId: made?.id as number }))
    const before = table({ start: at('2031-04-16T22:30:00', { offset: 0 }), code: 'out' })
    expect(await whereIs((await file(olga, [before])).id)).toMatchObject({ filed: false })
  })

  it('a stay, both its ends', async () => {
    const { olga, trip } = await cast()
    const utc = { offset: 0 }
    await file(olga, [
      stay({ start: at('2031-04-18T13:00:00', utc), end: at('2031-04-21T09:00:00', utc) }),
    ])
    expect(await objectsIn(trip.id, 'hosting')).toMatchObject([
      { starts_at: '2031-04-18T13:00:00Z', ends_at: '2031-04-21T09:00:00Z', timezone: lisbon },
    ])
  })
})
