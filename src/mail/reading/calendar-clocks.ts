/** Times of an event at its location, checked against the event's own words. */
import type { DateTime } from 'luxon'
import { localTime, momentIn, type Point, timeIn } from './calendar-times.ts'
import { Doubt } from './doubts.ts'
import { localOf } from './instants.ts'
import type { Moment } from './reservation.ts'
import { hourOf } from './written-times.ts'

const clock = /(?<![\d:.])(\d{1,2})[:.h](\d{2})(?![\d:]|\.\d)(?: ?([ap])\.?m\b)?/gi

/** The times of day that words tell, in minutes since midnight. */
export function clocksIn(words: string): Set<number> {
  const clocks = new Set<number>()
  for (const [, hour = '', minute, half] of words.matchAll(clock)) {
    clocks.add(hourOf(hour, half) * 60 + Number(minute))
  }
  return clocks
}

export interface Context {
  /** The zone of the location, where it is known. */
  here: string | undefined
  /** X-WR-TIMEZONE, in which the calendar is shown. */
  shown: string
  clocks: Set<number>
}

export const tells = ({ clocks }: Context, { hour, minute }: DateTime) =>
  clocks.has(hour * 60 + minute)

/** UTC, unless the words tell its digits as the time of a clock at the location. */
function inUtc({ time }: Point, told: Context): Moment {
  const there = told.here === undefined ? undefined : time.setZone(told.here)
  const isThere = there && (there.offset === 0 || tells(told, there))
  if (tells(told, time) && !isThere) throw new Doubt('contradictory')
  return { local: localOf(time), zone: told.here, offset: 0 }
}

/**
 * A floating time is that of the clocks at the location. The zone in which a calendar is shown may
 * be meant instead: where both are not the same, none is certain.
 */
function floating(point: Point, { here, shown }: Context): Moment {
  const local = localTime(point)
  if (here === undefined) {
    if (shown !== '') throw new Doubt('unknownZone')
    return { local }
  }
  const time = timeIn(here, local)
  if (shown !== '' && timeIn(shown, local).offset !== time.offset) throw new Doubt('unknownZone')
  return momentIn(time)
}

/** The moment that a point is, at its location. Throws a Doubt where it may be another. */
export function momentOfPoint(point: Point, told: Context): Moment {
  if (point.form === 'day') return { local: localTime(point) }
  if (point.form === 'utc') return inUtc(point, told)
  return point.form === 'floating' ? floating(point, told) : momentIn(point.time)
}

/**
 * The same at a location that has other clocks than the calendar tells: its own time counts only
 * where the words tell it, and not the calendar's. Undefined where that is not certain.
 */
export function momentThere(point: Point, told: Context & { here: string }): Moment | undefined {
  if (point.form !== 'zoned') return momentOfPoint(point, told)
  const there = point.time.setZone(told.here)
  const isSame = there.offset === point.time.offset
  const isTold = tells(told, there) && !tells(told, point.time)
  return isSame || isTold ? momentIn(there) : undefined
}

/** Whether clocks at both locations show the same then. */
export const haveSameClocks = ({ time }: Point, one: string, other: string) =>
  time.setZone(one).offset === time.setZone(other).offset
