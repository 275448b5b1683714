/**
 * What becomes of the reservations of a message: one trip with its changes, or a reason
 * (test/mail/filing).
 */

import type { Reason } from '../reading/reasons.ts'
import { mostReservations, type Reservation } from '../reading/reservation.ts'
import { fits, type OpenTrip, startIn } from './fitting.ts'
import { isCancelledBy, type KnownObject, type Part, pairUp } from './known.ts'

export interface Plan {
  trip: OpenTrip
  /** In the order of the message, each with the object it was before, if it was one. */
  parts: (Part & { object: KnownObject | undefined })[]
  deleted: KnownObject[]
}

/** The trips a reservation belongs to. A cancellation belongs where what it cancels is. */
function tripsOf(
  reservation: Reservation,
  trips: readonly OpenTrip[],
  known: readonly KnownObject[],
): OpenTrip[] {
  if (!reservation.isCancelled) return trips.filter((trip) => fits(reservation, trip))
  const holders = known.filter((object) => isCancelledBy(reservation, object))
  return trips.filter(({ id }) => holders.some(({ tripId }) => tripId === id))
}

function reasonOfNone(reservation: Reservation, trips: readonly OpenTrip[]): Reason {
  if (reservation.isCancelled) return 'unknownReservation'
  const isInTime = trips.length === 0 || trips.some((trip) => startIn(reservation, trip))
  return reservation.start && isInTime ? 'noTrip' : 'noStart'
}

/** The one trip that all reservations belong to, and to no other; else why there is none. */
function oneTrip(
  reservations: readonly Reservation[],
  trips: readonly OpenTrip[],
  known: readonly KnownObject[],
): OpenTrip | Reason {
  const found = new Set<OpenTrip>()
  for (const reservation of reservations) {
    const own = tripsOf(reservation, trips, known)
    const [trip] = own
    if (!trip) return reasonOfNone(reservation, trips)
    if (own.length > 1) return 'severalTrips'
    found.add(trip)
  }
  const [trip] = found
  return found.size === 1 && trip ? trip : found.size === 0 ? 'nothingFound' : 'differentTrips'
}

/** Further passengers of one leg are no further legs. */
function distinct(parts: readonly Part[]): Part[] {
  const seen = new Map<string, Part>()
  for (const part of parts) {
    const { kind, provider, code, leg, fields } = part.reservation
    const name = fields.name ?? fields.departureDescription
    const key = JSON.stringify([kind, provider, code, leg, part.startsAt, name]).toLowerCase()
    if (!seen.has(key)) seen.set(key, part)
  }
  return [...seen.values()]
}

/** The plan for a message, by the trips its owner may file in and what is known there. */
export function decide(
  reservations: readonly Reservation[],
  trips: readonly OpenTrip[],
  known: readonly KnownObject[],
): Plan | Reason {
  const trip = oneTrip(reservations, trips, known)
  if (typeof trip === 'string') return trip
  const here = known.filter(({ tripId }) => tripId === trip.id)
  const parts = distinct(
    reservations
      .filter(({ isCancelled }) => !isCancelled)
      .map((reservation) => ({ reservation, startsAt: startIn(reservation, trip)?.utc ?? '' })),
  )
  const before = pairUp(parts, here)
  const kept = new Set(before.values())
  const cancelled = reservations.filter(({ isCancelled }) => isCancelled)
  // What the message cancels and books anew is the same object, changed.
  const deleted = here.filter(
    (object) =>
      !kept.has(object) && cancelled.some((reservation) => isCancelledBy(reservation, object)),
  )
  if (parts.length + deleted.length > mostReservations) return 'tooMany'
  return { trip, parts: parts.map((part) => ({ ...part, object: before.get(part) })), deleted }
}
