/**
 * Which object a reservation matches (test/mail/filing/recognised-bookings,
 * test/mail/filing/updates, test/mail/filing/unclear-changes).
 */

import { because, type Explanation } from '../reading/reasons.ts'
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
 * An object that shares only the number is another part of the booking. The reason instead, if it
 * is not clear which object one updates.
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
    if (isUnclear(next, open, taken, comparisons)) {
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
  comparisons: Comparisons,
): boolean {
  const isExact = some(object, (facts) => startTogether(facts, part.facts))
  if (part.reservation.kind === 'transportation' || isExact || !sharesNumber(part, object))
    return false
  const isRival = (pair: Likely) =>
    !taken.has(pair.object) && pair.like === like && pair.overlaps === overlaps
  const rivals = new Set((open.get(part) ?? []).filter(isRival).map((pair) => pair.object))
  if (rivals.size === 1) return false
  const changed = [...open.values()].filter((pairs) => {
    const first = pairs.findIndex((pair) => rivals.has(pair.object) && pair.like >= like)
    // A hundred of these take as long as one comparison of names.
    comparisons.count((first < 0 ? pairs.length : first) / 100)
    return first >= 0
  })
  return rivals.size > changed.length
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
