/** What the clocks of a country, or of a region of it, can show (test/mail/written-times). */

import type { Moment } from '../reservation.ts'
import { countryPart, zonesOf } from './countries.ts'
import { instantIn, instantOf, isDay, offsetAt } from './instants.ts'

/** The instants, in milliseconds, that a local time may be in a country, each with its zone. */
function instantsIn(country: string, local: string): Map<number, string> {
  const found = new Map<number, string>()
  for (const zone of zonesOf(country)) {
    const instant = instantIn(zone, local)
    if (instant !== undefined && !found.has(instant)) found.set(instant, zone)
  }
  return found
}

/** The zone of a moment in a country, where all clocks there show the same at that time. */
export function zoneIn(country: string, moment: Moment): string | undefined {
  const { local, offset } = moment
  const noon = isDay(moment) ? `${local}T12:00:00` : local
  if (offset === undefined) {
    const [only, ...others] = instantsIn(country, noon).values()
    return others.length === 0 ? only : undefined
  }
  const instant = instantOf(moment) ?? 0
  const zones = zonesOf(country)
  const offsets = new Set(zones.map((zone) => offsetAt(zone, instant)))
  // An offset of another region says nothing about this one.
  const fits = offset === 0 || offsets.has(offset)
  return fits && offsets.size === 1 ? zones[0] : undefined
}

/**
 * Whether no clock in a country shows what the clocks of the moment do; of a region, in the whole
 * country: a town may keep the time of the next region.
 */
export function isElsewhere(area: string, moment: Moment): boolean {
  const country = countryPart(area)
  const { local, zone, offset } = moment
  // UTC is how an instant is written, wherever it is.
  if (zone === undefined ? !offset : zonesOf(country).includes(zone)) return false
  const instant = instantOf(isDay(moment) ? { ...moment, local: `${local}T12:00:00` } : moment)
  if (instant === undefined) return false
  const shown = zone === undefined ? offset : offsetAt(zone, instant)
  return !zonesOf(country).some((one) => offsetAt(one, instant) === shown)
}
