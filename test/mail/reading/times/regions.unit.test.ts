/** A local time in a region of one time zone has that zone, whatever that of the trip is. */
import { describe, expect, it } from 'vitest'
import { countryIn } from '../../../../src/mail/reading/times/address-ends.ts'
import { areaOf, zonesOf } from '../../../../src/mail/reading/times/countries.ts'
import { canonical, isZone } from '../../../../src/mail/reading/times/instants.ts'
import { zonesByRegion } from '../../../../src/mail/reading/times/region-zones.ts'
import { zonesAt } from '../../../../src/mail/reading/times/zones.ts'
import { townsOfRegions as towns } from './region-towns.ts'

const regionCodes = Object.entries(zonesByRegion).flatMap(([country, rows]) =>
  rows.flatMap(([, ...regions]) => regions.map((region) => `${country}-${region.split(' ', 1)}`)),
)

describe('17 Inbound mail: the zones of a region', () => {
  it('each has a town as an example', () => {
    expect(Object.keys(towns).sort()).toEqual(regionCodes.sort())
  })

  it.each(Object.keys(towns))('a traveller has a known time in %s', (region) => {
    const zones = zonesOf(region)
    expect(zones.filter((zone) => !isZone(zone))).toEqual([])
    const [latitude, longitude] = towns[region] ?? [0, 0]
    const [there = ''] = zonesAt(latitude, longitude)
    expect(zones.map(canonical)).toContain(canonical(there))
  })

  it.each([
    ['US', 'CA', 'US-CA'],
    ['USA', 'us-ca', 'US-CA'],
    ['United States', ' California ', 'US-CA'],
    ['US', 'D.C.', 'US-DC'],
    ['CA', 'Québec', 'CA-QC'],
    ['Canada', 'quebec', 'CA-QC'],
    ['BR', 'São Paulo', 'BR-SP'],
    ['MX', 'Q. Roo', 'MX-ROO'],
    ['CA', 'California', 'CA-?'],
    ['US', '', 'US'],
    ['US', '__proto__', 'US-?'],
    ['xUS-?', '', 'ZZ-?'],
    ['US-?x', '', 'ZZ-?'],
    ['constructor', 'CA', 'ZZ-?'],
    ['Netherlands (the)', '', 'NL'],
    ['Philippines (the)', '', 'PH'],
    ['Russian Federation (the)', '', 'RU'],
    ['Netherlands, The', '', 'NL'],
    ['Bahamas, The', '', 'BS'],
    ['Korea (South)', '', 'Korea (South)'],
    ['Korea (North)', '', 'Korea (North)'],
    ['Trinidad & Tobago', '', 'Trinidad & Tobago'],
    ['Canary Islands, Spain', '', 'ES-CN'],
    ['Spain (Canary Islands)', '', 'ES-CN'],
    ['Hawaii, USA', '', 'US-HI'],
    ['Hawaii, USA', 'HI', 'US-HI'],
    ['Hawaii, USA', 'CA', 'US-?'],
    ['Puerto Rico, USA', '', 'US-PR'],
    ['Georgia, USA', '', 'US-GA'],
    ['Hong Kong (China)', '', 'HK'],
    ['Washington, USA', '', 'ZZ-?'],
    ['CA, USA', '', 'ZZ-?'],
    ['Israel / Palestine', '', 'ZZ-?'],
    ['Spain / Portugal', '', 'ZZ-?'],
    ['Hawaii, Spain', '', 'ZZ-?'],
    ['Hawaii, California, USA', '', 'ZZ-?'],
    ['The', '', 'ZZ-?'],
    ['', 'CA', ''],
  ])('in %j, an address may name it %j', (country, region, area) => {
    expect(areaOf(country, { region })).toBe(area)
  })

  it.each([
    ['1 Gull Lane, San Francisco, CA 94102, USA', 'US-CA'],
    ['1 Gull Lane\nSan Francisco\nCA 94102-1234\nUnited States', 'US-CA'],
    ['1 Gull Lane, San Francisco, CA, 94102, USA', 'US-CA'],
    ['4 Pine Road, Toronto, ON M5V 2T6, Canada', 'CA:America/Toronto'],
    ['4 Pine Road, Toronto, ON, M5V 2T6, Canada', 'CA:America/Toronto'],
    ['9 Wattle Street, Melbourne VIC 3000, Australia', 'AU-VIC'],
    ['Rua do Sabiá, 12 - Centro, Manaus - AM, 69005-070, Brazil', 'BR:America/Manaus'],
    ['500 Quince Street NE, USA', 'US-?'],
    ['5 Elm Street, Washington, USA', 'US'],
    ['Perth, Australia', 'AU:Australia/Perth'],
    ['1200 Main Road, Cairns, Australia', 'AU:Australia/Brisbane'],
    ['1200 Main Road, Australia', 'AU-?'],
    ['10019 Pine Street, Springfield, USA', 'US'],
    ['12 Pine Street, Moab 84532, USA', 'US-UT'],
    ['75001 Paris, France', 'FR-MET'],
    ['12 Rue du Port, 97400 Saint-Denis, France', 'RE'],
    ['5 Elm Street, Springfield, ZZ 12345, USA', 'US-NY'],
    ['USA', 'US'],
    ['1 Elm Street, Springfield, IL, USA', 'US-IL'],
    ['1 Elm Street, Springfield, IL, 00000, USA', 'US-IL'],
    ['1 Elm Street, Springfield, IL  00000, USA', 'US-IL'],
    ['Rua do Sabiá, Centro - AM  - Brazil', 'BR-AM'],
    ['1 Gull Lane, San Francisco, CA 94102', 'US-CA'],
    ['84700 Santorini Island', undefined],
    ['Fira\n84600 Mykonos Island', undefined],
    ['Laugavegur 1, 101 Reykjavík, Island', 'IS'],
    ['Hringbraut 1, 10100 Reykjavík Iceland', 'IS'],
    ['30303 Atlanta Georgia', 'US-GA'],
    ['30901 Augusta Georgia', 'GE/US-GA'],
    ['6000 Batumi Georgia', 'GE/US-GA'],
    ['1 Peachtree Street, Atlanta, Georgia', 'US-GA'],
    ['1200 Avenida Georgia', undefined],
    ['20001 Washington District of Columbia', 'CO/US'],
    ['40010 Cidade Salvador', 'BR-BA/SV'],
    ['01101 San Salvador El Salvador', 'SV'],
    ['08199 Monestir de Montserrat', 'ES/MS'],
    ['Brades, Montserrat', 'ES/MS'],
    ['700000 Quận Mỹ', undefined],
    ['700000 Đường Nga', undefined],
    ['700000 Phố Úc', undefined],
    ['700000 Nhu Ý', undefined],
    ['Phố Mỹ, Nga', undefined],
    ['31032 Casale sul Sile', undefined],
    ['92018 Santa Margherita di Belice', undefined],
    ['84084 West Jordan', undefined],
    ['15228 Mount Lebanon', undefined],
    ['8001 Zürich Switzerland', 'CH'],
    ['90210 Beverly Hills USA', 'US-CA'],
    ['Basseterre, St. Kitts & Nevis', 'KN'],
    ['Sir Fred Schonell Drive, St. Lucia', undefined],
    ['Castries, Saint Lucia', 'LC'],
  ])('an address may end with it: %j', (address, area) => {
    expect(countryIn(address)).toBe(area)
  })
})
