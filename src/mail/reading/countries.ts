/** Countries by the names that addresses give them. */

/** Where addresses name the country that a part of it belongs to (ISO 3166-1: codes of their own). */
const partsByCountry: Readonly<Record<string, readonly string[]>> = {
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

/** Those of the mails that are read, and of their senders. */
const languages = [
  ...['en', 'ar', 'bg', 'ca', 'cs', 'da', 'de', 'el', 'es', 'et', 'fi', 'fr', 'he', 'hi', 'hr'],
  ...['hu', 'id', 'is', 'it', 'ja', 'ko', 'lt', 'lv', 'nb', 'nl', 'pl', 'pt', 'ro', 'ru', 'sk'],
  ...['sl', 'sr', 'sv', 'th', 'tr', 'uk', 'vi', 'zh-Hans', 'zh-Hant'],
]

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** The zones of an ISO 3166-1 code, by the same data as the runtime's clocks; empty if none. */
export function zonesOfCode(code: string): readonly string[] {
  const region: Intl.Locale & { timeZones?: string[]; getTimeZones?: () => string[] } =
    new Intl.Locale('und', { region: code })
  // A getter on Node 20, a method later.
  return region.getTimeZones?.() ?? region.timeZones ?? []
}

const plain = (name: string) => name.normalize('NFKC').toLowerCase().trim().replace(/^the /, '')

let codesByName: Map<string, string> | undefined

/** Every name of every country; '' for one that two countries have in different languages. */
function readNames(): Map<string, string> {
  const codes = letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => new Intl.Locale('und', { region: code }).region === code)
    .filter((code) => zonesOfCode(code).length > 0)
  const names = new Map<string, string>()
  for (const language of languages) {
    for (const style of ['long', 'short'] as const) {
      const display = new Intl.DisplayNames(language, { type: 'region', style })
      for (const code of codes) {
        const name = plain(display.of(code) ?? '')
        const known = names.get(name) ?? code
        names.set(name, known === code ? code : '')
      }
    }
  }
  return names
}

/** The ISO 3166-1 code of a country by its code or its name; undefined where nobody knows it. */
export function countryCodeOf(country: string): string | undefined {
  const given = country.trim()
  if (/^[A-Z]{2}$/i.test(given)) {
    const { region = '' } = new Intl.Locale('und', { region: given })
    return zonesOfCode(region).length > 0 ? region : undefined
  }
  if (given.length > 100) return undefined
  codesByName ??= readNames()
  return codesByName.get(plain(given)) || undefined
}

/** A country and the parts of it that have codes of their own. */
export const withParts = (code: string): readonly string[] => [
  code,
  ...(partsByCountry[code] ?? []),
]
