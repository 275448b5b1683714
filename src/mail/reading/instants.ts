/** Instants that clocks show, in milliseconds since 1970 (test/mail/times). */
import { IANAZone } from 'luxon'
import type { Moment } from './reservation.ts'

const asUtc = (local: string) => Date.parse(`${local}Z`)
const millisecondsOf = (minutes: number) => minutes * 60_000

const day = 86_400_000
/** More than any message has: each of its moments may be asked in each zone of a country. */
const mostKept = 20_000
const kept = new Map<string, readonly [number, number]>()
const zones = new Map<string, boolean>()

/** Whether it is the name of an IANA zone. */
export function isZone(name: string): boolean {
  const known = zones.get(name) ?? IANAZone.isValidZone(name)
  if (zones.size >= mostKept) zones.clear()
  // What is long is no zone, and nothing to keep.
  if (name.length <= 64) zones.set(name, known)
  return known
}

/** Minutes east of UTC at both ends of a day of UTC. */
function offsetsOf(zone: string, date: number): readonly [number, number] {
  const key = `${date} ${zone}`
  const clocks = IANAZone.create(zone)
  const offsets = kept.get(key) ?? [clocks.offset(date * day), clocks.offset((date + 1) * day)]
  if (kept.size >= mostKept) kept.clear()
  kept.set(key, offsets)
  return offsets
}

/** Minutes east of UTC in a zone, at an instant. */
export function offsetAt(zone: string, instant: number): number {
  // No clock is changed twice in a day.
  const [first, last] = offsetsOf(zone, Math.floor(instant / day))
  return first === last ? first : IANAZone.create(zone).offset(instant)
}

/**
 * The instant at which the clocks of a zone show a local time with its seconds, in milliseconds:
 * the first one, where they show it twice; undefined where they left it out.
 */
export function instantIn(zone: string, local: string): number | undefined {
  const near = asUtc(local)
  // A day is further than any clock is from UTC, or than two changes of one lie apart.
  const instants = [near - day, near + day]
    .map((at) => offsetAt(zone, at))
    .map((offset) => ({ offset, at: near - millisecondsOf(offset) }))
    .filter(({ offset, at }) => offsetAt(zone, at) === offset)
  return instants.length > 0 ? Math.min(...instants.map(({ at }) => at)) : undefined
}

/** Whether a moment is a whole day: it says no time. */
export const isDay = ({ local }: Moment) => !local.includes('T')

/** Whether a moment is the first of its day, which is how programs write a day. */
export const isMidnight = ({ local }: Moment) => local.endsWith('T00:00:00')

/**
 * The instant of a time, in milliseconds, as far as the message places it; its offset counts
 * before its zone. Undefined for a day, and for what only a trip can place.
 */
export function instantOf({ local, zone, offset }: Moment): number | undefined {
  if (!local.includes('T')) return undefined
  if (offset !== undefined) return asUtc(local) - millisecondsOf(offset)
  return zone === undefined ? undefined : instantIn(zone, local)
}
