/**
 * Days beside times: what is said of a day alone is no time, and overwrites none (test/mail/days).
 */
import { DateTime } from 'luxon'
import { isDay, offsetAt } from '../reading/instants.ts'
import type { Reason } from '../reading/reasons.ts'
import type { Moment, Reservation } from '../reading/reservation.ts'
import { type Scheduled, scheduled } from '../reading/times.ts'
import type { OpenTrip } from './fitting.ts'
import type { KnownObject } from './known.ts'

/** Whether the day of the moment is that of a known time, where the moment is. */
function isOnDay(known: Date | null, { day, zone }: Scheduled): boolean {
  if (known === null) return false
  return DateTime.fromJSDate(known, { zone: zone || 'UTC' }).toISODate() === day
}

/** Whether a moment says no more than the day of a time that is known. */
export const keepsTime = (moment: Moment, there: Scheduled, known: Date | null) =>
  isDay(moment) && isOnDay(known, there)

/** Whether that lies before a time at which the object is known to start. */
export const isBefore = ({ utc }: Scheduled, { startsAt }: KnownObject) =>
  startsAt !== null && Date.parse(utc) <= startsAt.getTime()

/** Whether the reservation takes place at a time of day, which it does not say. */
export function lacksTime({ kind, start, fields }: Reservation): boolean {
  const isOfDays = kind === 'hosting' || (kind === 'activity' && fields.allDay === true)
  return start !== undefined && isDay(start) && !isOfDays
}

/**
 * The end of a reservation in a trip. An end that says nothing of its zone is in that of the trip,
 * but not where the start is on other clocks: then nothing tells it, and there is none.
 */
export function endIn({ start, end }: Reservation, { timezone }: OpenTrip): Scheduled | undefined {
  const to = end && scheduled(end, timezone)
  const isOfTrip = end && end.zone === undefined && end.offset === undefined && !isDay(end)
  const from = isOfTrip && start && scheduled(start, timezone)
  if (!from || isDay(start)) return to
  const at = Date.parse(from.utc)
  return from.zone && offsetAt(from.zone, at) === offsetAt(timezone, at) ? to : undefined
}

/**
 * Why the times of a reservation cannot be written in a trip: they come in no order there, or there
 * is none, and none is known of that day.
 */
export function untimely(
  reservation: Reservation,
  trip: OpenTrip,
  object: KnownObject | undefined,
): Reason | undefined {
  const { kind, start, end } = reservation
  const from = start && scheduled(start, trip.timezone)
  if (lacksTime(reservation)) {
    const isKnown = from && object && (object.startsAt === null || isOnDay(object.startsAt, from))
    return isKnown ? undefined : 'noTime'
  }
  const to = endIn(reservation, trip)
  if (kind === 'hosting' && end && !to) return 'noEnd'
  return from && to && Date.parse(to.utc) < Date.parse(from.utc) ? 'contradictory' : undefined
}
