/** The country that ends an address on one line (test/mail/reading/times/addresses). */
import { words } from '../../../base/names.ts'
import { plainText } from '../compared-words.ts'
import { areaOfZone, countryOf, eitherOf, mayBeOne, withTown, zonesOf } from './countries.ts'
import { codeOfEnding, plainCountry } from './country-names.ts'
import { areaOfPostalCode, unknownArea } from './postal-areas.ts'
import { zoneInRegion } from './postal-zones.ts'
import { regionIn, regionOf } from './regions.ts'
import { hasListedTowns, zonesOfTowns } from './town-zones.ts'
import { areaOfTown, isTownOfCode } from './towns.ts'

/** States and provinces whose codes end addresses without a country, and mean others as well. */
const codesOfParts: readonly (readonly [country: string, codes: string])[] = [
  ['IT', 'AG AL AN AO AR AT AV BA BG BI BL BN BO BR BS BT BZ CA CH CL CN CO CR CU CZ FI FM FR GE'],
  ['IT', 'GR IM IS KR LC LI LT LU MC ME MN MO MS MT NA NO NU PA PE PG PN PR PT RE RO SA SI SO'],
  ['IT', 'SR SV TN TO TR TV VA VC VE VI AP CE CT GO MB MI OR PI RI RN SP VT'],
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
  // Of all these, only Italy and Switzerland write a postal code before the town.
  const [, digits] = /^(\d{4,6}) /.exec(place) ?? []
  if (digits === undefined) return [...states, ...listed].slice(0, 3)
  return listed.filter((country) => country === { 4: 'CH', 5: 'IT' }[digits.length])
}

/** Towns whose names in English are those of towns in a state with the code of their province. */
const namesakes: ReadonlySet<string> = new Set(['MI milan'])

/**
 * The only one of these states that has a town. If their code is also that of a country, the town
 * must be well known, or the country's towns be listed, and none of them have its name.
 */
function stateOf(code: string, town: string, states: readonly string[]): string | undefined {
  if (namesakes.has(`${code} ${plainText(town)}`)) return undefined
  const famous = states.find((state) => areaOfTown(state.slice(0, 2), town) === state)
  if (famous) return famous
  const isCountry = countryOf(code) === code
  if (isCountry && (!hasListedTowns(code) || zonesOfTowns(code, town).length > 0)) return undefined
  const [state, ...others] = states.filter((one) => {
    const zones = zonesOfTowns(one, town)
    // Of most countries, towns are listed without their states.
    const mayBeIn = !isCountry && zones.every((zone) => zonesOf(one).includes(zone))
    return zones.length > 0 && (hasListedTowns(one) || mayBeIn)
  })
  return others.length === 0 ? state : undefined
}

/**
 * `Madrid, ES` and `Portland, OR`; an area that may be either where states have the country's code.
 * A code that is that of states only decides nothing without a town of one: it may mean anything.
 */
function ofCode(code: string, before: readonly string[]): string | undefined {
  const place = before.at(-1) ?? ''
  if (place === '') return undefined
  const others = partsNamed(code, place)
  const state = stateOf(code, place, others)
  if (state) return withTown(state, place)
  // Outdated codes, such as of Yugoslavia, are now those of parts only.
  if (countryOf(code) !== code) return undefined
  const area = inRegion(code, before) ?? areaIn(code, before)
  const isElsewhere = others.some((other) => zonesOfTowns(other, place).length > 0)
  const isKnown = area !== code && !isElsewhere
  const isOpen = others.length > 0 && !isKnown && !isTownOfCode(code, withoutCode(place))
  return isOpen ? eitherOf(code, ...others) : area
}

/**
 * `Austin, TX 78701`: a region's code and a postal code that is in it, without a country. If others
 * have the region's code too, a town of the region must precede it (`Trento, TN 38122`).
 */
function ofPostedRegion(end: string, before: readonly string[]): Ending | undefined {
  const [, region = '', postalCode = ''] = regionEnd.exec(end) ?? []
  const code = ['US', 'CA', 'AU'].find(
    (country) => areaOfPostalCode(country, postalCode) === `${country}-${region}`,
  )
  if (code === undefined) return undefined
  const town = end.replace(regionEnd, '') || (before.at(-1) ?? '')
  const isOther = codesOfParts.some(([, codes]) => codes.split(' ').includes(region))
  const isShared = isOther || countryOf(region) === region
  if (isShared && zonesOfTowns(`${code}-${region}`, town).length === 0) return undefined
  return { code, parts: [...before, end] }
}

