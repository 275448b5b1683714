/** Start and end of an event, as written in its calendar (test/mail/reading/calendar/calendars). */
import ICAL from 'ical.js'
import { DateTime, type Zone } from 'luxon'
import { Doubt, surely } from '../doubtful-bookings.ts'
import type { Moment } from '../reservation.ts'
import { isDay, isMidnight, localOf } from '../times/instants.ts'
import { localInWords } from '../times/moment-in-words.ts'
import { readMoment } from '../times/written-times.ts'
import type { CalendarZones } from './zones.ts'

/** A moment and its form; `floating` is a local time without a zone. */
export interface Point {
  form: 'day' | 'utc' | 'zoned' | 'floating'
  /** In its zone; for a day or a floating time, in UTC. */
  time: DateTime
}

export interface EventTimes {
  start: Point
  /** For whole days, the day after the last. */
  end: Point | undefined
}

export const localTime = ({ form, time }: Point) =>
  form === 'day' ? time.toFormat('yyyy-MM-dd') : localOf(time)

/** A local time in a zone: the first one if it occurs twice, invalid if it is skipped. */
export function timeIn(zone: Zone | string, local: string): DateTime {
  const some = DateTime.fromISO(local, { zone })
  if (!Number.isFinite(some.toMillis())) throw new Doubt('unknownZone')
  if (localOf(some) !== local) {
    throw new Doubt('contradictory', `clocks leave out ${localInWords(local)}`)
  }
  const [first = some, second = some] = some.getPossibleOffsets()
  return second.toMillis() < first.toMillis() ? second : first
}

/** A time in a zone as a moment, with its offset where the local time is ambiguous. */
export function momentOfTime(time: DateTime): Moment {
  const local = localOf(time)
  if (time.zone.type !== 'iana') return { local, offset: time.offset }
  const isTwice = time.getPossibleOffsets().length > 1
  return { local, zone: time.zoneName ?? '', offset: isTwice ? time.offset : undefined }
}

/** Name and rules of a VTIMEZONE must agree, else one of them is wrong. */
function zonedTime(local: string, tzid: string, zones: CalendarZones): DateTime {
  const { zone, rules } = zones.named(tzid)
  const time = timeIn(zone, local)
  const ofYear = [time, time.set({ month: 1 }), time.set({ month: 7 })]
  if (rules && !ofYear.some(({ offset }) => rules.has(offset))) {
    throw new Doubt('contradictory', `${tzid} and the rules beside it`)
  }
  return time
}

function pointOf(property: ICAL.Property, zones: CalendarZones, isAllDay: boolean): Point {
  const [, , type, value] = property.toJSON() as unknown[]
  const written = String(value)
  const isUtc = written.endsWith('Z')
  const moment = surely(
    readMoment(written.replace(/Z$/, '')),
    'unreadableTime',
    written.slice(0, 64),
  )
  const { local } = moment
  const utc = (iso: string) => DateTime.fromISO(iso, { zone: 'utc' })
  if (isDay(moment)) return { form: 'day', time: utc(local) }
  if (type === 'date' || isAllDay) {
    if (isUtc || !isMidnight(moment)) {
      throw new Doubt('contradictory', `a whole day at ${localInWords(local)}`)
    }
    return { form: 'day', time: utc(local) }
  }
  const tzid = String(property.getFirstParameter('tzid') ?? '')
  if (tzid === '') return { form: isUtc ? 'utc' : 'floating', time: utc(local) }
  const time = zonedTime(local, tzid, zones)
  if (isUtc && time.offset !== 0) {
    throw new Doubt('contradictory', `${written.slice(0, 64)} in ${tzid}`)
  }
  const isNoLocation = isUtc || time.zoneName === 'UTC'
  return isNoLocation ? { form: 'utc', time: utc(local) } : { form: 'zoned', time }
}

/** Days are counted on the calendar, hours on the clock (RFC 5545, 3.3.6). */
function after({ form, time }: Point, duration: ICAL.Duration): Point {
  const { weeks, days, hours, minutes, seconds, isNegative } = duration
  const isOfDays = hours === 0 && minutes === 0 && seconds === 0
  if (isNegative || (form === 'day' && !isOfDays)) {
    throw new Doubt('contradictory', `a duration of ${duration}`)
  }
  return { form, time: time.plus({ weeks, days }).plus({ hours, minutes, seconds }) }
}

/** The times of an event. Throws a Doubt for a contradiction or an unknown zone. */
export function timesOf(event: ICAL.Component, zones: CalendarZones): EventTimes {
  const [first, ...others] = event.getAllProperties('dtstart')
  const isAllDay = /^true$/i.test(
    String(event.getFirstPropertyValue('x-microsoft-cdo-alldayevent') ?? ''),
  )
  const start = pointOf(surely(first, 'noStart'), zones, isAllDay)
  const last = event.getFirstProperty('dtend')
  const duration = event.getFirstPropertyValue('duration')
  const end = last
    ? pointOf(last, zones, isAllDay)
    : duration instanceof ICAL.Duration
      ? after(start, duration)
      : undefined
  const isInstant = ({ form }: Point) => form === 'utc' || form === 'zoned'
  const isMixed = end && end.form !== start.form && !(isInstant(start) && isInstant(end))
  const points = [start, end, ...others.map((one) => pointOf(one, zones, isAllDay))]
  const all = points
    .flatMap((point) => (point ? [localInWords(localTime(point))] : []))
    .join(' and ')
  if (others.length > 0 || isMixed) throw new Doubt('contradictory', all)
  // Also true for an invalid end.
  if (end && !(end.time >= start.time)) throw new Doubt('contradictory', all)
  return { start, end }
}
