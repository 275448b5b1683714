/** What a message cancels: objects, or the tickets of some people (test/mail/filing/passengers). */
import { because, type Explanation } from '../reading/reasons.ts'
import { type EarlierCancellation, isSameCancellation } from './cancellations.ts'
import type { FilingCandidate } from './candidates.ts'
import { type Comparisons, comparisonsPerObject } from './comparisons.ts'
import { isOlder, outdated } from './last-report.ts'
import { asKnown, type ObjectPart, type PlannedPart, partIn } from './likeness.ts'
import { isMeantButForDay, meantBy } from './meant-objects.ts'
import { cancelledInWords, objectInWords, reservationInWords } from './object-in-words.ts'
import type { OpenTrip } from './open-trips.ts'
import { isOnNone, knownTickets, leftOf, peopleCancelled, withoutCancelled } from './tickets.ts'
import { namings, perhapsLeft, surelyMeant } from './unclear-cancellations.ts'

/** Whether that message was filed, and not in another trip. */
const isFiledIn = (one: EarlierCancellation, tripId: number) =>
  one.isFiled && (one.tripId === null || one.tripId === tripId)

/** Whether one of these was filed in the object's trip when mail had reported it, and left it. */
const isLeft = ({ said, tripId }: FilingCandidate, same: readonly EarlierCancellation[]) =>
  said !== null && same.some((one) => isFiledIn(one, tripId) && !isOlder(one.reservation, said))

interface Cancelled {
  found: Map<FilingCandidate, PlannedPart[]>
  /** Why others were left. */
  omitted: Explanation | undefined
}

/**
 * The objects that a message cancels in whole or in part, each with its cancellations; or why that
 * is not clear.
 */
export async function cancelledBy(
  cancelling: readonly PlannedPart[],
  here: readonly FilingCandidate[],
  earlier: readonly EarlierCancellation[],
  { trip, comparisons }: { trip: OpenTrip; comparisons: Comparisons },
): Promise<Cancelled | Explanation> {
  const found: Cancelled['found'] = new Map()
  const namingsOf = namings(cancelling, comparisons)
  let omitted: Explanation | undefined
  for (const part of cancelling) {
    const { reservation } = part
    comparisons.count(earlier.length)
    const same = earlier.filter((one) => isSameCancellation(one.reservation, reservation))
    const possible = await meantBy(part, here, comparisons)
    const left = await perhapsLeft(part, possible, earlier, { trip, comparisons })
    const meant = await surelyMeant(part, possible, namingsOf, comparisons)
    if (!meant) return because('unclearCancellation', reservationInWords(reservation))
    for (const object of meant) {
      const parts = found.get(object)
      if (object.said && isOlder(reservation, object.said)) omitted = outdated(reservation)
      else if (left.has(object) || isLeft(object, same))
        omitted = because('repeated', objectInWords(object))
      else if (parts) parts.push(part)
      else found.set(object, [part])
    }
  }
  return { found, omitted }
}

/** Whether the object is also known by a number that none of these cancels. */
function hasOtherNumber({ said }: FilingCandidate, cancelling: readonly PlannedPart[]): boolean {
  const codes = new Set(cancelling.map(({ booking }) => booking.code))
  return (
    said?.bookings.some(({ code, isUid }) => code !== '' && !isUid && !codes.has(code)) ?? false
  )
}

/** Whether both are versions of one event, whatever it was called and wherever it stood. */
const isOfEvent = (cancellation: PlannedPart, { booking }: PlannedPart) =>
  booking.isUid === true && booking.code === cancellation.booking.code

/** The later cancellations of a part. */
export interface CancelledSince {
  surely: PlannedPart[]
  /** Those that name another day of it, or nothing else in the message. */
  perhaps: PlannedPart[]
}

/** The parts that were cancelled after they were said, or may have been. */
export async function cancelledSince(
  booked: readonly PlannedPart[],
  earlier: readonly EarlierCancellation[],
  trip: OpenTrip,
  comparisons: Comparisons,
): Promise<Map<PlannedPart, CancelledSince>> {
  const known = new Map(booked.map((part) => [asKnown(part), part]))
  const found = new Map<PlannedPart, CancelledSince>()
  for (const { reservation } of earlier) {
    comparisons.count(comparisonsPerObject)
    const one = partIn(reservation, trip)
    const meant = await meantBy(one, [...known.keys()], comparisons)
    for (const [object, part] of known) {
      if (!isOlder(part.reservation, reservation)) continue
      const since = found.get(part) ?? { surely: [], perhaps: [] }
      if (meant.includes(object) || isOfEvent(one, part)) since.surely.push(one)
      else if (meant.length === 0 && isMeantButForDay(one, object)) since.perhaps.push(one)
      found.set(part, since)
    }
  }
  return found
}

/** A part without a known object, without the tickets that were cancelled after it. */
export function uncancelled(
  part: PlannedPart,
  { surely, perhaps }: CancelledSince,
  comparisons: Comparisons,
): { left?: PlannedPart; omitted?: Explanation } | Explanation {
  const { reservation } = part
  const { tickets = [{}] } = reservation
  const by = (ones: PlannedPart[]) =>
    ones[0] ? cancelledInWords(reservation, ones[0].reservation, peopleCancelled(ones)) : ''
  if (surely.length === 0 && perhaps.length > 0) return because('mayBeCancelled', by(perhaps))
  if (surely.length === 0 || isOnNone(tickets, surely, comparisons)) return { left: part }
  const left = leftOf(tickets, surely, comparisons)
  if (typeof left === 'string') return because('cancelsPart', left)
  const omitted = because('cancelledSince', by(surely))
  return left.length === 0
    ? { omitted }
    : { left: { ...part, reservation: { ...reservation, tickets: left } }, omitted }
}

/** What becomes of the objects that a message cancels, except those that it books anew. */
export async function cancelledObjects(
  found: ReadonlyMap<FilingCandidate, readonly PlannedPart[]>,
  anew: ReadonlySet<FilingCandidate>,
  trip: OpenTrip,
  comparisons: Comparisons,
): Promise<{ deleted: FilingCandidate[]; reduced: ObjectPart[] } | Explanation> {
  const deleted: FilingCandidate[] = []
  const reduced: ObjectPart[] = []
  for (const [object, cancelling] of found) {
    const [part] = cancelling
    if (!part || anew.has(object)) continue
    await comparisons.giveWay()
    // A passenger may be on only some of the legs.
    if (found.size > 1 && isOnNone(knownTickets(object), cancelling, comparisons)) continue
    const left = leftOf(knownTickets(object), cancelling, comparisons)
    if (typeof left === 'string') return because('cancelsPart', left)
    if (hasOtherNumber(object, cancelling)) return because('severalNumbers', objectInWords(object))
    if (left.length === 0) deleted.push(object)
    else reduced.push({ ...withoutCancelled(part, object, left, trip), object })
  }
  const isNone =
    deleted.length + reduced.length === 0 && [...found.keys()].some((one) => !anew.has(one))
  if (isNone) return because('cancelsPart', peopleCancelled([...found.values()].flat()))
  return { deleted, reduced }
}
