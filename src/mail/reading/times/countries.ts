/** Countries as addresses name them, and their time zones. */
import { plainText } from '../compared-words.ts'
import { codeOfCountry } from './country-names.ts'
import { areaOfPostalCode, unknownArea } from './postal-areas.ts'
import { regionOf, zonesOfRegion } from './regions.ts'
import { hasListedTowns, zonesOfTowns } from './town-zones.ts'
import { areaOfTown } from './towns.ts'

/** Parts with separate codes (ISO 3166-1), for which an address may name the whole country. */
export const partsOf: Readonly<Record<string, readonly string[]>> = {
  AU: ['CC', 'CX', 'NF'],
  CN: ['HK', 'MO', 'TW'],
  DK: ['FO', 'GL'],
  FI: ['AX'],
  FR: ['BL', 'GF', 'GP', 'MF', 'MQ', 'NC', 'PF', 'PM', 'RE', 'TF', 'WF', 'YT'],
  IL: ['PS'],
  NL: ['AW', 'BQ', 'CW', 'SX'],
  NO: ['SJ'],
  NZ: ['CK', 'NU', 'TK'],
  PS: ['IL'],
  US: ['AS', 'GU', 'MP', 'PR', 'UM', 'VI'],
}

/**
 * The ISO 3166-1 code of a country, by its code or its name in any language; the ISO 3166-2 code of
 * a region stays.
 */
export function countryOf(country: string): string | undefined {
  const given = country.trim()
  if (given.length > 100) return undefined
  const zone = zoneOfArea(given)
  if (zone !== undefined) return zonesOf(countryPart(given)).includes(zone) ? given : undefined
  const short = given.toUpperCase()
  if (zonesOfRegion(short) !== undefined) return short
  if (isEither(short)) return zonesOf(short).length > 0 ? short : undefined
  const code = codeOfCountry(given)
  return code !== undefined && zonesOf(code).length > 0 ? code : undefined
}

/** Names of parts that are missing in the lists of countries. */
const partNames: Readonly<Record<string, string>> = {
  ...{ guyane: 'GF', lareunion: 'RE', polynesie: 'PF', tahiti: 'PF', stmartin: 'MF' },
  ...{ bonaire: 'BQ', saba: 'BQ', sinteustatius: 'BQ', caribischnederland: 'BQ' },
  ...{ kalaallitnunaat: 'GL', føroyar: 'FO', færøerne: 'FO', grønland: 'GL' },
}

/** The part of a country with a separate code, by the name of a region. */
function partOf(country: string, region: string): string | undefined {
  const code = region === '' ? undefined : (partNames[plainText(region)] ?? countryOf(region))
  return code !== undefined && partsOf[country]?.includes(code) ? code : undefined
}

/** Whether two areas share a zone. */
export function mayBeOne(one: string, other: string): boolean {
  const zones = new Set(zonesOf(one))
  return zonesOf(other).some((zone) => zones.has(zone))
}

/** Whether two countries or areas, as addresses name them, may be one. */
export function mayBeSame(one: string, other: string): boolean {
  const [first, second] = [countryOf(one), countryOf(other)]
  return one === other || (!!first && !!second && mayBeOne(first, second))
}

/** Whether the zones of an area are a subset of those of another. */
const isWithin = (one: string, other: string): boolean =>
  zonesOf(one).every((zone) => zonesOf(other).includes(zone))

/** Countries whose regions are all known, so that an unknown name is ambiguous. */
const haveAllRegions: ReadonlySet<string> = new Set(['AU', 'BR', 'CA', 'ID', 'MX', 'US'])

/** What official names add: `Korea (Republic of)`. */
const ofState = /^\s*(?!.*democratic)(?:[a-z]+ ){0,2}(?:republic|states?|kingdom) of(?: the)?\s*$/i

/** The part of a country by a name that is not that of a town elsewhere in it, too. */
function narrower(country: string | undefined, name: string): string | undefined {
  if (country === undefined) return undefined
  const named = countryOf(name)
  if (named?.startsWith(`${country}-`)) return named
  const isName = name.length > 2 && plainText(name) !== 'washington'
  const code = isName ? (regionOf(country, name) ?? partOf(country, name)) : undefined
  // Of Israel and Palestine, neither is within the other.
  return code !== undefined && !partsOf[code]?.includes(country) ? code : undefined
}

/** The only country in a value such as `Germany (DE)`, or its part: `Hawaii, USA`. */
function onlyCountryIn(value: string): string | undefined {
  const parts = value.slice(0, 100).split(/[(),;|]| [-–/] /)
  const named = parts
    .map((part) => part.trim())
    .filter((part) => !/^(?:the)?$/i.test(part) && !ofState.test(part))
  const codes = named.map(countryOf)
  if (new Set(codes).size === 1) return codes[0]
  const [one = '', other = '', ...more] = named
  if (more.length > 0) return undefined
  const areas = [narrower(codes[0], other), narrower(codes[1], one)].filter(Boolean)
  return areas.length === 1 ? areas[0] : undefined
}

