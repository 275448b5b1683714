/** Computes an end from a start and a duration (test/mail/reading/corpus). */
import { DateTime, FixedOffsetZone } from 'luxon'
import type { Moment } from '../reservation.ts'
import { instantOf, localOf } from './instants.ts'

/** Hours and minutes: a day is not always 24 hours. */
const exact = /^PT(?=\d)(?:(\d{1,2})H)?(?:(\d{1,3})M)?$/i

const minutesOf = (duration: unknown): number => {
  const [, hours = 0, minutes = 0] = exact.exec(String(duration).trim()) ?? []
  return Number(hours) * 60 + Number(minutes)
}

/**
 * The moment an ISO 8601 duration after the start, in the zone of the end; undefined if the
 * duration or the start is inexact. A local time in an unknown zone is inexact, because the clocks
 * may change in between.
 */
export function endAfter(start: Moment, duration: unknown, zone = start.zone): Moment | undefined {
  const minutes = minutesOf(duration)
  const instant = instantOf(start)
  if (minutes === 0 || instant === undefined) return undefined
  const there = DateTime.fromMillis(instant + minutes * 60_000, {
    zone: zone ?? FixedOffsetZone.instance(start.offset ?? 0),
  })
  return { local: localOf(there), zone, offset: there.offset }
}
