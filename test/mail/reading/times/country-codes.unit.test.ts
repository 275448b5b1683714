/** Inbound mail: a town before a code that a country and a state elsewhere share. */
import { describe, expect, it } from 'vitest'
import { countryIn } from '../../../../src/mail/reading/times/address-ends.ts'
import { zoneIn } from '../../../../src/mail/reading/times/country-clocks.ts'
import { areaOfTown, townsOfCodes } from '../../../../src/mail/reading/times/towns.ts'

const local = '2031-07-18T15:00:00'
const zoneOf = (address: string) => {
  const country = countryIn(address)
  return country === undefined ? undefined : zoneIn(country, { local })
}

describe('17 Inbound mail: a traveller to a town that is named with a two-letter code', () => {
  it.each([
    ['Lugano, CH', 'Europe/Zurich'],
    ['Bern, CH', 'Europe/Zurich'],
    ['Via Nassa 5, Lugano, CH', 'Europe/Zurich'],
    ['Zürich - CH', 'Europe/Zurich'],
    ['Berlin, DE', 'Europe/Berlin'],
    ['Frankfurt am Main, DE', 'Europe/Berlin'],
    ['München, DE', 'Europe/Berlin'],
    ['Athens, GR', 'Europe/Athens'],
    ['Helsinki, FI', 'Europe/Helsinki'],
    ['Istanbul, TR', 'Europe/Istanbul'],
    ['Stockholm, SE', 'Europe/Stockholm'],
    ['Marrakech, MA', 'Africa/Casablanca'],
    ['Buenos Aires, AR', 'America/Argentina/Buenos_Aires'],
    ['Bogotá, CO', 'America/Bogota'],
    ['Lima, PE', 'America/Lima'],
    ['Mumbai, IN', 'Asia/Kolkata'],
    ['Singapore, SG', 'Asia/Singapore'],
    ['Reykjavik, IS', 'Atlantic/Reykjavik'],
    ['Calgary, CA', 'America/Edmonton'],
    ['Los Angeles, CA', 'America/Los_Angeles'],
    ['Seattle, WA', 'America/Los_Angeles'],
    ['Denver, CO', 'America/Denver'],
    ['Boston, MA', 'America/New_York'],
    ['Salvador, BA', 'America/Bahia'],
    ['Perth, WA', 'Australia/Perth'],
    ['Toronto, CA', 'America/Toronto'],
    ['Fresno, CA', 'America/Los_Angeles'],
    ['Springfield, IL', 'America/Chicago'],
    ['Tel Aviv, IL', 'Asia/Jerusalem'],
    ['Boise, ID', 'America/Boise'],
    ['Jakarta, ID', 'Asia/Jakarta'],
    ['Houston, TX', 'America/Chicago'],
    ['El Paso, TX', 'America/Denver'],
    ['Portland, OR', 'America/Los_Angeles'],
    ['Ontario, OR', 'America/Boise'],
    ['Orlando, FL', 'America/New_York'],
    ['Pensacola, FL', 'America/Chicago'],
    ['Washington, DC', 'America/New_York'],
    ['San Juan, PR', 'America/Puerto_Rico'],
    ['Paris, FR', 'Europe/Paris'],
    ['Amsterdam, NL', 'Europe/Amsterdam'],
    ['Faro, PT', 'Europe/Lisbon'],
    ['Funchal, PT', 'Atlantic/Madeira'],
    ['Valencia, ES', 'Europe/Madrid'],
    ['Tulum, Quintana Roo, MX', 'America/Cancun'],
  ])('%s is in %s', (address, zone) => {
    expect(zoneOf(address)).toBe(zone)
  })

  it.each([
    'Wilmington, DE',
    'Dover, DE',
    'London, CA',
    'Athens, GA',
    'Georgetown, KY',
    'Lima, PA',
    'Naples, ME',
    'Berlin, CH',
    'Lanciano, CH',
    'Delhi, IN',
    'Firenze, FI',
    'Victoria, SC',
    'Cambridge, MA',
    'Salzburg, DE',
    'Milano, MI',
    'Oristano, OR',
  ])('%s, where it has several times or either may be meant, is a doubt', (address) => {
    expect(zoneOf(address)).toBeUndefined()
  })

  it('a town of such a code is listed in no state with that code', () => {
    const named = Object.entries(townsOfCodes).flatMap(([code, towns]) =>
      towns
        .split('|')
        .flatMap((town) =>
          ['US', 'CA', 'AU', 'BR', 'ID', 'MX', 'RU']
            .filter((country) => areaOfTown(country, town) === `${country}-${code}`)
            .map((country) => `${town}, ${code} of ${country}`),
        ),
    )
    expect(Object.keys(townsOfCodes).length).toBeGreaterThan(40)
    expect(named).toEqual([])
  })
})
