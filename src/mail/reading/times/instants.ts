/** Converts local times to instants, in milliseconds since 1970 (test/mail/reading/times/times). */
import { LRUCache } from 'lru-cache'
import { type DateTime, IANAZone } from 'luxon'
import type { Moment } from '../reservation.ts'

const asUtc = (local: string) => Date.parse(`${local}Z`)
const millisecondsOf = (minutes: number) => minutes * 60_000

const day = 86_400_000
const maxZoneLength = 64

/** By name. */
const zones = new LRUCache<string, boolean>({ max: 2_000, memoMethod: IANAZone.isValidZone })

/** Whether it is the name of an IANA zone. */
export const isZone = (name: string) => name.length <= maxZoneLength && zones.memo(name)

const canonicalNames = new LRUCache<string, string>({
  max: 2_000,
  memoMethod: (timeZone) => new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone,
})

/** The canonical name of a zone such as `US/Eastern`. Throws for an unknown zone. */
export const canonical = (zone: string) => canonicalNames.memo(zone)

/**
 * Minutes east of UTC at the start and end of a UTC day, by day and zone. Cached, because a message
 * may need every moment in every zone of a country.
 */
const offsets = new LRUCache<string, readonly [number, number], { date: number; zone: string }>({
  max: 20_000,
  memoMethod: (_key, _stale, { context: { date, zone } }) => {
    const clocks = IANAZone.create(zone)
    return [clocks.offset(date * day), clocks.offset((date + 1) * day)]
  },
})

/** The offset of a zone at an instant, in minutes east of UTC. */
export function offsetAt(zone: string, instant: number): number {
  const date = Math.floor(instant / day)
  // Offsets change at most once a day.
  const [first, last] = offsets.memo(`${date} ${zone}`, { context: { date, zone } })
  return first === last ? first : IANAZone.create(zone).offset(instant)
}

/**
 * The instant of a local time (with seconds) in a zone: the first one if it occurs twice, undefined
 * if it is skipped.
 */
export function instantIn(zone: string, local: string): number | undefined {
  const near = asUtc(local)
  // A day is more than any offset, and less than the time between two changes.
  const instants = [near - day, near + day]
    .map((at) => offsetAt(zone, at))
    .map((offset) => ({ offset, at: near - millisecondsOf(offset) }))
    .filter(({ offset, at }) => offsetAt(zone, at) === offset)
  return instants.length > 0 ? Math.min(...instants.map(({ at }) => at)) : undefined
}

/** The instant of a local time, or of a day's midnight, at an offset in minutes east of UTC. */
export const instantAt = (local: string, offset: number): number =>
  asUtc(local.includes('T') ? local : `${local}T00:00:00`) - millisecondsOf(offset)

/** The first instant of a day in a zone, even if midnight is skipped. */
export function beginningIn(zone: string, date: string): number {
  const midnight = asUtc(`${date}T00:00:00`)
  const before = () => midnight - millisecondsOf(offsetAt(zone, midnight - day))
  return instantIn(zone, `${date}T00:00:00`) ?? before()
}

/** The local day of an instant, at an offset in minutes east of UTC. */
export const dayAt = (instant: number, offset: number): string =>
  new Date(instant + millisecondsOf(offset)).toISOString().replace(/T.*/, '')

/** The local time in the format of `Moment`. */
export const localOf = (time: DateTime) => time.toFormat("yyyy-MM-dd'T'HH:mm:ss")

/** Whether a moment is a whole day. */
export const isDay = ({ local }: Moment) => !local.includes('T')

export const dayOf = ({ local }: Moment) => local.slice(0, 10)

/** The date `days` after another one. */
export const dayAfter = (date: string, days: number) =>
  new Date(Date.parse(date) + days * day).toISOString().slice(0, 10)

/** Whether a moment is midnight, by which some programs mean the day. */
export const isMidnight = ({ local }: Moment) => local.endsWith('T00:00:00')

/**
 * The instant of a time in milliseconds, by its offset, else its zone. Undefined for a day, and for
 * a time that depends on the trip's zone.
 */
export function instantOf(moment: Moment): number | undefined {
  const { local, zone, offset } = moment
  if (isDay(moment)) return undefined
  if (offset !== undefined) return instantAt(local, offset)
  return zone === undefined ? undefined : instantIn(zone, local)
}
