/** Times of an event at its location, checked against the text of the event. */
import type { DateTime } from 'luxon'
import { Doubt } from '../doubtful-bookings.ts'
import type { Moment } from '../reservation.ts'
import { isElsewhere } from '../times/country-clocks.ts'
import { localOf } from '../times/instants.ts'
import { momentInWords } from '../times/moment-in-words.ts'
import { inCountry } from '../times/moments.ts'
import { hourOf } from '../times/written-times.ts'
import { localTime, momentOfTime, type Point, timeIn } from './times.ts'

const clock = /(?<![\d:.])(\d{1,2})[:.h](\d{2})(?![\d:]|\.\d)(?: ?([ap])\.?m\b)?/gi

/** The times of day in a text, in minutes since midnight. */
export function clocksIn(words: string): Set<number> {
  const clocks = new Set<number>()
  for (const [, hour = '', minute, half] of words.matchAll(clock)) {
    clocks.add(hourOf(hour, half) * 60 + Number(minute))
  }
  return clocks
}

export interface EventContext {
  /** The zone of the location, if known. */
  here: string | undefined
  /** X-WR-TIMEZONE, the display zone of the calendar. */
  shown: string
  /** The zone that the calendar defines, if only floating times can mean it. */
  defined?: string | undefined
  /** The country or region of the location, from the end of its address. */
  country?: string | undefined
  clocks: Set<number>
  /** Whether the event is cancelled, so that words and times need not agree. */
  isCancelled?: boolean
}

/** Whether the text contains this time of day. */
export const hasTime = ({ clocks }: EventContext, { hour, minute }: DateTime) =>
  clocks.has(hour * 60 + minute)

/** UTC, unless the text gives the same digits as a local time. */
function inUtc({ time }: Point, context: EventContext): Moment {
  const there = context.here === undefined ? undefined : time.setZone(context.here)
  const isThere = there && (there.offset === 0 || hasTime(context, there))
  if (hasTime(context, time) && !isThere) {
    throw new Doubt('contradictory', `${localOf(time).slice(11, 16)} in the text and in UTC`)
  }
  return { local: localOf(time), zone: context.here, offset: 0 }
}

/**
 * A floating time is local to the location. The calendar's display zone, or the one that it
 * defines, may be meant instead: unless they agree, none is certain.
 */
function floating(point: Point, { here, shown, defined, country }: EventContext): Moment {
  const local = localTime(point)
  const known = here ?? defined
  if (known === undefined) {
    if (shown !== '') throw new Doubt('unknownZone', shown)
    return country === undefined ? { local } : inCountry({ local }, country)
  }
  const time = timeIn(known, local)
  const others = [shown, defined ?? ''].filter((zone) => zone !== '')
  if (others.some((zone) => timeIn(zone, local).offset !== time.offset)) {
    throw new Doubt('unknownZone', [known, ...others].join(' or '))
  }
  return momentOfTime(time)
}

/** The moment of a point at its location. Throws a Doubt if it is ambiguous. */
export function momentOfPoint(point: Point, context: EventContext): Moment {
  if (point.form === 'day') return { local: localTime(point) }
  if (point.form === 'utc') return inUtc(point, context)
  return point.form === 'floating' ? floating(point, context) : momentOfTime(point.time)
}

/**
 * The same for a location that may be in a different zone than the calendar's: the local time there
 * counts only if the text contains it, and not the calendar's time. Undefined if uncertain.
 */
export function momentThere(
  point: Point,
  context: EventContext & { here: string },
): Moment | undefined {
  if (point.form !== 'zoned') return momentOfPoint(point, context)
  const there = point.time.setZone(context.here)
  const isSame = there.offset === point.time.offset
  const isInText = hasTime(context, there) && !hasTime(context, point.time)
  return isSame || isInText ? momentOfTime(there) : undefined
}

/**
 * The moment of a point at its location, in the zone there, for what takes place at one location.
 * Throws a Doubt if the text rather has the calendar's time of day, as a program that mistakes the
 * zone writes the digits of the location, or if the location may not have the calendar's time.
 */
export function momentAtPlace(
  point: Point,
  context: EventContext,
  isUsual?: (time: DateTime) => boolean,
): Moment {
  const { here, country, isCancelled } = context
  const moment = momentOfPoint(point, context)
  if (point.form !== 'zoned') return moment
  if (here === undefined) {
    if (country === undefined || isCancelled || !isElsewhere(country, moment)) return moment
    throw new Doubt('unknownZone', `${momentInWords(moment)}, no time at its location`)
  }
  const there = point.time.setZone(here)
  const isSame = there.offset === point.time.offset
  const isInText = hasTime(context, there)
  const isLikely = isInText || !isUsual || (isUsual(there) && !isUsual(point.time))
  if (isSame || isCancelled || (isLikely && !hasTime(context, point.time))) {
    return momentOfTime(there)
  }
  throw new Doubt('unknownZone', `${momentInWords(moment)} or ${here}`)
}

/** Whether both zones have the same local time at that moment. */
export const haveSameClocks = ({ time }: Point, one: string, other: string) =>
  time.setZone(one).offset === time.setZone(other).offset
