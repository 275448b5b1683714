/** Instants that clocks show, in milliseconds since 1970 (test/mail/times). */
import { IANAZone } from 'luxon'
import type { Moment } from './reservation.ts'

const asUtc = (local: string) => Date.parse(`${local}Z`)
const millisecondsOf = (minutes: number) => minutes * 60_000

/**
 * The instant at which the clocks of a zone show a local time with its seconds, in milliseconds:
 * the first one, where they show it twice; undefined where they left it out.
 */
export function instantIn(zone: string, local: string): number | undefined {
  const clocks = IANAZone.create(zone)
  const near = asUtc(local)
  // A day is further than any clock is from UTC, or than two changes of one lie apart.
  const offsets = [near - 86_400_000, near + 86_400_000].map((at) => clocks.offset(at))
  const instants = offsets
    .map((offset) => ({ offset, at: near - millisecondsOf(offset) }))
    .filter(({ offset, at }) => clocks.offset(at) === offset)
  return instants.length > 0 ? Math.min(...instants.map(({ at }) => at)) : undefined
}

/** Whether a moment is a whole day: it says no time. */
export const isDay = ({ local }: Moment) => !local.includes('T')

/**
 * The instant of a time, in milliseconds, as far as the message places it; its offset counts
 * before its zone. Undefined for a day, and for what only a trip can place.
 */
export function instantOf({ local, zone, offset }: Moment): number | undefined {
  if (!local.includes('T')) return undefined
  if (offset !== undefined) return asUtc(local) - millisecondsOf(offset)
  return zone === undefined ? undefined : instantIn(zone, local)
}
