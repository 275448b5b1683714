/** The country that ends an address on one line (test/mail/places). */
import { countryOf, eitherOf } from './countries.ts'
import { codeOfEnding, plainCountry } from './country-names.ts'
import { areaOfPostalCode, unknownArea } from './postal-areas.ts'
import { regionIn } from './regions.ts'
import { areaOfTown } from './towns.ts'

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
const streets = [
  ...['av', 'avda', 'avenida', 'avenue', 'ave', 'rua', 'rue', 'calle', 'via', 'viale', 'plaza'],
  ...['praca', 'piazza', 'place', 'platz', 'street', 'st', 'road', 'rd', 'lane', 'drive', 'blvd'],
  ...['boulevard', 'corso', 'largo', 'new', 'hotel'],
].join('|')
/** What a country's name may belong to: `1200 Avenida Brasil`. */
const street = new RegExp(`(?:^| )(?:${streets})(?: |$)`)

interface Ending {
  code: string
  /** The parts of the address before the country. */
  parts: readonly string[]
}

/** A country at the end of a last line that begins with a postal code. */
function afterTown(last: string, before: readonly string[]): Ending | undefined {
  const words = last.split(/\s+/)
  if (!postalLine.test(last)) return undefined
  for (let from = Math.max(2, words.length - 4); from < words.length; from += 1) {
    const code = codeOfEnding(words.slice(from).join(' '))
    const town = words.slice(0, from).join(' ')
    if (code && !street.test(plainCountry(town))) return { code, parts: [...before, town] }
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
  return area === code && others.length > 0 ? eitherOf(code, ...others) : area
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
  if (plainCountry(end) === 'georgia') {
    return areaOfTown('US', before.at(-1) ?? '') === 'US-GA' ? 'US-GA' : eitherOf('GE', 'US-GA')
  }
  const isCode = /^[A-Z]{2}$/.test(end) && !/^(?:US|UK)$/.test(end)
  if (isCode) return ofCode(end, before)
  const code = codeOfEnding(end)
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
