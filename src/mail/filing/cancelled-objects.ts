/** What a message cancels: objects, or the tickets of some people (test/mail/filing/passengers). */
import { because, type Explanation } from '../reading/reasons.ts'
import type { FilingCandidate } from './candidates.ts'
import type { Comparisons } from './comparisons.ts'
import { isOlder } from './last-report.ts'
import { asKnown, type ObjectPart, type PlannedPart } from './likeness.ts'
import { meantBy } from './matching.ts'
import { objectInWords } from './object-in-words.ts'
import type { OpenTrip } from './open-trips.ts'
import { cancelledInWords, isOnNone, knownTickets, leftOf, withoutCancelled } from './tickets.ts'

/** The objects that a message cancels in whole or in part, each with its cancellations. */
export async function cancelledBy(
  cancelling: readonly PlannedPart[],
  here: readonly FilingCandidate[],
  comparisons: Comparisons,
) {
  const found = new Map<FilingCandidate, PlannedPart[]>()
  let isOutdated = false
  for (const part of cancelling) {
    for (const object of await meantBy(part, here, comparisons)) {
      const parts = found.get(object)
      if (object.said && isOlder(part.reservation, object.said)) isOutdated = true
      else if (parts) parts.push(part)
      else found.set(object, [part])
    }
  }
  return { found, isOutdated }
}

/** Whether the object is also known by a number that none of these cancels. */
function hasOtherNumber({ said }: FilingCandidate, cancelling: readonly PlannedPart[]): boolean {
  const codes = new Set(cancelling.map(({ booking }) => booking.code))
  return (
    said?.bookings.some(({ code, isUid }) => code !== '' && !isUid && !codes.has(code)) ?? false
  )
}

/** A part without a known object, without the tickets that were cancelled after it. */
export async function uncancelled(
  part: PlannedPart,
  earlier: readonly PlannedPart[],
  comparisons: Comparisons,
): Promise<PlannedPart | Explanation | undefined> {
  const newer: PlannedPart[] = []
  for (const one of earlier) {
    const isNewer = isOlder(part.reservation, one.reservation)
    if (isNewer && (await meantBy(one, [asKnown(part)], comparisons)).length > 0) newer.push(one)
  }
  const { tickets = [{}] } = part.reservation
  if (newer.length === 0 || isOnNone(tickets, newer, comparisons)) return part
  const left = leftOf(tickets, newer, comparisons)
  if (typeof left === 'string') return because('cancelsPart', left)
  return left.length === 0
    ? undefined
    : { ...part, reservation: { ...part.reservation, tickets: left } }
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
  if (isNone) return because('cancelsPart', cancelledInWords([...found.values()].flat()))
  return { deleted, reduced }
}
