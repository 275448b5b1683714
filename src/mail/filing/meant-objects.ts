/** Which objects a cancellation means (test/mail/filing/cancellations). */

import { isDay } from '../reading/times/instants.ts'
import { isLikeNames, isLikeNumber, plainWords } from './booking-facts.ts'
import type { Comparisons } from './comparisons.ts'
import {
  type ComparedObject,
  type PlannedPart,
  sharesNumber,
  some,
  startTogether,
} from './likeness.ts'

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
