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

/** Of zones whose clocks show the same, those that most people know. */
const wellKnown = [
  ...['New_York', 'Chicago', 'Denver', 'Los_Angeles', 'Anchorage', 'Toronto', 'Halifax'],
  ...['Sao_Paulo', 'Manaus', 'Mexico_City', 'Tijuana', 'Santiago', 'Buenos_Aires'],
  ...['Sydney', 'Adelaide', 'Perth', 'Auckland', 'Moscow', 'Yekaterinburg', 'Novosibirsk'],
  ...['Krasnoyarsk', 'Vladivostok', 'Jakarta', 'Makassar', 'Madrid', 'Lisbon', 'Paris'],
]
const fame = (zone: string) => {
  const at = wellKnown.indexOf(zone.slice(zone.lastIndexOf('/') + 1))
  return at === -1 ? wellKnown.length : at
}

/**
 * A zone in a country whose clocks show the moment, the best known of several: the time is right in
 * all of them. Undefined in none, and for UTC, which says nothing of where.
 */
export function zoneWithOffset(country: string | undefined, moment: Moment): string | undefined {
  const instant = instantOf(moment)
  if (country === undefined || instant === undefined || !moment.offset) return undefined
  // An area without zones is one that is not known, in a country that is.
  const zones = zonesOf(country).length > 0 ? zonesOf(country) : zonesOf(countryPart(country))
  const fitting = zones.filter((zone) => offsetAt(zone, instant) === moment.offset)
  return fitting.toSorted((one, other) => fame(one) - fame(other))[0]
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
