/** Times of an event at its location, checked against the text of the event. */
import type { DateTime } from 'luxon'
import { Doubt } from '../doubts.ts'
import type { Moment } from '../reservation.ts'
import { localOf } from '../times/instants.ts'
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
  /** The zone of the location, where it is known. */
  here: string | undefined
  /** X-WR-TIMEZONE, in which the calendar is shown. */
  shown: string
  /** The zone that the calendar defines for no time but those that float. */
  defined?: string | undefined
  /** The country of the location, as its address ends with it. */
  country?: string | undefined
  clocks: Set<number>
  /** Of a cancellation, neither words nor times have to be right. */
  isCancelled?: boolean
}

/** Whether the text has the time of day that these clocks show. */
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
 * A floating time is that of the clocks at the location. The zone in which a calendar is shown, or
 * the one that it defines, may be meant instead: where they are not the same, none is certain.
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

/** The moment of a point, at its location. Throws a Doubt where it is ambiguous. */
export function momentOfPoint(point: Point, context: EventContext): Moment {
  if (point.form === 'day') return { local: localTime(point) }
  if (point.form === 'utc') return inUtc(point, context)
  return point.form === 'floating' ? floating(point, context) : momentOfTime(point.time)
}

/**
 * The same at a location that may be in another zone than the calendar states: the local time there
 * counts only if the text has it, and not the calendar's. Undefined where that is not certain.
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

/** Whether clocks at both locations show the same then. */
export const haveSameClocks = ({ time }: Point, one: string, other: string) =>
  time.setZone(one).offset === time.setZone(other).offset
