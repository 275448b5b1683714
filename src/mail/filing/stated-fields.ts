/** The fields of an object that a message states (test/mail/filing). */
import type { StoredFields } from '../../core/store/writes.ts'
import type { Reservation, ReservationFields } from '../reading/reservation.ts'
import { isDay, offsetAt } from '../reading/times/instants.ts'
import { type Scheduled, scheduled } from '../reading/times/times.ts'
import { filedKinds } from './kinds.ts'
import type { OpenTrip } from './open-trips.ts'

export type StatedFields = StoredFields & Record<string, unknown>

/** Whether it takes place at a time of day, but only its day is stated. */
export function lacksTime({ kind, start, fields }: Reservation): boolean {
  const isOfDays = kind === 'hosting' || (kind === 'activity' && fields.allDay === true)
  return start !== undefined && isDay(start) && !isOfDays
}

/**
 * The end of a reservation in a trip. An end without a zone is in that of the trip, unless the
 * start has another offset: then it is unknown.
 */
function endIn({ start, end }: Reservation, { timezone }: OpenTrip): Scheduled | undefined {
  const to = end && scheduled(end, timezone)
  const isOfTrip = end && end.zone === undefined && end.offset === undefined && !isDay(end)
  const from = isOfTrip && start && scheduled(start, timezone)
  if (!from || isDay(start)) return to
  const at = Date.parse(from.utc)
  return from.zone && offsetAt(from.zone, at) === offsetAt(timezone, at) ? to : undefined
}

/** Times and zones of a reservation in a trip, under the names of its kind. */
function statedTimes(reservation: Reservation, trip: OpenTrip): StatedFields {
  const from = reservation.start && scheduled(reservation.start, trip.timezone)
  const to = endIn(reservation, trip)
  const { start, startZone, end, endZone } = filedKinds[reservation.kind].times
  // A kind with a single zone takes that of the trip if none is stated.
  const isInOneZone = startZone === endZone
  return {
    ...(from && {
      [start]: from.utc,
      [startZone]: from.zone || (isInOneZone ? trip.timezone : ''),
    }),
    ...(to && { [end]: to.utc, ...(!isInOneZone && { [endZone]: to.zone }) }),
  }
}

/** The values that may be written in the trip; an empty one counts as not stated. */
export function statedValues(fields: ReservationFields, trip: OpenTrip): StatedFields {
  const given = Object.entries(fields).filter(([name, value]) => {
    if (value === '' || value === null) return false
    return trip.canEditExpenses || (name !== 'price' && name !== 'currency')
  })
  return Object.fromEntries(given)
}

/** All stated fields, except those of tickets. */
export const statedFields = (reservation: Reservation, trip: OpenTrip): StatedFields => ({
  ...statedValues(reservation.fields, trip),
  ...statedTimes(reservation, trip),
})
