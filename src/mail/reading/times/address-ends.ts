/** The country that ends an address on one line (test/mail/reading/times/places). */
import { words } from '../../../base/names.ts'
import { countryOf, eitherOf } from './countries.ts'
import { codeOfEnding, plainCountry } from './country-names.ts'
import { areaOfPostalCode, unknownArea } from './postal-areas.ts'
import { regionIn } from './regions.ts'
import { areaOfTown, isTownOfCode } from './towns.ts'

/** States and provinces whose codes end addresses without a country, and are countries' as well. */
const codesOfParts: readonly (readonly [country: string, codes: string])[] = [
  ['IT', 'AG AL AN AO AR AT AV BA BG BI BL BN BO BR BS BT BZ CA CH CL CN CO CR CU CZ FI FM FR GE'],
  ['IT', 'GR IM IS KR LC LI LT LU MC ME MN MO MS MT NA NO NU PA PE PG PN PR PT RE RO SA SI SO'],
  ['IT', 'SR SV TN TO TR TV VA VC VE VI'],
  ['IN', 'AS BR CH GA HR LA MH ML MN MP MZ NL PY SK TN TR TS'],
  ['CH', 'AG AI AR BE BL BS FR GE GL GR LU NE SG SO SZ TG'],
]

/** Regions whose codes end addresses: `Dover, DE`. */
const statesByCode = ['US', 'CA', 'AU', 'BR'] as const

/** `41001 Sevilla Spain`: a postal code, a town, a country. */
const postalLine = /^(?:[A-Z]{1,3}-)?\d{4,6}(?:-\d{3,4})? \p{L}/u
const streets = words(`
  av avda avenida avenue ave rua rue calle via viale plaza praca piazza place platz street st road
  rd lane drive blvd boulevard corso largo new hotel`).join('|')
/** What a country's name may belong to: `1200 Avenida Brasil`. */
const street = new RegExp(`(?:^| )(?:${streets})(?: |$)`)

/** Countries' names that others' regions or towns have, too, each with its areas. */
const sharedNames: ReadonlyMap<string, readonly string[]> = new Map([
  ['columbia', ['CO', 'US']],
  ['georgia', ['GE', 'US-GA']],
  ['guadalupe', ['ES', 'GP', 'MX', 'US']],
  ['montserrat', ['ES', 'MS']],
  ['salvador', ['BR-BA', 'SV']],
])

/** Countries' names that also end those of towns: `84700 Santorini Island`. */
const townsEnd = /^(?:belice|grecia|island)$/
/** What makes a country's name that of a town: `84084 West Jordan`. */
const townsBegin = /(?:^| )(?:north|south|east|west|upper|lower|mount|mt|lake|port|fort|little)$/

interface Ending {
  code: string
  /** The parts of the address before the country. */
  parts: readonly string[]
}

/** A town without the postal code before it. */
const withoutCode = (town: string) => town.replace(/^[\d-]+ /, '')

/** The area of a shared name by its town; if unknown, one that may be either. */
function ofSharedName(name: string, town: string): string | undefined {
  const areas = sharedNames.get(plainCountry(name))
  const known = areas?.find((area) => areaOfTown(area.slice(0, 2), withoutCode(town)) === area)
  return known ?? (areas && eitherOf(...areas))
}

/** A country at the end of a last line that begins with a postal code. */
function afterTown(last: string, before: readonly string[]): Ending | undefined {
  const words = last.split(/\s+/)
  if (!postalLine.test(last)) return undefined
  for (let from = Math.max(2, words.length - 4); from < words.length; from += 1) {
    const name = words.slice(from).join(' ')
    const town = words.slice(0, from).join(' ')
    const isOther = [street, townsBegin].some((other) => other.test(plainCountry(town)))
    const code = ofSharedName(name, town) ?? codeOfEnding(name)
    const isCountry = !isOther && !townsEnd.test(plainCountry(name))
    if (code && isCountry) return { code, parts: [...before, town] }
  }
  return undefined
}

/** The states and provinces of other countries, or these countries, that a code may mean. */
function partsNamed(code: string, place: string): string[] {
  const states = statesByCode.flatMap((country) => regionIn(country, [code]) ?? [])
  const listed = codesOfParts.flatMap(([country, codes]) =>
    codes.split(' ').includes(code) && country !== code ? [country] : [],
  )
  // A postal code before the town is of Italy or Switzerland, of all these.
  const [, digits] = /^(\d{4,6}) /.exec(place) ?? []
  if (digits === undefined) return [...states, ...listed].slice(0, 3)
  return listed.filter((country) => country === { 4: 'CH', 5: 'IT' }[digits.length])
}

/** `Madrid, ES`; where a state has the code too, an area that may be either. */
function ofCode(code: string, before: readonly string[]): string | undefined {
  const place = before.at(-1) ?? ''
  const others = partsNamed(code, place)
  const state = others.find((part) => areaOfTown(part.slice(0, 2), place) === part)
  if (state) return state
  // Outdated codes, such as of Yugoslavia, are now those of parts only.
  if (place === '' || countryOf(code) !== code) return undefined
  const area = areaIn(code, before)
  const isOpen = area === code && others.length > 0 && !isTownOfCode(code, withoutCode(place))
  return isOpen ? eitherOf(code, ...others) : area
}

/**
 * The country whose name ends an address, or its region if the region's code precedes it (`Reno, NV
 * 89501, USA`). Both if a state may be meant as well (`Dover, DE`, `Georgia`). Not if the name is
 * only in another language, and rather that of a town (`Granada`).
 */
export function countryIn(address: string): string | undefined {
  const all = address
    .slice(-200)
    .replace(/[\s.,;)）]+$/, '')
    .split(/[,;\n(（]/)
    .map((part) => part.trim())
  const line = all.at(-1)?.slice(-100) ?? ''
  const [, town = '', end = line] = /^(.+) [-–—] (.+)$/.exec(line) ?? []
  const before = [...all.slice(0, -1), ...(town ? [town] : [])].filter(Boolean)
  const isCode = /^[A-Z]{2}$/.test(end) && !/^(?:US|UK)$/.test(end)
  if (isCode) return ofCode(end, before)
  const code = ofSharedName(end, before.at(-1) ?? '') ?? codeOfEnding(end)
  const found = code ? { code, parts: before } : afterTown(end, before)
  const country = found && countryOf(found.code)
  return country && (regionIn(country, found.parts) ?? areaIn(country, found.parts))
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
