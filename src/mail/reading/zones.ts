/** Time zones of places: of a point on earth, by exact boundaries, and of a country. */
import { find, setCache } from 'geo-tz/all'
import { IANAZone } from 'luxon'
import { countryCodeOf, withParts, zonesOfCode } from './countries.ts'

// A part of the map takes a few ms to read, but many together take hundreds of MiB: none is kept.
setCache({ store: { get: () => undefined, set: () => undefined } })

const day = 24 * 60 * 60 * 1000
const days = Array.from({ length: 5 * 366 }, (_, at) => at * day)

/** Whether clocks of both zones will show the same from now on, for as long as trips are planned. */
export function areAlike(one: string, other: string): boolean {
  if (one === other) return true
  const [here, there] = [IANAZone.create(one), IANAZone.create(other)]
  const now = Date.now() - 366 * day
  return days.every((later) => here.offset(now + later) === there.offset(now + later))
}

/**
 * The IANA zone of a point on earth. Undefined on the high seas, and where two zones that differ
 * are in use or claimed.
 */
export function zoneOf(latitude: number, longitude: number): string | undefined {
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  if (!isOnEarth) return undefined
  const [zone = '', ...others] = find(latitude, longitude)
  if (zone.startsWith('Etc/')) return undefined
  // Of a newer release than the time zones of the runtime, perhaps.
  if (![zone, ...others].every((name) => IANAZone.isValidZone(name))) return undefined
  return others.every((other) => areAlike(zone, other)) ? zone : undefined
}

/**
 * The zones of a country by its ISO 3166-1 code or its name, in any of the languages of mails, with
 * those of its overseas parts; undefined for a country that nobody knows.
 */
export function zonesOfCountry(country: string): readonly string[] | undefined {
  const code = countryCodeOf(country)
  return code === undefined ? undefined : withParts(code).flatMap(zonesOfCode)
}

/**
 * Whether a clock of `zone` shows what one of the country shows at that time (milliseconds since
 * 1970); true where the country is not known, which contradicts nothing.
 */
export function isInCountry(zone: string, country: string, time: number): boolean {
  const zones = zonesOfCountry(country)
  const offset = IANAZone.create(zone).offset(time)
  return !zones || zones.some((other) => IANAZone.create(other).offset(time) === offset)
}
