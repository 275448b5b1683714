/**
 * Which object a reservation matches, and which ones a cancellation means
 * (test/mail/filing/recognised-bookings, test/mail/filing/updates,
 * test/mail/filing/unclear-changes).
 */

import { because, type Explanation } from '../reading/reasons.ts'
import { isDay } from '../reading/times/instants.ts'
import { isLikeNames, isLikeNumber, plainWords } from './booking-facts.ts'
import type { FilingCandidate } from './candidates.ts'
import type { Comparisons } from './comparisons.ts'
import {
  type ComparedObject,
  likeness,
  likenessOfPart,
  type PlannedPart,
  sharesNumber,
  some,
  startTogether,
} from './likeness.ts'
import { reservationInWords } from './object-in-words.ts'

/** Whether one of the objects may be this part of the reservation. */
export async function isAmong(
  part: PlannedPart,
  objects: readonly FilingCandidate[],
  comparisons: Comparisons,
): Promise<boolean> {
  for (const object of objects) {
    if (likeness(part, object, comparisons) > 0) return true
    await comparisons.giveWay()
  }
  return false
}

/** The objects that are this part of the reservation by its number, whichever trip they are in. */
export async function knownByNumber(
  part: PlannedPart,
  objects: readonly FilingCandidate[],
  comparisons: Comparisons,
): Promise<FilingCandidate[]> {
  const found: FilingCandidate[] = []
  for (const object of objects) {
    comparisons.count(1 + object.bookings.length)
    if (sharesNumber(part, object) && likenessOfPart(part, object) > 0) found.push(object)
    await comparisons.giveWay()
  }
  return found
}

/** Seconds between a part and an object, as it is now or as mail last reported it. */
const apart = ({ facts }: PlannedPart, object: ComparedObject): number =>
  Math.min(
    ...object.facts.map(({ startsAt }) =>
      startsAt === null || facts.startsAt === null
        ? Number.MAX_SAFE_INTEGER
        : Math.abs(startsAt - facts.startsAt),
    ),
  )

interface Likely {
  object: FilingCandidate
  like: number
  /** Whether a stay or a visit is on the same days. */
  overlaps: boolean
  apart: number
}

const byLikeness = (one: Likely, other: Likely) =>
  other.like - one.like || Number(other.overlaps) - Number(one.overlaps) || one.apart - other.apart

/** Whether both are stays of a common night, or events of a common day. */
const overlap = ({ reservation: { kind }, facts }: PlannedPart, object: ComparedObject) =>
  kind !== 'transportation' &&
  some(object, ({ firstDay, lastDay }) =>
    kind === 'hosting'
      ? facts.firstDay < lastDay && firstDay < facts.lastDay
      : facts.firstDay === firstDay,
  )

/** The objects that may be this part, the likeliest first, then the nearest in time. */
async function likely(
  part: PlannedPart,
  objects: readonly FilingCandidate[],
  comparisons: Comparisons,
) {
  const found: Likely[] = []
  for (const object of objects) {
    const like = likeness(part, object, comparisons)
    if (like > 0) {
      const overlaps = overlap(part, object)
      found.push({ object, like, overlaps, apart: apart(part, object) })
    }
    await comparisons.giveWay()
  }
  return found.sort(byLikeness)
}

/**
 * For each part the object that it updates. An object matches one part only; the likeliest pairs
 * come first, and of those the nearest in time: one flight on two days is two parts of a booking.
 * An object that shares only the number is another part of the booking. Or why it is not clear.
 */
export async function matchUp(
  parts: readonly PlannedPart[],
  objects: readonly FilingCandidate[],
  comparisons: Comparisons,
): Promise<Map<PlannedPart, FilingCandidate> | Explanation> {
  const open = new Map<PlannedPart, Likely[]>()
  for (const part of parts) open.set(part, (await likely(part, objects, comparisons)).reverse())
  const found = new Map<PlannedPart, FilingCandidate>()
  const taken = new Set<FilingCandidate>()
  for (let next = likeliest(open, taken); next; next = likeliest(open, taken)) {
    if (isUnclear(next, open, taken)) {
      return because('unclearChange', reservationInWords(next.part.reservation))
    }
    found.set(next.part, next.object)
    taken.add(next.object)
    comparisons.count(open.size)
    open.delete(next.part)
    await comparisons.giveWay()
  }
  return found
}

/**
 * Whether a stay or a visit may be another one of its booking just as well: there are more of them
 * than the message has new dates for.
 */
