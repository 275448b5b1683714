/** The possible local times in a country or region (test/mail/reading/times/written-times). */

import { words } from '../../../base/names.ts'
import type { Moment } from '../reservation.ts'
import { countryPart, isEither, zonesOf } from './countries.ts'
import { instantIn, instantOf, isDay, offsetAt } from './instants.ts'

/** The best-known zones, preferred among equivalent ones. */
const wellKnown = words(`
  New_York Chicago Denver Los_Angeles Anchorage Toronto Halifax Sao_Paulo Manaus Mexico_City
  Tijuana Santiago Buenos_Aires Sydney Adelaide Perth Auckland Moscow Yekaterinburg Novosibirsk
  Krasnoyarsk Vladivostok Jakarta Makassar Madrid Lisbon Paris`)
const fame = (zone: string) => {
  const at = wellKnown.indexOf(zone.slice(zone.lastIndexOf('/') + 1))
  return at === -1 ? wellKnown.length : at
}
const byFame = (zones: readonly string[]) => zones.toSorted((one, other) => fame(one) - fame(other))

/** The possible instants of a local time in a country, in milliseconds, each with its zone. */
function instantsIn(country: string, local: string): Map<number, string> {
  const found = new Map<number, string>()
  for (const zone of byFame(zonesOf(country))) {
    const instant = instantIn(zone, local)
    if (instant !== undefined && !found.has(instant)) found.set(instant, zone)
  }
  return found
}

/** The zone of a moment in a country, if the whole country has the same local time then. */
export function zoneIn(country: string, moment: Moment): string | undefined {
  const { local, offset } = moment
  const noon = isDay(moment) ? `${local}T12:00:00` : local
  if (offset === undefined) {
    // In an area that may be either, the zone that skips that hour may be the right one.
    const isSkipped = (zone: string) => instantIn(zone, noon) === undefined
    if (isEither(country) && zonesOf(country).some(isSkipped)) return undefined
    const [only, ...others] = instantsIn(country, noon).values()
    return others.length === 0 ? only : undefined
  }
  const instant = instantOf(moment) ?? 0
  const zones = zonesOf(country)
  const offsets = new Set(zones.map((zone) => offsetAt(zone, instant)))
  // Ignores an offset of another region.
  const fits = offset === 0 || offsets.has(offset)
  return fits && offsets.size === 1 ? zones[0] : undefined
}

/**
 * A zone in a country that fits the moment, the best known of several, as the time is right in all
 * of them. Undefined if none fits, and for UTC, which may be anywhere.
 */
export function zoneWithOffset(country: string | undefined, moment: Moment): string | undefined {
  const instant = instantOf(moment)
  if (country === undefined || instant === undefined || !moment.offset) return undefined
  // An area without zones is an unknown part of a known country.
  const zones = zonesOf(country).length > 0 ? zonesOf(country) : zonesOf(countryPart(country))
  const fitting = zones.filter((zone) => offsetAt(zone, instant) === moment.offset)
  return byFame(fitting)[0]
}

/**
 * Whether the moment fits no zone in the country; for a region, in its whole country, as a town may
 * keep the time of the neighbouring region.
 */
export function isElsewhere(area: string, moment: Moment): boolean {
  const country = countryPart(area)
  const { local, zone, offset } = moment
  // An unknown country may be anywhere.
  if (zonesOf(country).length === 0) return false
  // UTC fits everywhere, as a notation for instants.
  if (zone === undefined ? !offset : zonesOf(country).includes(zone)) return false
  const instant = instantOf(isDay(moment) ? { ...moment, local: `${local}T12:00:00` } : moment)
  if (instant === undefined) return false
  const shown = zone === undefined ? offset : offsetAt(zone, instant)
  return !zonesOf(country).some((one) => offsetAt(one, instant) === shown)
}