/** `Flagstaff, Arizona`: a region after one of its towns, without a country. */
function ofNamedRegion(end: string, before: readonly string[]): Ending | undefined {
  const code = ['US', 'CA', 'AU'].find((country) => {
    const region = end.length > 3 && regionOf(country, end)
    return region && zonesOfTowns(region, before.at(-1) ?? '').length > 0
  })
  return code === undefined ? undefined : { code, parts: [...before, end] }
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
  const found = code
    ? { code, parts: before }
    : (afterTown(end, before) ?? ofPostedRegion(end, before) ?? ofNamedRegion(end, before))
  const country = found && countryOf(found.code)
  return country && (inRegion(country, found.parts) ?? areaIn(country, found.parts))
}

/** The code of a region at the end of a text, with a postal code or without. */
const regionEnd =
  /(?:^|(?: [-–])? )([A-Z]{2,3})(?: (\d{4,5}(?:-\d{3,4})?|\d{8}|[A-Z]\d[A-Z] ?\d[A-Z]\d))?$/

/**
 * A region by its name, which follows a town of it (`Las Vegas, Nevada`), or is that of no town
 * elsewhere in the country (`Ubud, Bali`).
 */
function regionNamed(country: string, name: string, town: string): string | undefined {
  const region = name.length > 3 && plainText(name) !== 'washington' && regionOf(country, name)
  if (!region) return undefined
  const isIn = (zone: string) => zonesOf(region).includes(zone)
  const isUnique = zonesOfTowns(country, name).every(isIn)
  return isUnique || zonesOfTowns(region, town).some(isIn) ? region : undefined
}

/** The area of an address with a region; `parts` are without the country. */
function inRegion(country: string, parts: readonly string[]): string | undefined {
  const texts = parts.map((part) => part.trim().replace(/\s+/g, ' ')).filter(Boolean)
  const last = texts.at(-1) ?? ''
  const isPosted = texts.length > 1 && /^[\d-]+$|^[A-Z]\d[A-Z] ?\d[A-Z]\d$/.test(last)
  const [end = '', before = ''] = (isPosted ? texts.slice(0, -1) : texts).slice(-2).reverse()
  const named = regionNamed(country, end, before)
  const region = regionIn(country, texts) ?? named
  if (region === undefined) return undefined
  const postalCode = isPosted ? last : (regionEnd.exec(end)?.[2] ?? '')
  const zone = zoneInRegion(region, postalCode)
  if (zone !== undefined) return areaOfZone(country, zone)
  if (!named) return withTown(region, end.replace(regionEnd, '') || before)
  if (before !== '') return withTown(region, before)
  const area = withTown(country, end)
  return mayBeOne(area, region) ? area : region
}

/** Postal codes beside towns: after them in these countries, elsewhere before. */
const codesBeside: Readonly<Record<string, RegExp>> = {
  ...{ AU: / (\d{4})$/, BR: / ([\d-]+)$/, CA: / ([A-Z]\d[A-Z] ?\d[A-Z]\d)$/, US: / ([\d-]+)$/ },
  NL: /^(\d{4} ?[A-Z]{2}) /,
}
const codeBefore = /^(?:[A-Z]{1,3}-)?([\d-]+) /

/** The area of an address, by postal code or town; `parts` are without the country. */
function areaIn(country: string, parts: readonly string[]): string {
  const posted = (text: string) => {
    const area = areaOfPostalCode(country, text)
    return area === unknownArea(country) ? undefined : area
  }
  const texts = parts.map((part) => part.trim()).filter(Boolean)
  const apart = posted(texts.at(-1) ?? '')
  const place = texts.at(apart === undefined ? -1 : -2) ?? ''
  const form = codesBeside[country] ?? codeBefore
  const code = posted(form.exec(place)?.[1] ?? '')
  const town = place.replace(form, '').trim()
  // `10019 Pine Street`: a house number.
  const isHouse = texts.length === 1 && street.test(plainCountry(town))
  const found = apart ?? (isHouse ? undefined : code)
  if (found) return withTown(found, town)
  const listed = areaOfTown(country, town)
  // A region's name, which may be that of a town.
  if (regionOf(country, town) && !listed) return country
  const area = withTown(listed ?? country, town)
  return code === undefined || mayBeOne(area, code) ? area : country
}
