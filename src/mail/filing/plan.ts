/**
 * What becomes of the reservations of a message: one trip with its changes, or a reason
 * (test/mail/filing).
 */

import { withTicketsOf } from '../reading/bookings/joined.ts'
import { because, type Explanation, type Reason } from '../reading/reasons.ts'
import { maxReservations } from '../reading/reservation.ts'
import { cancelledBy, cancelledObjects, uncancelled } from './cancelled-objects.ts'
import type { FilingCandidate } from './candidates.ts'
import { isSupplement } from './changes.ts'
import { withHotelEvents } from './hotel-events.ts'
import { filedKinds } from './kinds.ts'
import { isOlder, type ReportedReservation } from './last-report.ts'
import {
  isKnownByNumber,
  likeness,
  matchUp,
  meantBy,
  type ObjectPart,
  type PlannedPart,
  partIn,
} from './matching.ts'
import { objectInWords, reservationInWords, tripsInWords } from './object-in-words.ts'
import { fits, type OpenTrip, startIn } from './open-trips.ts'
import { lacksTime } from './stated-fields.ts'
import { ticketedParts } from './tickets.ts'

/** The stored facts about the reservations of a message. */
export interface FilingFacts {
  /** Those that its owner may file in. */
  trips: readonly OpenTrip[]
  known: readonly FilingCandidate[]
  /** What earlier messages have cancelled. */
  cancellations: readonly ReportedReservation[]
}

export interface FilingPlan {
  trip: OpenTrip
  /** In the order of the message, each with the object that it updates, if any. */
  parts: ObjectPart[]
  deleted: FilingCandidate[]
  /** Whether a newer message has already reported a part, which is therefore left out. */
  isOutdated: boolean
}

/** Candidates by the id of their trip. */
type KnownIn = ReadonlyMap<number, readonly FilingCandidate[]>

