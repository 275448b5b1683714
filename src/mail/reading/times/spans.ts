/** The start and end of a booking, checked against each other (test/mail/reading/corpus). */
import { Doubt } from '../doubtful-bookings.ts'
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
 * Midnight at both ends, or at the only one, means days. In UTC, it may be a different time of day
 * at the location.
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

/**
 * Milliseconds from start to end, in whole days for days; undefined if it depends on the trip's
 * zone.
 */
function lengthOf(start: Moment, end: Moment): number | undefined {
  if (isDay(start) || isDay(end)) return daysBetween(start, end) * millisecondsOfDay
  const [from, to] = [instantOf(start), instantOf(end)]
  if (from !== undefined && to !== undefined) return to - from
  const areBothOfTheTrip = from === undefined && to === undefined
  return areBothOfTheTrip ? Date.parse(`${end.local}Z`) - Date.parse(`${start.local}Z`) : undefined
}

/** Throws a Doubt if the end precedes the start, or the span exceeds `maxDays`. */
function checkOrder({ start, end }: Span, maxDays: number, mayBeEmpty: boolean): void {
  if (end === undefined) return
  const [length, days] = [lengthOf(start, end), daysBetween(start, end)]
  const isBackwards = length !== undefined && (length < 0 || (!mayBeEmpty && length === 0))
  // Across the date line, arrival may be a day before departure.
  if (isBackwards || days < -1 || days > maxDays) {
    throw new Doubt('contradictory', spanInWords(start, end))
  }
}

/**
 * The span of a stay in days, times or both, counted in nights. Midnight at either end, or UTC
 * midnight at both, is not a time. Throws a Doubt for contradictions.
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
 * The span of a booking at a time of day; without an end that is just a day, or that follows a
 * start without a time. Throws a Doubt for contradictions, and for more than `maxDays`.
 */
export function timedSpan(stated: Span, maxDays: number, mayBeEmpty = false): Span {
  const span = withoutMidnights(stated)
  const { start, end } = span
  const isTimed = !isDay(start) && end !== undefined && !isDay(end)
  checkOrder(span, maxDays, mayBeEmpty || !isTimed)
  return isTimed ? span : { start, end: undefined }
}

/** The span of an event, at times or of whole days. Throws a Doubt for contradictions. */
export function eventSpan(stated: Span): Span {
  const { start, end } = stated.end === undefined ? withoutMidnights(stated) : stated
  const isDays = isDay(start)
  const span = { start, end: end && isDays ? wholeDay(end) : end }
  checkOrder(span, maxDaysOfEvent, true)
  return !isDays && end && isDay(end) ? { start, end: undefined } : span
}
