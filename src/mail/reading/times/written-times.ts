/**
 * Parses dates and times: ISO 8601, extended or basic, and 12-hour times. An ambiguous text, such
 * as 04/05/2031, is not a time (test/mail/reading/times/written-times).
 */

import { parseDate } from '../../../base/dates.ts'
import type { Moment } from '../reservation.ts'
import { dayAfter, isZone } from './instants.ts'

/** Maximum characters; more than any of these forms has. */
const maxLength = 64
const written = /^(\d{4})(-?)(\d{2})\2(\d{2})(?:(?:T|\s+)(\d.*))?$/i
const clock =
  /^(\d{1,2}):?(\d{2})(?::?(\d{2})(?:[.,]\d{1,9})?)?\s*([ap]\.?m\.?)?\s*(Z|[+-]\d[\d:]*)?$/i
const east = /^([+-])(?:(\d{1,2}):(\d{2})|(\d{2})(\d{2})?|(\d))$/

interface Clock {
  /** `08:10:00` */
  time: string
  /** Minutes east of UTC. */
  offset: number | undefined
}

/** Minutes east of UTC; undefined for an offset that does not exist. */
function minutesOf(text: string): number | undefined {
  if (text.toUpperCase() === 'Z') return 0
  const [, sign, hours, minutes, plainHours, plainMinutes, hour] = east.exec(text) ?? []
  const whole = Number(hours ?? plainHours ?? hour) * 60
  const rest = Number(minutes ?? plainMinutes ?? 0)
  const found = sign === '-' ? -whole - rest : whole + rest
  const isSomewhere = rest < 60 && rest % 15 === 0 && found >= -12 * 60 && found <= 14 * 60
  // Avoids negative zero.
  return isSomewhere ? found || 0 : undefined
}

/** The hour of a day; with `am` or `pm` from a 12-hour time, where 12 AM is midnight. */
export const hourOf = (hours: string, half: string | undefined): number =>
  half === undefined ? Number(hours) : (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0)

const isHour = (hours: string, half: string | undefined) =>
  half === undefined ? Number(hours) <= 23 : Number(hours) >= 1 && Number(hours) <= 12

/** Whether it is ISO 8601's midnight at the end of a day, 24:00. */
const isEndOfDay = (hours: string, minutes: string, seconds: string, half: string | undefined) =>
  half === undefined && `${hours}${minutes}${seconds}` === '240000'

function readClock(text: string): Clock | undefined {
  const [whole, hours = '', minutes = '', seconds = '00', half, offset] = clock.exec(text) ?? []
  if (whole === undefined || Number(minutes) > 59 || Number(seconds) > 59) return undefined
  const minutesEast = offset === undefined ? undefined : minutesOf(offset)
  const isTime = isHour(hours, half) || isEndOfDay(hours, minutes, seconds, half)
  if (!isTime || (offset !== undefined && minutesEast === undefined)) return undefined
  const time = `${String(hourOf(hours, half)).padStart(2, '0')}:${minutes}:${seconds}`
  return { time, offset: minutesEast }
}

/** Whether a value is a time of day without a date. */
export function isTimeOfDay(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > maxLength) return false
  return /^\s*T?\d{1,2}:/i.test(value) && readClock(value.trim().replace(/^T/i, '')) !== undefined
}

/**
 * A moment, perhaps without seconds or offset, or a whole day; undefined for anything else.
 * Bookings are in this century, so an uninitialized timestamp in 1970 is refused.
 */
export function readMoment(text: unknown, zone?: string): Moment | undefined {
  if (typeof text !== 'string' || text.length > maxLength) return undefined
  const [, year = '', , month, date, rest] = written.exec(text.trim()) ?? []
  const local = `${year}-${month}-${date}`
  if (!year.startsWith('20') || !parseDate(local)) return undefined
  const known = zone && isZone(zone) ? zone : undefined
  if (rest === undefined) return { local, zone: known }
  const { time, offset } = readClock(rest) ?? {}
  if (time === undefined) return undefined
  const at = time === '24:00:00' ? `${dayAfter(local, 1)}T00:00:00` : `${local}T${time}`
  return { local: at, zone: known, offset }
}
