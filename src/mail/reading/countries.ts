/** Countries as addresses name them, and their time zones. */
import countries from 'i18n-iso-countries'

/** Parts that have codes of their own (ISO 3166-1), for which an address may name the whole. */
const partsOf: Readonly<Record<string, readonly string[]>> = {
  AU: ['CC', 'CX', 'NF'],
  CN: ['HK', 'MO', 'TW'],
  DK: ['FO', 'GL'],
  FI: ['AX'],
  FR: ['BL', 'GF', 'GP', 'MF', 'MQ', 'NC', 'PF', 'PM', 'RE', 'TF', 'WF', 'YT'],
  GB: [
    ...['AI', 'BM', 'FK', 'GG', 'GI', 'GS', 'IM', 'IO', 'JE', 'KY', 'MS', 'PN', 'SH'],
    ...['TC', 'VG'],
  ],
  IL: ['PS'],
  NL: ['AW', 'BQ', 'CW', 'SX'],
  NO: ['SJ'],
  NZ: ['CK', 'NU', 'TK'],
  PS: ['IL'],
  US: ['AS', 'GU', 'MP', 'PR', 'UM', 'VI'],
}

const plain = (name: string) =>
  name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim().replace(/^the /, '')

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

let codes: ReadonlyMap<string, string> | undefined

function codeOf(country: string): string {
  const given = country.trim()
  if (given.length > 100) return ''
  const short = given.toUpperCase()
  if (/^[A-Z]{2}$/.test(short)) return new Intl.Locale('und', { region: short }).region ?? ''
  codes ??= readNames()
  return countries.alpha3ToAlpha2(short) ?? codes.get(plain(given)) ?? ''
}

/** By the same data as the clocks of the runtime. */
function zonesOf(code: string): readonly string[] {
  const region: Intl.Locale & { timeZones?: string[]; getTimeZones?: () => string[] } =
    new Intl.Locale('und', { region: code })
  // A getter on Node 20, a method later.
  return region.getTimeZones?.() ?? region.timeZones ?? []
}

const zonesByCode = new Map<string, readonly string[]>()

/**
 * The IANA zones of a country by its ISO 3166-1 code, of two or three letters, or by its name in
 * any language, with those of its overseas parts; undefined where the country is not known.
 */
export function zonesOfCountry(country: string): readonly string[] | undefined {
  const code = codeOf(country)
  if (code === '') return undefined
  const zones = zonesByCode.get(code) ?? [code, ...(partsOf[code] ?? [])].flatMap(zonesOf)
  zonesByCode.set(code, zones)
  return zones.length > 0 ? zones : undefined
}
