/** Countries as addresses name them, and their time zones. */
import countries from 'i18n-iso-countries'
import { folded } from '../compared-words.ts'
import { regionIn, regionOf, zonesOfRegion } from './regions.ts'

/** Parts that have codes of their own (ISO 3166-1), for which an address may name the whole. */
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

/** The code of every name of every country, in every language; '' for a name of two. */
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

/** The code of the region of a country where that is known; else the country as it is named. */
export const areaOf = (country: string, region: string): string =>
  regionOf(countryOf(country) ?? '', region) ?? country

/** The country of the code of a country or region. */
export const countryPart = (code: string) => code.slice(0, 2)

/**
 * The country with whose name in English a text of an address ends, or its region where the code of
 * that stands before it (`Reno, NV 89501, USA`). Codes at the end may be those of states
 * (`Dover, DE`), and names in other languages those of towns (`Granada`).
 */
export function countryIn(address: string): string | undefined {
  const parts = address.slice(-200).split(/[,\n]/)
  const last = plain(parts.at(-1)?.slice(-100) ?? '').replaceAll('.', '')
  const isShort = /^(uk|usa)$/.test(last)
  const named = isShort ? last.slice(0, 2) : countries.getAlpha2Code(last, 'en')
  if (named === undefined || states.includes(last)) return undefined
  const code = countryOf(named === 'uk' ? 'GB' : named)
  return code && (regionIn(code, parts.slice(0, -1)) ?? code)
}

/** By the same data as the clocks of the runtime. */
function zonesOfOne(code: string): readonly string[] {
  const region: Intl.Locale & { timeZones?: string[]; getTimeZones?: () => string[] } =
    new Intl.Locale('und', { region: code })
  // A getter on Node 20, a method later.
  return region.getTimeZones?.() ?? region.timeZones ?? []
}

/** No more than there are codes of two letters, and regions. */
const zonesByCode = new Map<string, readonly string[]>()

/** The IANA zones of a country by its code, with those of its overseas parts; or of a region. */
export function zonesOf(code: string): readonly string[] {
  const known = zonesOfRegion(code) ?? zonesByCode.get(code)
  const zones = known ?? [code, ...(partsOf[code] ?? [])].flatMap(zonesOfOne)
  zonesByCode.set(code, zones)
  return zones
}
