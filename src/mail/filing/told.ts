/** What a message tells of an object, under the names of its fields (test/mail/filing). */
import type { ItemFields } from '../../domain/hot-path/itinerary-writes.ts'
import type { Reservation } from '../reading/reservation.ts'
import { scheduled } from '../reading/times.ts'
import type { OpenTrip } from './fitting.ts'

export type Fields = ItemFields & Record<string, unknown>

/** Whether it takes place at a time of day, of which only the day is told. */
export function lacksTime({ kind, start, fields }: Reservation): boolean {
  const isOfDays = kind === 'hosting' || (kind === 'activity' && fields.allDay === true)
  return start !== undefined && !start.local.includes('T') && !isOfDays
}

/** Times and zones of a reservation in a trip, under the names of its kind. */
function timesTold({ kind, start, end }: Reservation, trip: OpenTrip): Fields {
  const from = start && scheduled(start, trip.timezone)
  const to = end && scheduled(end, trip.timezone)
  if (kind === 'transportation') {
    return {
      ...(from && { departureAt: from.utc, departureTimezone: from.zone }),
      ...(to && { arrivalAt: to.utc, arrivalTimezone: to.zone }),
    }
  }
  return {
    ...(from && { startsAt: from.utc, timezone: from.zone || trip.timezone }),
    ...(to && { endsAt: to.utc }),
  }
}

/** All that is told. What the message leaves empty is not. */
export function fieldsTold(reservation: Reservation, trip: OpenTrip): Fields {
  const given = Object.entries(reservation.fields).filter(([name, value]) => {
    if (value === '' || value === null) return false
    return trip.canEditExpenses || (name !== 'price' && name !== 'currency')
  })
  return { ...Object.fromEntries(given), ...timesTold(reservation, trip) }
}