function byTrip(known: readonly FilingCandidate[]): KnownIn {
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
function tripsOf(
  reservation: ReportedReservation,
  trips: readonly OpenTrip[],
  known: KnownIn,
): OpenTrip[] {
  const holders = trips.filter((trip) => {
    const here = known.get(trip.id) ?? []
    if (here.length === 0) return false
    const part = partIn(reservation, trip)
    if (reservation.isCancelled) return meantBy(part, here).length > 0
    const mayBe = fits(reservation, trip) ? here : here.filter(isCarried)
    return part.facts.startsAt !== null && mayBe.some((object) => likeness(part, object) > 0)
  })
  if (holders.length > 0 || reservation.isCancelled || lacksTime(reservation)) return holders
  return trips.filter((trip) => fits(reservation, trip))
}

function reasonOfNone(reservation: ReportedReservation, trips: readonly OpenTrip[]): Reason {
  if (reservation.isCancelled) return 'unknownReservation'
  const isInTime = trips.length === 0 || trips.some((trip) => startIn(reservation, trip))
  if (lacksTime(reservation)) return 'noTime'
  if (!reservation.start) return 'noStart'
  return isInTime ? 'noTrip' : 'unknownZone'
}

/** The same part of a booking, by its number, in a trip that its dates have left. */
function leftBehind(
  reservation: ReportedReservation,
  trips: readonly OpenTrip[],
  known: KnownIn,
): FilingCandidate | undefined {
  if (reservation.isCancelled || reservation.start === undefined) return undefined
  const knownIn = (trip: OpenTrip) => {
    const here = known.get(trip.id) ?? []
    const part = here.length > 0 && partIn(reservation, trip)
    return part ? here.filter((object) => isKnownByNumber(part, object)) : []
  }
  const others = trips.filter((trip) => !fits(reservation, trip)).flatMap(knownIn)
  const object = others.find((other) => !isCarried(other))
  const isHere = () => trips.some((trip) => fits(reservation, trip) && knownIn(trip).length > 0)
  return object && isHere() ? undefined : object
}

/** The one trip that all reservations belong to, and to no other; else the reason. */
function oneTrip(
  reservations: readonly ReportedReservation[],
  trips: readonly OpenTrip[],
  known: KnownIn,
): OpenTrip | Explanation {
  const found = new Set<OpenTrip>()
  for (const reservation of reservations) {
    const own = tripsOf(reservation, trips, known)
    const [trip] = own
    const object = leftBehind(reservation, trips, known)
    if (object) {
      const isOld = object.said && isOlder(reservation, object.said)
      return isOld ? because('outdated') : because('standsElsewhere', objectInWords(object))
    }
    if (!trip) return because(reasonOfNone(reservation, trips), reservationInWords(reservation))
    if (own.length > 1) return because('severalTrips', tripsInWords(own))
    found.add(trip)
  }
  const [trip] = found
  if (found.size === 1 && trip) return trip
  return found.size === 0
    ? because('nothingFound')
    : because('differentTrips', tripsInWords([...found]))
}

/** Further passengers on a leg are not further legs. */
function distinct(parts: readonly PlannedPart[], trip: OpenTrip): PlannedPart[] {
  const seen = new Map<string, PlannedPart>()
  for (const part of parts) {
    const { kind, provider, code, leg, fields } = part.reservation
    const name = fields.name ?? fields.departureDescription
    const { startsAt } = part.facts
    const key = JSON.stringify([kind, provider, code, leg, startsAt, name]).toLowerCase()
    const { reservation } = seen.get(key) ?? {}
    const both = reservation && withTicketsOf(reservation, part.reservation)
    seen.set(key, both ? partIn(both, trip) : part)
  }
  return [...seen.values()]
}

/** Whether a newer message has reported the object. */
function isOutdatedPart(part: PlannedPart, { said, ...object }: FilingCandidate): boolean {
  return (
    said !== null && !isSupplement(part, { said, ...object }) && isOlder(part.reservation, said)
  )
}

/**
 * Why the times of a part cannot be written: it lacks a time of day, and no object of that day is
 * known; or in the trip its end comes before its start, or is unknown.
 */
function untimely(
  { reservation, facts, fields }: PlannedPart,
  object?: FilingCandidate,
): Reason | undefined {
  const { kind, end } = reservation
  if (lacksTime(reservation)) {
    const days = object?.facts.map(({ firstDay }) => firstDay) ?? []
    return days.some((day) => day === '' || day === facts.firstDay) ? undefined : 'noTime'
  }
  const { times } = filedKinds[kind]
  const [from, to] = [fields[times.start], fields[times.end]]
  if (kind === 'hosting' && end && !to) return 'noEnd'
  const isBackwards = from && to && Date.parse(String(to)) < Date.parse(String(from))
  return isBackwards ? 'contradictory' : undefined
}

/** The parts that no newer message has reported or cancelled, each with its object. */
function currentParts(
  booked: readonly PlannedPart[],
  before: ReadonlyMap<PlannedPart, FilingCandidate>,
  earlier: readonly PlannedPart[],
): { parts: ObjectPart[]; isOutdated: boolean } | Explanation {
  const parts: ObjectPart[] = []
  let isOutdated = false
  for (const part of booked) {
    const object = before.get(part)
    const reason = untimely(part, object)
    if (reason) return because(reason, reservationInWords(part.reservation))
    const left = object ? part : uncancelled(part, earlier)
    if (left && 'about' in left) return left
    const isCurrent = left && !(object && isOutdatedPart(part, object))
    if (isCurrent) parts.push({ ...left, object })
    if (!isCurrent || left !== part) isOutdated = true
  }
  return { parts, isOutdated }
}

/** The plan for a message. */
export function decide(
  reservations: readonly ReportedReservation[],
  facts: FilingFacts,
): FilingPlan | Explanation {
  const candidates = byTrip(facts.known)
  const trip = oneTrip(reservations, facts.trips, candidates)
  if ('reason' in trip) return trip
  const here = candidates.get(trip.id) ?? []
  const all = reservations.map((reservation) => partIn(reservation, trip))
  const booked = distinct(
    all.filter(({ reservation }) => !reservation.isCancelled),
    trip,
  )
  const cancelling = all.filter(({ reservation }) => reservation.isCancelled)
  const before = matchUp(booked, here)
  const known = withHotelEvents(booked, before, here)
  if ('about' in known) return known
  const earlier = facts.cancellations.map((reservation) => partIn(reservation, trip))
  const current = currentParts(known, before, earlier)
  if ('about' in current) return current
  const { parts } = current
  const { found, ...cancelled } = cancelledBy(cancelling, here)
  // A booking that the message cancels and books anew is an update of the same object.
  const objects = cancelledObjects(found, new Set(before.values()), trip)
  if ('about' in objects) return objects
  const { deleted, reduced } = objects
  if (parts.length + deleted.length + reduced.length > maxReservations) return because('tooMany')
  const isOutdated = current.isOutdated || cancelled.isOutdated
  const isNothing = parts.length + deleted.length + reduced.length === 0
  if (isOutdated && isNothing) return because('outdated')
  const ticketed = ticketedParts(parts, found, trip)
  if ('about' in ticketed) return ticketed
  return { trip, parts: [...ticketed, ...reduced], deleted, isOutdated }
}
