/**
 * What becomes of the reservations of a message: one trip with its changes, or a reason
 * (test/mail/filing).
 */

import { withTicketsOf } from '../reading/bookings/combined-tickets.ts'
import { because, type Explanation, type Reason } from '../reading/reasons.ts'
import { maxReservations } from '../reading/reservation.ts'
import type { EarlierCancellation } from './cancellations.ts'
import {
  type CancelledSince,
  cancelledBy,
  cancelledObjects,
  cancelledSince,
  uncancelled,
} from './cancelled-objects.ts'
import type { FilingCandidate } from './candidates.ts'
import { isSupplement } from './changes.ts'
import { type Comparisons, TooManyPeople } from './comparisons.ts'
import { withHotelEvents } from './hotel-events.ts'
import { filedKinds } from './kinds.ts'
import { isOlder, outdated, type ReportedReservation } from './last-report.ts'
import { type ObjectPart, type PlannedPart, partIn } from './likeness.ts'
import { matchUp } from './matching.ts'
import { reservationInWords } from './object-in-words.ts'
import { byTrip, oneTrip } from './one-trip.ts'
import type { OpenTrip } from './open-trips.ts'
import { lacksTime } from './stated-fields.ts'
import { ticketedParts } from './tickets.ts'

/** The stored facts about the reservations of a message. */
interface FilingFacts {
  /** Those that its owner may file in. */
  trips: readonly OpenTrip[]
  known: readonly FilingCandidate[]
  /** What earlier messages have cancelled. */
  cancellations: readonly EarlierCancellation[]
}

export interface FilingPlan {
  trip: OpenTrip
  /** In the order of the message, each with the object that it updates, if any. */
  parts: ObjectPart[]
  deleted: FilingCandidate[]
  /** Why a part is left out: an earlier message has processed it. */
  omitted: Explanation | undefined
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
  since: ReadonlyMap<PlannedPart, CancelledSince>,
  comparisons: Comparisons,
): { parts: ObjectPart[]; omitted: Explanation | undefined } | Explanation {
  const parts: ObjectPart[] = []
  let omitted: Explanation | undefined
  for (const part of booked) {
    const object = before.get(part)
    const reason = untimely(part, object)
    if (reason) return because(reason, reservationInWords(part.reservation))
    if (object) {
      if (isOutdatedPart(part, object)) omitted ??= outdated(part.reservation)
      else parts.push({ ...part, object })
      continue
    }
    const cancelled = since.get(part)
    const now = cancelled ? uncancelled(part, cancelled, comparisons) : { left: part }
    if ('about' in now) return now
    if (now.left) parts.push({ ...now.left, object })
    omitted ??= now.omitted
  }
  return { parts, omitted }
}

/** The plan for a message. It gives way to other requests while it compares hundreds. */
export async function decide(
  reservations: readonly ReportedReservation[],
  facts: FilingFacts,
  comparisons: Comparisons,
): Promise<FilingPlan | Explanation> {
  try {
    return await planOf(reservations, facts, comparisons)
  } catch (error) {
    if (error instanceof TooManyPeople) return because('tooMany')
    throw error
  }
}

async function planOf(
  reservations: readonly ReportedReservation[],
  facts: FilingFacts,
  comparisons: Comparisons,
): Promise<FilingPlan | Explanation> {
  const candidates = byTrip(facts.known)
  const trip = await oneTrip(reservations, facts.trips, { known: candidates, comparisons })
  if ('reason' in trip) return trip
  const here = candidates.get(trip.id) ?? []
  const all = reservations.map((reservation) => partIn(reservation, trip))
  const booked = distinct(
    all.filter(({ reservation }) => !reservation.isCancelled),
    trip,
  )
  const cancelling = all.filter(({ reservation }) => reservation.isCancelled)
  const before = await matchUp(booked, here, comparisons)
  if ('about' in before) return before
  const known = await withHotelEvents(booked, before, here, comparisons)
  if ('about' in known) return known
  const since = await cancelledSince(known, facts.cancellations, trip, comparisons)
  const current = currentParts(known, before, since, comparisons)
  if ('about' in current) return current
  const { parts } = current
  const given = { trip, comparisons }
  const cancelled = await cancelledBy(cancelling, here, facts.cancellations, given)
  if ('about' in cancelled) return cancelled
  const { found } = cancelled
  // A booking that the message cancels and books anew is an update of the same object.
  const objects = await cancelledObjects(found, new Set(before.values()), trip, comparisons)
  if ('about' in objects) return objects
  const { deleted, reduced } = objects
  if (parts.length + deleted.length + reduced.length > maxReservations) return because('tooMany')
  const omitted = current.omitted ?? cancelled.omitted
  const isNothing = parts.length + deleted.length + reduced.length === 0
  if (omitted && isNothing) return omitted
  const ticketed = await ticketedParts(parts, found, trip, comparisons)
  if ('about' in ticketed) return ticketed
  return { trip, parts: [...ticketed, ...reduced], deleted, omitted }
}