/** The area of a country that is known by its zone only: `US:America/Chicago`. */
export const areaOfZone = (country: string, zone: string) => `${country}:${zone}`
const zoneOfArea = (area: string) => /^[A-Z]{2}:([A-Z]\w+\/.+)$/.exec(area)?.[1]

/** An area as a reason names it. */
export const areaInWords = (area: string) =>
  zoneOfArea(area) === undefined && !area.endsWith('-?') ? area : countryPart(area)

/**
 * The area of a town in a country or region; the country or region if it has one zone, or if the
 * town's is unknown. Of a region, only in countries whose towns are listed by region.
 */
export function withTown(area: string, town: string): string {
  const zones = zonesOf(area)
  if (zones.length < 2 || isEither(area) || !hasListedTowns(area)) return area
  const [zone = '', ...others] = zonesOfTowns(area, town)
  return zones.includes(zone) && others.length === 0 ? areaOfZone(countryPart(area), zone) : area
}

/** Countries whose people live in several zones, so that a trip in one says little of a town. */
const areSpread: ReadonlySet<string> = new Set([...haveAllRegions, 'CD', 'RU'])

/** As `withTown`; unknown, so that no trip decides, if a town of such a country is not known. */
export function withNamedTown(country: string, town: string): string {
  const isKnown =
    plainText(town) === '' || !!regionOf(country, town) || zonesOfTowns(country, town).length > 0
  return isKnown || !areSpread.has(country) ? withTown(country, town) : unknownArea(country)
}

/** Parts of an address besides its country; '' if missing. */
interface InCountry {
  region: string
  postalCode?: string
  town?: string
}

/**
 * The code of the region or part of a country in which an address lies, by its region, postal code
 * or town; else the country as named. An area without zones if the address contradicts itself, or
 * has an unknown country, region or code: the trip must not decide for it.
 */
export function areaOf(country: string, { region, postalCode = '', town = '' }: InCountry): string {
  const code = countryOf(country) ?? onlyCountryIn(country)
  if (code === undefined) return country.trim() === '' ? '' : unknownArea('ZZ')
  const whole = code.slice(0, 2)
  if (code.includes('-') && !isEither(code)) {
    const inside = areaOf(whole, { region, postalCode, town })
    if (isWithin(inside, code)) return inside
    return mayBeOne(inside, code) ? code : unknownArea(whole)
  }
  const named = regionOf(code, region) ?? partOf(code, region)
  const posted = areaOfPostalCode(code, postalCode)
  if (named && posted && !mayBeOne(named, posted)) return unknownArea(code)
  const found = named ?? posted
  const known = areaOfTown(code, town) ?? partOf(code, town)
  if (found) {
    // A town may be more specific than its region; another town of the same name is ignored.
    const isRegion = found.includes('-') && hasListedTowns(found)
    const isInIt = known !== undefined && isWithin(known, found) && !isRegion
    return withTown(isInIt ? known : found, town)
  }
  if (region !== '' && haveAllRegions.has(code)) return unknownArea(code)
  const area = withNamedTown(known ?? code, town)
  return area === code && countryOf(country) ? country : area
}

/** The area that is one of several, as an address may mean either: `GE/US-GA`. */
export const eitherOf = (...areas: string[]) => areas.join('/')

export const isEither = (area: string) =>
  /^[A-Z]{2}(-[A-Z]{2,3})?(\/[A-Z]{2}(-[A-Z]{2,3})?){1,3}$/.test(area)

/** The country of the code of a country or region. */
export const countryPart = (code: string): string =>
  isEither(code) ? eitherOf(...code.split('/').map(countryPart)) : code.slice(0, 2)

/** Outdated names of zones in the runtime, with the current ones. */
const renamed: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Louisville': 'America/Kentucky/Louisville',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

/** From the same data as the runtime's time zones. */
function zonesOfOne(code: string): readonly string[] {
  // The runtime has none for Kosovo.
  if (code === 'XK') return ['Europe/Belgrade']
  const region: Intl.Locale & { timeZones?: string[]; getTimeZones?: () => string[] } =
    new Intl.Locale('und', { region: code })
  // A getter in Node 20, a method since.
  const zones = region.getTimeZones?.() ?? region.timeZones ?? []
  return zones.map((zone) => renamed[zone] ?? zone)
}

/** Bounded by the number of country codes and regions. */
const zonesByCode = new Map<string, readonly string[]>()

/** The IANA zones of a region, or of a country including its overseas parts, by code. */
export function zonesOf(code: string): readonly string[] {
  if (isEither(code)) return code.split('/').flatMap(zonesOf)
  const zone = zoneOfArea(code)
  if (zone !== undefined) return [zone]
  const known = zonesOfRegion(code) ?? zonesByCode.get(code)
  const zones = known ?? [code, ...(partsOf[code] ?? [])].flatMap(zonesOfOne)
  zonesByCode.set(code, zones)
  return zones
}
