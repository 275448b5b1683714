/** Finds the one trip that the reservations of a message belong to (test/mail/filing). */

import { because, type Explanation, type Reason } from '../reading/reasons.ts'
import type { FilingCandidate } from './candidates.ts'
import { type Comparisons, comparisonsPerObject } from './comparisons.ts'
import { isOlder, outdated, type ReportedReservation } from './last-report.ts'
import { partIn } from './likeness.ts'
import { isAmong, knownByNumber } from './matching.ts'
import { eventOfOtherDay, meantBy } from './meant-objects.ts'
import { objectInWords, reservationInWords, tripsInWords } from './object-in-words.ts'
import { fits, type OpenTrip, startIn } from './open-trips.ts'
import { lacksTime } from './stated-fields.ts'

/** Candidates by the id of their trip, and what counts their comparisons. */
interface Comparing {
  known: ReadonlyMap<number, readonly FilingCandidate[]>
  comparisons: Comparisons
}

/** Candidates by the id of their trip. */
export function byTrip(known: readonly FilingCandidate[]): Comparing['known'] {
  const found = new Map<number, FilingCandidate[]>()
  for (const object of known) {
    const here = found.get(object.tripId)
    if (here) here.push(object)
    else found.set(object.tripId, [object])
  }
  return found
}

/** A person has moved it to another trip, where it stays. */
const isCarried = ({ said, tripId }: FilingCandidate) => said !== null && said.tripId !== tripId

/**
 * The trips a reservation belongs to: those that know it, else those it fits. A cancellation
 * belongs where what it cancels is.
 */
async function tripsOf(
  reservation: ReportedReservation,
  trips: readonly OpenTrip[],
  { known, comparisons }: Comparing,
): Promise<OpenTrip[]> {
  const holders: OpenTrip[] = []
  for (const trip of trips) {
    const here = known.get(trip.id) ?? []
    if (here.length > 0 && (await isHeldIn(reservation, trip, here, comparisons)))
      holders.push(trip)
  }
  if (holders.length > 0 || reservation.isCancelled || lacksTime(reservation)) return holders
  return trips.filter((trip) => fits(reservation, trip))
}

/** Whether the trip has an object that is the reservation, or that its cancellation means. */
async function isHeldIn(
  reservation: ReportedReservation,
  trip: OpenTrip,
  here: readonly FilingCandidate[],
  comparisons: Comparisons,
): Promise<boolean> {
  comparisons.count(comparisonsPerObject)
  await comparisons.giveWay()
  const part = partIn(reservation, trip)
  if (reservation.isCancelled) return (await meantBy(part, here, comparisons)).length > 0
  const mayBe = fits(reservation, trip) ? here : here.filter(isCarried)
  return part.facts.startsAt !== null && isAmong(part, mayBe, comparisons)
}

function reasonOfNone(reservation: ReportedReservation, trips: readonly OpenTrip[]): Reason {
  if (reservation.isCancelled) return 'unknownReservation'
  const isInTime = trips.length === 0 || trips.some((trip) => startIn(reservation, trip))
  if (lacksTime(reservation)) return 'noTime'
  if (!reservation.start) return 'noStart'
  return isInTime ? 'noTrip' : 'unknownZone'
}

/** The same part of a booking, by its number, in a trip that its dates have left. */
async function leftBehind(
  reservation: ReportedReservation,
  trips: readonly OpenTrip[],
  { known, comparisons }: Comparing,
): Promise<FilingCandidate | undefined> {
  if (reservation.isCancelled || reservation.start === undefined) return undefined
  const knownIn = async (some: readonly OpenTrip[]) => {
    const found: FilingCandidate[] = []
    for (const trip of some) {
      const here = known.get(trip.id) ?? []
      if (here.length === 0) continue
      comparisons.count(comparisonsPerObject)
      await comparisons.giveWay()
      found.push(...(await knownByNumber(partIn(reservation, trip), here, comparisons)))
    }
    return found
  }
  const others = await knownIn(trips.filter((trip) => !fits(reservation, trip)))
  const object = others.find((other) => !isCarried(other))
  if (!object) return undefined
  const own = await knownIn(trips.filter((trip) => fits(reservation, trip)))
  return own.length > 0 ? undefined : object
}

/** Why no trip is known to have what is cancelled, or to cover the dates of what is booked. */
async function whyNone(
  reservation: ReportedReservation,
  trips: readonly OpenTrip[],
  { known, comparisons }: Comparing,
): Promise<Explanation> {
  for (const trip of reservation.isCancelled ? trips : []) {
    const here = known.get(trip.id) ?? []
    comparisons.count(comparisonsPerObject + here.length)
    await comparisons.giveWay()
    const object = eventOfOtherDay(partIn(reservation, trip), here)
    if (!object) continue
    const isOld = object.said && isOlder(reservation, object.said)
    return isOld ? outdated(reservation) : because('otherDay', objectInWords(object))
  }
  return because(reasonOfNone(reservation, trips), reservationInWords(reservation))
}

/** The one trip that all reservations belong to, and to no other; else the reason. */
export async function oneTrip(
  reservations: readonly ReportedReservation[],
  trips: readonly OpenTrip[],
  comparing: Comparing,
): Promise<OpenTrip | Explanation> {
  const found = new Set<OpenTrip>()
  for (const reservation of reservations) {
    const own = await tripsOf(reservation, trips, comparing)
    const [trip] = own
    const object = await leftBehind(reservation, trips, comparing)
    if (object) {
      const isOld = object.said && isOlder(reservation, object.said)
      return isOld ? outdated(reservation) : because('standsElsewhere', objectInWords(object))
    }
    if (!trip) return whyNone(reservation, trips, comparing)
    if (own.length > 1) return because('severalTrips', tripsInWords(own))
    found.add(trip)
    comparing.comparisons.count(comparisonsPerObject)
    await comparing.comparisons.giveWay()
  }
  const [trip] = found
  if (found.size === 1 && trip) return trip
  return found.size === 0
    ? because('nothingFound')
    : because('differentTrips', tripsInWords([...found]))
}
