/** Places the moments of bookings in time (test/mail/reading/times/times). */
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

/** `Etc/GMT-2` for 120 minutes; there are no such names for half hours. */
function zoneOfOffset(minutes: number): string {
  if (minutes % 60 !== 0) return ''
  if (minutes === 0) return 'UTC'
  return `Etc/GMT${minutes > 0 ? '-' : '+'}${Math.abs(minutes) / 60}`
}

/**
 * Whether a moment contradicts itself: its zone has a different offset then, or skips that hour.
 * UTC never contradicts a zone, as a notation for instants.
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
  /** The zone to store: that of the location, else one with the offset, else ''. */
  zone: string
  /** The local day. */
  day: string
}

/**
 * The trip's zone for a moment without one, unless it lies outside the moment's country or region.
 * Equal offsets do not suffice: Lisbon has the time of the Canaries, but not of most of Spain.
 */
function fallbackFor({ local, country }: Moment, tripZone: string): string | undefined {
  if (!isZone(tripZone)) return undefined
  if (country === undefined || !local.includes('T')) return tripZone
  return zonesOf(country).map(canonical).includes(canonical(tripZone)) ? tripZone : undefined
}

/**
 * The instant, zone and day of a moment, by its own zone, else its offset, else the trip's zone. A
 * whole day begins at midnight. Undefined if the zone is unknown, or skips that time.
 */
export function scheduled(moment: Moment, tripZone: string): Scheduled | undefined {
  const { local, zone, offset, country } = moment
  const fallback = fallbackFor(moment, tripZone)
  if (offset !== undefined) {
    const instant = instantAt(local, offset)
    // UTC does not determine the place, so the trip does.
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
