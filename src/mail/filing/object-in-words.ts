/** Objects, bookings and trips in the words of a reason (test/mail/filing). */
import type { Reservation } from '../reading/reservation.ts'
import { dayOf } from '../reading/times/instants.ts'
import type { Values } from './booking-facts.ts'
import type { FilingCandidate } from './candidates.ts'
import { dayOfReport, type ReportedReservation } from './last-report.ts'
import type { OpenTrip } from './open-trips.ts'

function inWords(values: Values, day: string | undefined): string {
  const { name, transportNumber, departureDescription, arrivalDescription } = values
  const journey = [departureDescription, arrivalDescription].filter(Boolean).join(' - ')
  return [name || transportNumber || journey, day].filter(Boolean).join(', ')
}

/** `AP123, 2031-04-18`; `Casa do Largo, 2031-04-18`. */
export const objectInWords = ({ values, facts: [now] }: FilingCandidate): string =>
  inWords(values, now?.firstDay)

/** The same for a reservation in a message; for a cancellation, with its number. */
export const reservationInWords = ({ fields, start, code, isCancelled }: Reservation): string =>
  [isCancelled ? code : '', inWords(fields, start && dayOf(start))].filter(Boolean).join(', ')

/** What a newer message cancels of a booking: `KX77QP, AP123, Ann Reis (email of 2031-03-05)`. */
export function cancelledInWords(
  { code, fields }: Reservation,
  reported: ReportedReservation,
  people: string,
): string {
  const { start } = reported
  const number = fields.providerReservationCode === undefined ? '' : code
  const what = [number, inWords(fields, start && dayOf(start)), people].filter(Boolean)
  return `${what.join(', ')} (email of ${dayOfReport(reported)})`
}

/** More would fill the screen. */
const maxTrips = 5

/** The names of the trips that have one. */
export const tripsInWords = (trips: readonly OpenTrip[]): string =>
  trips
    .map(({ name }) => name)
    .filter(Boolean)
    .slice(0, maxTrips)
    .join(', ')
