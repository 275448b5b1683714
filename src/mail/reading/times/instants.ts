/** Instants that clocks show, in milliseconds since 1970 (test/mail/times). */
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

/** The canonical name of a zone, as of `US/Eastern`. Throws for an unknown zone. */
export const canonical = (zone: string) => canonicalNames.memo(zone)

/**
 * Minutes east of UTC at both ends of a day of UTC, by day and zone. A message may ask
 * for each of its moments in every zone of a country.
 */
const offsets = new LRUCache<string, readonly [number, number]>({
  max: 20_000,
  memoMethod: (key) => {
    const [date = '', zone = ''] = key.split(' ')
    const clocks = IANAZone.create(zone)
    return [clocks.offset(Number(date) * day), clocks.offset((Number(date) + 1) * day)]
  },
})

/** Minutes east of UTC in a zone, at an instant. */
export function offsetAt(zone: string, instant: number): number {
  // No clock is changed twice in a day.
  const [first, last] = offsets.memo(`${Math.floor(instant / day)} ${zone}`)
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

/** The instant of a local time, or of the midnight of a day, so many minutes east of UTC. */
export const instantAt = (local: string, offset: number): number =>
  asUtc(local.includes('T') ? local : `${local}T00:00:00`) - millisecondsOf(offset)

/** The first instant of a day in a zone, also where its clocks skip midnight. */
export function beginningIn(zone: string, date: string): number {
  const midnight = asUtc(`${date}T00:00:00`)
  const before = () => midnight - millisecondsOf(offsetAt(zone, midnight - day))
  return instantIn(zone, `${date}T00:00:00`) ?? before()
}

/** The day that clocks show, so many minutes east of UTC. */
export const dayAt = (instant: number, offset: number): string =>
  new Date(instant + millisecondsOf(offset)).toISOString().split('T')[0] ?? ''

/** A time as a `Moment` has it. */
export const localOf = (time: DateTime) => time.toFormat("yyyy-MM-dd'T'HH:mm:ss")

/** Whether a moment is a whole day: it says no time. */
export const isDay = ({ local }: Moment) => !local.includes('T')

export const dayOf = ({ local }: Moment) => local.slice(0, 10)

/** The day so many days after another one. */
export const dayAfter = (date: string, days: number) =>
  new Date(Date.parse(date) + days * day).toISOString().slice(0, 10)

/** Whether a moment is the first of its day, which is how programs write a day. */
export const isMidnight = ({ local }: Moment) => local.endsWith('T00:00:00')

/**
 * The instant of a time, in milliseconds, as far as the message places it; its offset counts
 * before its zone. Undefined for a day, and for what only a trip can place.
 */
export function instantOf(moment: Moment): number | undefined {
  const { local, zone, offset } = moment
  if (isDay(moment)) return undefined
  if (offset !== undefined) return instantAt(local, offset)
  return zone === undefined ? undefined : instantIn(zone, local)
}
