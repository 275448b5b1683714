/** The start and end of a booking, checked against each other (test/mail/corpus). */
import { Doubt } from '../doubts.ts'
import type { Moment } from '../reservation.ts'
import { dayOf, instantOf, isDay, isMidnight } from './instants.ts'
import { spanInWords } from './moment-in-words.ts'

export interface Span {
  start: Moment
  end: Moment | undefined
}

interface Stay extends Span {
  end: Moment
}

/** A moment without its time. */
function wholeDay(moment: Moment): Moment {
  const { offset: _, country: __, ...day } = moment
  return { ...day, local: dayOf(moment) }
}

const areDaysOnly = (ends: readonly Moment[]) => ends.every((one) => isDay(one) || isMidnight(one))

/**
 * Midnight at both ends, or at the only one, is how programs write a day. In UTC it may be another
 * time of day at the location.
 */
function withoutMidnights({ start, end }: Span): Span {
  const ends = end === undefined ? [start] : [start, end]
  const areDays = areDaysOnly(ends) && ends.every(({ offset }) => offset !== 0)
  return areDays ? { start: wholeDay(start), end: end && wholeDay(end) } : { start, end }
}

const [maxDaysOfStay, maxDaysOfEvent] = [366, 366]
const millisecondsOfDay = 86_400_000
const daysBetween = (start: Moment, end: Moment) =>
  Math.round((Date.parse(dayOf(end)) - Date.parse(dayOf(start))) / millisecondsOfDay)

/** Milliseconds from start to end; of days, whole days; undefined if it depends on the trip. */
function lengthOf(start: Moment, end: Moment): number | undefined {
  if (isDay(start) || isDay(end)) return daysBetween(start, end) * millisecondsOfDay
  const [from, to] = [instantOf(start), instantOf(end)]
  if (from !== undefined && to !== undefined) return to - from
  const areBothOfTheTrip = from === undefined && to === undefined
  return areBothOfTheTrip ? Date.parse(`${end.local}Z`) - Date.parse(`${start.local}Z`) : undefined
}

/** Throws where the end comes before the start, or later than such a booking lasts. */
function checkOrder({ start, end }: Span, maxDays: number, mayBeEmpty: boolean): void {
  if (end === undefined) return
  const [length, days] = [lengthOf(start, end), daysBetween(start, end)]
  const isBackwards = length !== undefined && (length < 0 || (!mayBeEmpty && length === 0))
  // Over the date line one arrives a day before.
  if (isBackwards || days < -1 || days > maxDays) {
    throw new Doubt('contradictory', spanInWords(start, end))
  }
}

/**
 * A stay, in days or times, or both: it is counted in nights. It neither begins nor ends at
 * midnight, and not on both days at midnight of UTC. Throws for contradictions.
 */
export function staySpan({ start, end }: Stay): Stay {
  const ends = [start, end]
  const isNight = (one: Moment) => isMidnight(one) && (one.offset !== 0 || areDaysOnly(ends))
  const span = {
    start: isNight(start) ? wholeDay(start) : start,
    end: isNight(end) ? wholeDay(end) : end,
  }
  checkOrder(span, maxDaysOfStay, false)
  return span
}

/**
 * The span of a booking at a time of day: a bare day does not count as its end, nor does an end
 * after a start without a time. Throws for contradictions, and for more than `maxDays`.
 */
export function timedSpan(stated: Span, maxDays: number, mayBeEmpty = false): Span {
  const span = withoutMidnights(stated)
  const { start, end } = span
  const isTimed = !isDay(start) && end !== undefined && !isDay(end)
  checkOrder(span, maxDays, mayBeEmpty || !isTimed)
  return isTimed ? span : { start, end: undefined }
}

/** An event, at a time or of whole days. Throws for contradictions. */
export function eventSpan(stated: Span): Span {
  const { start, end } = stated.end === undefined ? withoutMidnights(stated) : stated
  const isDays = isDay(start)
  const span = { start, end: end && isDays ? wholeDay(end) : end }
  checkOrder(span, maxDaysOfEvent, true)
  return !isDays && end && isDay(end) ? { start, end: undefined } : span
}
