/** Countries of addresses, and what their clocks can show (test/mail/written-times). */
import { instantIn, instantOf, isDay, offsetAt } from './instants.ts'
import type { Moment } from './reservation.ts'

/** Countries whose name stands in addresses of places that have a code of their own. */
const territories: Readonly<Record<string, readonly string[]>> = {
  AU: ['CC', 'CX', 'NF'],
  CN: ['HK', 'MO', 'TW'],
  DK: ['FO', 'GL'],
  FR: ['BL', 'GF', 'GP', 'MF', 'MQ', 'NC', 'PF', 'PM', 'RE', 'TF', 'WF', 'YT'],
  GB: ['GG', 'IM', 'JE'],
  NL: ['AW', 'BQ', 'CW', 'SX'],
  NO: ['SJ'],
  NZ: ['CK', 'NU', 'TK'],
  US: ['AS', 'GU', 'MP', 'PR', 'UM', 'VI'],
}

/** Both names of what engines know of a region. */
interface ZonedLocale {
  getTimeZones?(): string[] | undefined
  timeZones?: string[]
}

const zonesOfOne = (code: string): readonly string[] => {
  const locale = new Intl.Locale(`und-${code}`) as ZonedLocale
  return locale.getTimeZones?.() ?? locale.timeZones ?? []
}

const known = new Map<string, readonly string[]>()

/** The IANA zones of a country and what belongs to it; none of an unknown code. */
function zonesOf(country: string): readonly string[] {
  const found = known.get(country) ?? [country, ...(territories[country] ?? [])].flatMap(zonesOfOne)
  known.set(country, found)
  return found
}

/** What the code is today: GB of UK. */
const currentCode = (code: string) => new Intl.Locale(`und-${code}`).region ?? ''

const languages = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pt']
let codes: Map<string, string> | undefined

/** Codes by names, in lower case. */
function codesByName(): Map<string, string> {
  if (codes) return codes
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const pairs = letters.flatMap((one) => letters.map((other) => `${one}${other}`))
  const real = pairs.filter((code) => currentCode(code) === code && zonesOf(code).length > 0)
  codes = new Map([['usa', 'US']])
  for (const language of languages) {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
    for (const code of real) {
      const name = names.of(code)?.toLowerCase()
      if (name !== undefined && !codes.has(name)) codes.set(name, code)
    }
  }
  return codes
}

/** The code of a country, by its code, or its name in a few languages; undefined if it is none. */
export function countryOf(name: string): string | undefined {
  const isCode = /^[a-z]{2}$/i.test(name)
  const code = isCode ? currentCode(name) : codesByName().get(name.toLowerCase())
  return code !== undefined && zonesOf(code).length > 0 ? code : undefined
}

/** The instants, in milliseconds, that a local time may be in a country, each with its zone. */
export function instantsIn(country: string, local: string): Map<number, string> {
  const found = new Map<number, string>()
  for (const zone of zonesOf(country)) {
    const instant = instantIn(zone, local)
    if (instant !== undefined && !found.has(instant)) found.set(instant, zone)
  }
  return found
}

/** The zone of a moment in a country, where all clocks there show the same at that time. */
export function zoneIn(country: string, moment: Moment): string | undefined {
  const { local, offset } = moment
  const noon = isDay(moment) ? `${local}T12:00:00` : local
  if (offset === undefined) {
    const [only, ...others] = instantsIn(country, noon).values()
    return others.length === 0 ? only : undefined
  }
  const instant = instantOf(moment) ?? 0
  const zones = zonesOf(country)
  const offsets = new Set(zones.map((zone) => offsetAt(zone, instant)))
  return offsets.size === 1 ? zones[0] : undefined
}

/** Whether no clock in a country shows what the clocks of the moment do. */
export function isElsewhere(country: string, moment: Moment): boolean {
  const { local, zone, offset } = moment
  // UTC is how an instant is written, wherever it is.
  if (zone === undefined ? !offset : zonesOf(country).includes(zone)) return false
  const instant = instantOf(isDay(moment) ? { ...moment, local: `${local}T12:00:00` } : moment)
  if (instant === undefined) return false
  const shown = zone === undefined ? offset : offsetAt(zone, instant)
  return !zonesOf(country).some((one) => offsetAt(one, instant) === shown)
}
