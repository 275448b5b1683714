/**
 * What becomes of the reservations of a message: one trip with its changes, or a reason
 * (test/mail/filing).
 */

import { withSeatsOf } from '../reading/bookings/tickets.ts'
import type { Reason } from '../reading/reasons.ts'
import { maxReservations } from '../reading/reservation.ts'
import type { FilingCandidate } from './candidates.ts'
import { isSupplement } from './changes.ts'
import { filedKinds } from './kinds.ts'
import { isOlder, type ReportedReservation } from './last-report.ts'
import { asKnown, likeness, matchUp, meantBy, type PlannedPart, partIn } from './matching.ts'
import { fits, type OpenTrip, startIn } from './open-trips.ts'
import { lacksTime } from './stated-fields.ts'

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
  parts: (PlannedPart & { object: FilingCandidate | undefined })[]
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

/** The one trip that all reservations belong to, and to no other; else the reason. */
function oneTrip(
  reservations: readonly ReportedReservation[],
  trips: readonly OpenTrip[],
  known: KnownIn,
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

/** A part with the seats that another passenger of it has. */
function withSeats(part: PlannedPart, { reservation: other }: PlannedPart): PlannedPart {
  const { reservation, fields } = part
  return {
    ...part,
    reservation: { ...reservation, fields: withSeatsOf(reservation.fields, other.fields) },
    fields: withSeatsOf(fields, other.fields),
  }
}

/** Further passengers on a leg are not further legs. */
function distinct(parts: readonly PlannedPart[]): PlannedPart[] {
  const seen = new Map<string, PlannedPart>()
  for (const part of parts) {
    const { kind, provider, code, leg, fields } = part.reservation
    const name = fields.name ?? fields.departureDescription
    const { startsAt } = part.facts
    const key = JSON.stringify([kind, provider, code, leg, startsAt, name]).toLowerCase()
    const before = seen.get(key)
    seen.set(key, before ? withSeats(before, part) : part)
  }
  return [...seen.values()]
}

/** The objects that the cancellations of a message delete, unless it books them anew. */
function cancelledBy(cancelling: readonly PlannedPart[], here: readonly FilingCandidate[]) {
  const deleted = new Set<FilingCandidate>()
  let isOutdated = false
  for (const part of cancelling) {
    for (const object of meantBy(part, here)) {
      if (object.said && isOlder(part.reservation, object.said)) isOutdated = true
      else deleted.add(object)
    }
  }
  return { deleted, isOutdated }
}

/** Whether the object is also known by a number that none of these cancels. */
function hasOtherNumber({ said }: FilingCandidate, cancelling: readonly PlannedPart[]): boolean {
  const codes = new Set(cancelling.map(({ booking }) => booking.code))
  return (
    said?.bookings.some(({ code, isUid }) => code !== '' && !isUid && !codes.has(code)) ?? false
  )
}

/** Whether a newer message has reported or cancelled the part. */
function isOutdatedPart(
  part: PlannedPart,
  object: FilingCandidate | undefined,
  cancelling: readonly PlannedPart[],
): boolean {
  const { reservation } = part
  if (object) {
    const { said } = object
    return said !== null && !isSupplement(part, object) && isOlder(reservation, said)
  }
  return cancelling.some(
    (cancellation) =>
      isOlder(reservation, cancellation.reservation) &&
      meantBy(cancellation, [asKnown(part)]).length > 0,
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

/** The plan for a message. */
export function decide(
  reservations: readonly ReportedReservation[],
  facts: FilingFacts,
): FilingPlan | Reason {
  const known = byTrip(facts.known)
  const trip = oneTrip(reservations, facts.trips, known)
  if (typeof trip === 'string') return trip
  const here = known.get(trip.id) ?? []
  const all = reservations.map((reservation) => partIn(reservation, trip))
  const booked = distinct(all.filter(({ reservation }) => !reservation.isCancelled))
  const cancelling = all.filter(({ reservation }) => reservation.isCancelled)
  const before = matchUp(booked, here)
  const earlier = facts.cancellations.map((reservation) => partIn(reservation, trip))
  for (const part of booked) {
    const reason = untimely(part, before.get(part))
    if (reason) return reason
  }
  const parts = booked.filter((part) => !isOutdatedPart(part, before.get(part), earlier))
  const cancelled = cancelledBy(cancelling, here)
  const kept = new Set(before.values())
  // A booking that the message cancels and books anew is an update of the same object.
  const deleted = [...cancelled.deleted].filter((object) => !kept.has(object))
  if (parts.length + deleted.length > maxReservations) return 'tooMany'
  if (deleted.some((object) => hasOtherNumber(object, cancelling))) return 'severalNumbers'
  const isOutdated = cancelled.isOutdated || parts.length < booked.length
  if (isOutdated && parts.length + deleted.length === 0) return 'outdated'
  const planned = parts.map((part) => ({ ...part, object: before.get(part) }))
  return { trip, parts: planned, deleted, isOutdated }
}
