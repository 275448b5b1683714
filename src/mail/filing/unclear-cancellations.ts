/**
 * Cancellations of one of several houses, tables or events under one number, in words that fit none
 * of them, or several (test/mail/filing/unclear-cancellations).
 */
import { isLikeNames, isSameNames, plainWords } from './booking-facts.ts'
import type { EarlierCancellation } from './cancellations.ts'
import type { FilingCandidate } from './candidates.ts'
import { type Comparisons, comparisonsPerObject } from './comparisons.ts'
import { type ComparedObject, type PlannedPart, partIn, some, startTogether } from './likeness.ts'
import { isNameless, namesObject } from './meant-objects.ts'
import type { OpenTrip } from './open-trips.ts'
import { isOnNone, knownTickets, peopleCancelled } from './tickets.ts'

/** Whether a cancellation has a name, which is not that of the object, and no leg. */
const isNamedOtherwise = (cancellation: PlannedPart, object: ComparedObject) =>
  !isNameless(cancellation) &&
  plainWords(cancellation.booking.leg) === '' &&
  !namesObject(cancellation, object)

/** Whether the names of all may be those of one thing. */
function areNamedAlike([first, ...others]: readonly ComparedObject[]): boolean {
  const isAlike = (other: ComparedObject) =>
    first !== undefined &&
    some(first, (one) => some(other, ({ names }) => isLikeNames(one.names, names)))
  return first !== undefined && others.every(isAlike)
}

/** How many of these cancellations name an object, counted once. */
export function namings(
  cancelling: readonly PlannedPart[],
  comparisons: Comparisons,
): (object: FilingCandidate) => number {
  const counted = new Map<FilingCandidate, number>()
  return (object) => {
    const known = counted.get(object)
    if (known !== undefined) return known
    comparisons.count(cancelling.length)
    const count = cancelling.filter((part) => namesObject(part, object)).length
    counted.set(object, count)
    return count
  }
}

/**
 * Those of the objects that a cancellation surely means. Of several with different names it means
 * the one that it names exactly, or whose people it names, or the one that no other cancellation of
 * the message names. Undefined if that leaves more than one.
 */
export async function surelyMeant(
  cancellation: PlannedPart,
  meant: readonly FilingCandidate[],
  namingsOf: (object: FilingCandidate) => number,
  comparisons: Comparisons,
): Promise<readonly FilingCandidate[] | undefined> {
  const isJourney = cancellation.reservation.kind === 'transportation'
  if (meant.length < 2 || isJourney || isNameless(cancellation)) return meant
  const { names } = cancellation.facts
  const exact = meant.filter((object) => some(object, (facts) => isSameNames(facts.names, names)))
  const named = exact.length > 0 ? exact : meant
  if (areNamedAlike(named)) return named
  const ofPeople = named.filter(
    (object) => !isOnNone(knownTickets(object), [cancellation], comparisons),
  )
  if (areNamedAlike(ofPeople)) return ofPeople
  const left: FilingCandidate[] = []
  for (const object of named) {
    if (namingsOf(object) === Number(namesObject(cancellation, object))) left.push(object)
    await comparisons.giveWay()
  }
  return areNamedAlike(left) ? left : undefined
}

/** Maximum earlier cancellations of one number to compare with, the latest ones. */
const maxEarlier = 20

/** Whether both name the same time, as far as they name one, and the same people. */
function isOfSameTime(one: PlannedPart, other: PlannedPart): boolean {
  const isDay = one.facts.startsAt === null || other.facts.startsAt === null
  const isThen = isDay
    ? one.facts.firstDay === other.facts.firstDay
    : startTogether(one.facts, other.facts)
  return isThen && peopleCancelled([one]) === peopleCancelled([other])
}

/**
 * Those of the objects that a cancellation names otherwise, as an earlier one did that was filed:
 * it may repeat that one in other words, and that one was about something else.
 */
export async function perhapsLeft(
  cancellation: PlannedPart,
  objects: readonly FilingCandidate[],
  earlier: readonly EarlierCancellation[],
  { trip, comparisons }: { trip: OpenTrip; comparisons: Comparisons },
): Promise<ReadonlySet<FilingCandidate>> {
  const found = new Set<FilingCandidate>()
  const unlike = objects.filter((object) => isNamedOtherwise(cancellation, object))
  if (unlike.length === 0) return found
  const { kind } = cancellation.reservation
  const isOfNumber = ({ reservation, isFiled }: EarlierCancellation) =>
    isFiled && reservation.code === cancellation.booking.code && reservation.kind === kind
  for (const { reservation } of earlier.filter(isOfNumber).slice(0, maxEarlier)) {
    comparisons.count(comparisonsPerObject + unlike.length)
    const one = partIn(reservation, trip)
    if (!isOfSameTime(one, cancellation)) continue
    for (const object of unlike) if (isNamedOtherwise(one, object)) found.add(object)
    await comparisons.giveWay()
  }
  return found
}
