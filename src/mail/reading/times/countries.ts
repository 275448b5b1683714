/** Countries as addresses name them, and their time zones. */
import countries from 'i18n-iso-countries'
import { LRUCache } from 'lru-cache'
import { folded, plainText } from '../compared-words.ts'
import { areaOfPostalCode, unknownArea } from './postal-areas.ts'
import { regionIn, regionOf, zonesOfRegion } from './regions.ts'
import { areaOfTown } from './towns.ts'

/** Parts with separate codes (ISO 3166-1), for which an address may name the whole country. */
const partsOf: Readonly<Record<string, readonly string[]>> = {
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

const plain = (name: string) => folded(name).trim().replace(/^the /, '')

/** The codes of all names of countries, in all languages; '' for an ambiguous name. */
function readNames(): ReadonlyMap<string, string> {
  const codes = new Map<string, string>()
  for (const language of countries.getSupportedLanguages()) {
    for (const [code, names] of Object.entries(countries.getNames(language, { select: 'all' }))) {
      for (const name of names.map(plain)) {
        codes.set(name, (codes.get(name) ?? code) === code ? code : '')
      }
    }
  }
  return codes
}

let codesByName: ReadonlyMap<string, string> | undefined

/**
 * The ISO 3166-1 code of a country, by its code or its name in any language; the ISO 3166-2 code of
 * a region stays.
 */
export function countryOf(country: string): string | undefined {
  const given = country.trim()
  if (given.length > 100) return undefined
  const short = given.toUpperCase()
  if (zonesOfRegion(short) !== undefined) return short
  codesByName ??= readNames()
  const code = /^[A-Z]{2}$/.test(short)
    ? (new Intl.Locale('und', { region: short }).region ?? '')
    : (countries.alpha3ToAlpha2(short) ?? codesByName.get(plain(given)) ?? '')
  return code !== '' && zonesOf(code).length > 0 ? code : undefined
}

/** A state of the USA, too. */
const states = ['georgia']

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
function mayBeOne(one: string, other: string): boolean {
  const zones = new Set(zonesOf(one))
  return zonesOf(other).some((zone) => zones.has(zone))
}

/** Whether the zones of an area are a subset of those of another. */
const isWithin = (one: string, other: string): boolean =>
  zonesOf(one).every((zone) => zonesOf(other).includes(zone))

/** Countries whose regions are all known, so that an unknown name is ambiguous. */
const haveAllRegions: ReadonlySet<string> = new Set(['AU', 'BR', 'CA', 'ID', 'MX', 'US'])

/** Parts of an address besides its country; '' if missing. */
export interface InCountry {
  region: string
  postalCode?: string
  town?: string
}

/**
 * The code of the region or part of a country in which an address lies, by its region, postal code
 * or town; else the country as named. An area without zones if the address contradicts itself, or
 * has an unknown region or code.
 */
export function areaOf(country: string, { region, postalCode = '', town = '' }: InCountry): string {
  const code = countryOf(country)
  if (code === undefined) return country
  const named = regionOf(code, region) ?? partOf(code, region)
  const posted = areaOfPostalCode(code, postalCode)
  if (named && posted && !mayBeOne(named, posted)) return unknownArea(code)
  const found = named ?? posted
  const known = areaOfTown(code, town) ?? partOf(code, town)
  // A town may be more specific than its region; another town of the same name is ignored.
  if (found) return known && isWithin(known, found) ? known : found
  if (region !== '' && haveAllRegions.has(code)) return unknownArea(code)
  return known ?? country
}

/** The country of the code of a country or region. */
export const countryPart = (code: string) => code.slice(0, 2)

/** Codes by the names of countries in English; '' for anything else, of which all are compared. */
const codesInEnglish = new LRUCache<string, string>({
  max: 1_000,
  memoMethod: (name) => countries.getAlpha2Code(name, 'en') ?? '',
})

/**
 * The country whose English name ends an address, or its region if the region's code precedes it
 * (`Reno, NV 89501, USA`). Not by codes at the end, which may be of states (`Dover, DE`), or names
 * in other languages, which may be of towns (`Granada`).
 */
export function countryIn(address: string): string | undefined {
  const parts = address.slice(-200).split(/[,\n]/)
  const last = plain(parts.at(-1)?.slice(-100) ?? '').replaceAll('.', '')
  const isShort = /^(uk|usa)$/.test(last)
  const named = isShort ? last.slice(0, 2) : codesInEnglish.memo(last)
  if (named === '' || states.includes(last)) return undefined
  const code = countryOf(named === 'uk' ? 'GB' : named)
  return code && (regionIn(code, parts.slice(0, -1)) ?? areaIn(code, parts.slice(0, -1)))
}

/** Countries where postal codes follow the town; elsewhere, they precede it. */
const codesFollow: ReadonlySet<string> = new Set(['AU', 'BR', 'CA', 'US'])

/** The area of an address, by postal code or town; `parts` are without the country. */
function areaIn(country: string, parts: readonly string[]): string {
  const posted = (text: string) => {
    const area = areaOfPostalCode(country, text)
    return area === unknownArea(country) ? undefined : area
  }
  const texts = parts.map((part) => part.trim()).filter(Boolean)
  const apart = posted(texts.at(-1) ?? '')
  const place = texts.at(apart === undefined ? -1 : -2) ?? ''
  const code = codesFollow.has(country) ? / ([A-Z]\d[A-Z] ?\d[A-Z]\d|[\d-]+)$/ : /^([\d-]+) /
  const [, beside = ''] = code.exec(place) ?? []
  // In a single part, it may be a house number.
  const found = apart ?? (texts.length > 1 ? posted(beside) : undefined)
  return found ?? areaOfTown(country, place.replace(beside, '').trim()) ?? country
}

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
  const known = zonesOfRegion(code) ?? zonesByCode.get(code)
  const zones = known ?? [code, ...(partsOf[code] ?? [])].flatMap(zonesOfOne)
  zonesByCode.set(code, zones)
  return zones
}
