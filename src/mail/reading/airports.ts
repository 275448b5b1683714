/** Airports by IATA code, from the open data set of `airport-data-js` (OurAirports, CC BY 4.0). */
import airports from 'airport-data-js'

export interface Airport {
  code: string
  name: string
  zone: string
  latitude: number
  longitude: number
}

/** The airport of a code; undefined if no airport, or more than one, has it. */
export async function airportOf(code: string): Promise<Airport | undefined> {
  if (!/^[A-Z]{3}$/.test(code)) return undefined
  // It throws for a code that no one has.
  const found = await airports.getAirportByIata(code).catch(() => [])
  const [airport, ...others] = found.filter(({ type }) => type !== 'closed')
  if (!airport?.time || others.length > 0) return undefined
  const { airport: name, time: zone, latitude, longitude } = airport
  return { code, name, zone, latitude, longitude }
}
