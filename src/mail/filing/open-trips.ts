/** Which trips a reservation belongs to (test/mail/filing). */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type FilingTrip, holdFilingTrips } from '../../core/queries/filing-trips.ts'
import type { Queryable } from '../../outside/database/database.ts'
import type { Moment, Reservation } from '../reading/reservation.ts'
import { dayOf } from '../reading/times/instants.ts'
import { type Scheduled, scheduled } from '../reading/times/times.ts'
import { identifyingName, plainCode } from './booking-facts.ts'

/** A trip that the owner of a message may file in. */
export type OpenTrip = FilingTrip

/** The numbers of these reservations, and the names that identify them where no number does. */
export const namesOf = (reservations: readonly Reservation[]) =>
  reservations.flatMap((reservation) =>
    [plainCode(reservation.code), identifyingName(reservation) ?? ''].filter((name) => name !== ''),
  )

/** Limits of one comparison: trips that are locked, and pairs of trip and reservation. */
const maxTrips = 500
const maxPairs = 25_000

const maxTripsFor = ({ length }: readonly Reservation[]) =>
  Math.min(maxTrips, Math.floor(maxPairs / length))

/**
 * The trips that may matter for these reservations. Until the transaction ends the owner may file
 * there, and no other message is filed. Undefined if there are too many.
 */
export async function holdTrips(
  tx: Queryable,
  ownerId: number,
  reservations: readonly Reservation[],
): Promise<OpenTrip[] | undefined> {
  const days = reservations.flatMap(({ start }) => (start ? [dayOf(start)] : []))
  const most = maxTripsFor(reservations)
  const names = namesOf(reservations)
  const trips = await holdFilingTrips(tx, { userId: ownerId, days, names, most: most + 1 })
  return trips.length > most ? undefined : trips
}

/** Starts computed per turn of the event loop: a new zone costs a millisecond. */
const startsAtOnce = 10

/** A start by zone, cached: each costs a tenth of a millisecond. */
const starts = new WeakMap<Moment, Map<string, Scheduled | undefined>>()

/** The start of a reservation in a trip; undefined if its zone is unknown. */
export function startIn({ start }: Reservation, { timezone }: OpenTrip): Scheduled | undefined {
  if (start === undefined) return undefined
  const known = starts.get(start) ?? new Map<string, Scheduled | undefined>()
  starts.set(start, known)
  if (!known.has(timezone)) known.set(timezone, scheduled(start, timezone))
  return known.get(timezone)
}

/**
 * Computes the starts of all reservations in all trips, and gives way to other requests meanwhile:
 * there may be hundreds of both, in as many zones.
 */
export async function prepareStarts(
  reservations: readonly Reservation[],
  trips: readonly OpenTrip[],
): Promise<void> {
  let prepared = 0
  for (const reservation of reservations) {
    for (const trip of trips) {
      startIn(reservation, trip)
      prepared += 1
      if (prepared % startsAtOnce === 0) await nextTurn()
    }
  }
}

/** Whether the local day of its start lies in the trip, with a day of grace on both sides. */
export function fits(reservation: Reservation, trip: OpenTrip): boolean {
  const day = startIn(reservation, trip)?.day
  if (day === undefined || trip.firstDay === null || trip.lastDay === null) return false
  return trip.firstDay <= day && day <= trip.lastDay
}
