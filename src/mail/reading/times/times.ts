/** Times of bookings: read as written, never shifted (test/mail/times). */
import type { Moment } from '../reservation.ts'
import { zonesOf } from './countries.ts'
import { zoneWithOffset } from './country-clocks.ts'
import {
  beginningIn,
  canonical,
  dayAt,
  instantAt,
  instantIn,
  instantOf,
  isDay,
  isZone,
  offsetAt,
} from './instants.ts'

/** `Etc/GMT-2` for 120 minutes; zones of half hours have no such name. */
function zoneOfOffset(minutes: number): string {
  if (minutes % 60 !== 0) return ''
  if (minutes === 0) return 'UTC'
  return `Etc/GMT${minutes > 0 ? '-' : '+'}${Math.abs(minutes) / 60}`
}

/**
 * Whether a moment contradicts itself: an offset that its zone does not have then, or an hour that
 * the clocks of its zone skip. UTC does not contradict them: it is a notation for an instant.
 */
export function isContradictory(moment: Moment): boolean {
  const { zone, offset } = moment
  if (isDay(moment) || zone === undefined || offset === 0) return false
  const instant = instantOf(moment)
  if (instant === undefined) return true
  return offset !== undefined && offsetAt(zone, instant) !== offset
}

export interface Scheduled {
  /** ISO 8601 in UTC. */
  utc: string
  /** As stored: the zone of the location, else one that has the offset, else ''. */
  zone: string
  /** The calendar day there. */
  day: string
}

/**
 * The zone of the trip for what has none; none where it is not one of its country or region. Equal
 * clocks prove nothing: Lisbon has those of the Canaries, and most of Spain has others.
 */
function fallbackFor({ local, country }: Moment, tripZone: string): string | undefined {
  if (!isZone(tripZone)) return undefined
  if (country === undefined || !local.includes('T')) return tripZone
  return zonesOf(country).map(canonical).includes(canonical(tripZone)) ? tripZone : undefined
}

/**
 * A moment on the time line. Its own zone counts, then its own offset, then the zone of the trip.
 * A whole day begins at midnight. Undefined if the zone is unknown, or its clocks skip that time.
 */
export function scheduled(moment: Moment, tripZone: string): Scheduled | undefined {
  const { local, zone, offset, country } = moment
  const fallback = fallbackFor(moment, tripZone)
  if (offset !== undefined) {
    const instant = instantAt(local, offset)
    // UTC says when, and nothing of where: the trip does.
    const fits = fallback && (offset === 0 || offsetAt(fallback, instant) === offset)
    const own = zone ?? (fits ? fallback : zoneWithOffset(country, moment))
    if (own === undefined) return scheduledAt(instant, offset, zoneOfOffset(offset))
    return scheduledAt(instant, offsetAt(own, instant), own)
  }
  const own = zone ?? fallback
  if (own === undefined) return undefined
  const instant = isDay(moment) ? beginningIn(own, local) : instantIn(own, local)
  return instant === undefined ? undefined : scheduledAt(instant, offsetAt(own, instant), own)
}

function scheduledAt(instant: number, offset: number, zone: string): Scheduled {
  const utc = new Date(instant).toISOString().replace('.000Z', 'Z')
  return { utc, zone, day: dayAt(instant, offset) }
}