function isUnclear(
  { part, object, like, overlaps }: Likely & { part: PlannedPart },
  open: ReadonlyMap<PlannedPart, Likely[]>,
  taken: ReadonlySet<FilingCandidate>,
): boolean {
  const isExact = some(object, (facts) => startTogether(facts, part.facts))
  if (part.reservation.kind === 'transportation' || isExact || !sharesNumber(part, object))
    return false
  const isRival = (pair: Likely) =>
    !taken.has(pair.object) && pair.like === like && pair.overlaps === overlaps
  const rivals = (open.get(part) ?? []).filter(isRival).map((pair) => pair.object)
  const others = [...open.values()].filter((pairs) =>
    pairs.some((pair) => rivals.includes(pair.object) && pair.like >= like),
  )
  return rivals.length > others.length
}

/** The likeliest pair of a part and an object that is not taken; its objects end with the first. */
function likeliest(
  open: ReadonlyMap<PlannedPart, Likely[]>,
  taken: ReadonlySet<FilingCandidate>,
): (Likely & { part: PlannedPart }) | undefined {
  let best: (Likely & { part: PlannedPart }) | undefined
  for (const [part, pairs] of open) {
    let first = pairs.at(-1)
    while (first && taken.has(first.object)) {
      pairs.pop()
      first = pairs.at(-1)
    }
    if (first && (!best || byLikeness(first, best) < 0)) best = { ...first, part }
  }
  return best
}

/** Whether a cancellation has another leg than the object. */
function isOfOtherLeg({ booking }: PlannedPart, object: ComparedObject): boolean {
  const legs = object.bookings.map(({ leg }) => leg).filter((leg) => leg !== '')
  const numbers = object.facts.map(({ number }) => number).filter((number) => number !== '')
  return (
    booking.leg !== '' &&
    [...legs, ...numbers].length > 0 &&
    !legs.includes(booking.leg) &&
    !numbers.some((number) => isLikeNumber(number, booking.leg))
  )
}

/** Whether a cancellation has another day than the object. */
function isOfOtherDay({ facts }: PlannedPart, object: ComparedObject): boolean {
  const days = object.facts.map(({ firstDay }) => firstDay).filter((day) => day !== '')
  const isThen = some(object, (other) => startTogether(other, facts)) || days.length === 0
  return facts.firstDay !== '' && !isThen && !days.includes(facts.firstDay)
}

/** Whether a cancellation means the object on another day: one of both may have moved. */
const isMeantOnOtherDay = (cancellation: PlannedPart, object: ComparedObject) =>
  sharesNumber(cancellation, object) &&
  !isOfOtherLeg(cancellation, object) &&
  isOfOtherDay(cancellation, object)

export const isNameless = ({ facts }: PlannedPart) =>
  facts.names.every(({ sortedWords }) => sortedWords === '')

/** Whether the name of a cancellation may be that of the object. */
export const namesObject = ({ facts }: PlannedPart, object: ComparedObject) =>
  some(object, ({ names }) => isLikeNames(names, facts.names))

/** Whether it means the object on another day, and has no other name. */
export const isMeantButForDay = (cancellation: PlannedPart, object: ComparedObject): boolean =>
  isMeantOnOtherDay(cancellation, object) &&
  (isNameless(cancellation) || namesObject(cancellation, object))

/**
 * An object with the UID of a cancelled event, on another day: the event may have moved, or its
 * sender may reuse the UID. No earlier days are remembered that could tell which.
 */
export function eventOfOtherDay<Object extends ComparedObject>(
  cancellation: PlannedPart,
  objects: readonly Object[],
): Object | undefined {
  const { code } = cancellation.booking
  return objects.find(
    (object) =>
      object.bookings.some((one) => one.isUid === true && one.code === code) &&
      isMeantOnOtherDay(cancellation, object),
  )
}

/**
 * The objects that a cancellation means: all with its number, narrowed down by its leg, day and
 * name. A name alone must be that of the object, unless a person entered it.
 */
export async function meantBy<Object extends ComparedObject>(
  cancellation: PlannedPart,
  objects: readonly Object[],
  comparisons: Comparisons,
): Promise<Object[]> {
  const { facts } = cancellation
  const possible: Object[] = []
  for (const object of objects) {
    comparisons.count(1 + object.bookings.length)
    const isOther = isOfOtherLeg(cancellation, object) || isOfOtherDay(cancellation, object)
    if (!isOther && sharesNumber(cancellation, object)) possible.push(object)
    await comparisons.giveWay()
  }
  const exact = possible.filter((object) => some(object, (other) => startTogether(other, facts)))
  const left = exact.length > 0 ? exact : possible
  if (isNameless(cancellation)) return left
  const named = left.filter((object) => namesObject(cancellation, object))
  if (named.length > 0) return named
  const isOfLeg = plainWords(cancellation.booking.leg) !== ''
  const { start } = cancellation.reservation
  // Neither the name nor the time of day fits: the way back, another evening, another house.
  const isElsewhen = exact.length === 0 && start !== undefined && !isDay(start)
  const isOfLegOrDay = isOfLeg || (facts.firstDay !== '' && !isElsewhen)
  return isOfLegOrDay ? left : left.filter(({ isOfMail }) => !isOfMail)
}
