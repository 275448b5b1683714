/** The country that ends an address on one line (test/mail/reading/times/addresses). */
import { plainText } from '../compared-words.ts'
import { areaBefore, street } from './address-areas.ts'
import { countryOf, eitherOf, partsOf, withTown, zonesOf } from './countries.ts'
import { codeOfEnding, plainCountry } from './country-names.ts'
import { areaOfPostalCode, postedCountries, unknownArea } from './postal-areas.ts'
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
/** Countries' names that others' regions or towns have, too, each with its areas. */
const sharedNames: ReadonlyMap<string, readonly string[]> = new Map([
  ['columbia', ['CO', 'US']],
  ['congo', ['CD', 'CG']],
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

/** The countries that have a province with this code. */
const partsByCode = (code: string) =>
  codesOfParts.flatMap(([country, codes]) =>
    codes.split(' ').includes(code) && country !== code ? [country] : [],
  )

/** Those of them that may have this postal code. */
const partsByPostalCode = ({ length }: string, code: string) =>
  partsByCode(code).filter((country) => country === { 4: 'CH', 5: 'IT' }[length])

/** The states and provinces of other countries, or these countries, that a code may mean. */
function partsNamed(code: string, place: string): string[] {
  const states = statesByCode.flatMap((country) => regionIn(country, [code]) ?? [])
  // Of all these, only Italy and Switzerland write a postal code before the town.
  const [, digits] = /^(\d{4,6}) /.exec(place) ?? []
  if (digits !== undefined) return partsByPostalCode(digits, code)
  return [...states, ...partsByCode(code)].slice(0, 3)
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
  const area = areaBefore(code, before)
  const isElsewhere = others.some((other) => zonesOfTowns(other, place).length > 0)
  const isKnown = area !== code && !isElsewhere
  const isOpen = others.length > 0 && !isKnown && !isTownOfCode(code, withoutCode(place))
  return isOpen ? eitherOf(code, ...others) : area
}

/** An ending with a postal code: `Austin, TX 78701`, `98000 Monaco`, `Madrid, Spain, 28001`. */
interface PostedEnding {
  name: string
  code: string
  /** Whether the code precedes the name. */
  isFirst: boolean
  before: readonly string[]
}

const postalCode = '\\d{4,5}-\\d{3,4}|\\d{4,8}|[A-Z]\\d[A-Z] ?\\d[A-Z]\\d'
const postedForms = [
  new RegExp(`^(?<name>.*\\p{L}) (?<code>${postalCode})$`, 'u'),
  new RegExp(`^(?:[A-Z]{1,3}[- ])?(?<code>${postalCode}) (?<name>\\p{L}.*)$`, 'u'),
]

function postedEnding(end: string, before: readonly string[]): PostedEnding | undefined {
  const isApart = new RegExp(`^(?:${postalCode})$`).test(end)
  const [town = '', ...more] = before.toReversed()
  if (isApart) return { name: town, code: end, isFirst: false, before: more.reverse() }
  const forms = postedForms.map((form) => form.exec(end)?.groups)
  const { name, code } = forms.find(Boolean) ?? {}
  return name && code ? { name, code, isFirst: !forms[0], before } : undefined
}

/**
 * `Austin, TX 78701`: a region's code and a postal code that is in it. If others have the region's
 * code too, a town of the region must precede it (`Trento, TN 38122`).
 */
function ofPostedCode({ name, code, before }: PostedEnding): string | undefined {
  const [, town = '', region = ''] = /^(?:(.+?)(?: [-–])? )?([A-Z]{2,3})$/.exec(name) ?? []
  const country = ['US', 'CA', 'AU'].find(
    (one) => areaOfPostalCode(one, code) === `${one}-${region}`,
  )
  if (country === undefined) return undefined
  // Of Italy's codes, only those of Rome begin with 00, and no state has its province's code.
  const isOther = !code.startsWith('00') && partsByPostalCode(code, region).length > 0
  const isCountry = countryOf(region) === region && !partsOf[country]?.includes(region)
  const isKnown = zonesOfTowns(`${country}-${region}`, town || (before.at(-1) ?? '')).length > 0
  return isKnown || !(isOther || isCountry) ? country : undefined
}

/**
 * `Honolulu, Hawaii 96815`: a region's name and a postal code that is in it; in front of four
 * digits, which may be a house number, a town of it.
 */
function ofPostedRegion({ name, code, before }: PostedEnding): string | undefined {
  return ['US', 'CA', 'AU', 'BR', 'CL', 'ES', 'ID', 'RU'].find((country) => {
    const region = name.length > 3 ? regionOf(country, name) : undefined
    if (region === undefined || areaOfPostalCode(country, code) !== region) return false
    return code.length > 4 || zonesOfTowns(region, before.at(-1) ?? '').length > 0
  })
}

/**
 * `Singapore 018956`: a country's name and a postal code that it may have; both areas if the code
 * is also that of a town of the same name (`Peru 61354`, in Illinois).
 */
function ofPostedCountry({ name, code, isFirst, before }: PostedEnding): string | undefined {
  const country = ofSharedName(name, before.at(-1) ?? '') ?? codeOfEnding(name)
  // `Hotel Sol, Bolivia 1200`: a street and a house number.
  const isHouse = code.length === 4 && !isFirst && before.length < 2
  if (!country || isHouse || areaOfPostalCode(country, code) === unknownArea(country)) {
    return undefined
  }
  const namesakes = postedCountries.flatMap((other) => {
    const area = areaOfPostalCode(other, code) ?? unknownArea(other)
    const isTown = area !== unknownArea(other) && zonesOfTowns(area, name).length > 0
    return isTown && other !== country ? [area] : []
  })
  return [country, ...namesakes.map((area) => area.split(':', 1)[0] ?? '')].slice(0, 4).join('/')
}

/** An ending with a postal code. */
function ofPosted(end: string, all: readonly string[]): Ending | undefined {
  const posted = postedEnding(end, all)
  if (posted === undefined) return undefined
  const { name, code, before } = posted
  const region = ofPostedCode(posted) ?? ofPostedRegion(posted)
  if (region) return { code: region, parts: [...before, name, code] }
  const country = ofPostedCountry(posted)
  return country ? { code: country, parts: [...before, code] } : undefined
}

/** `Flagstaff, Arizona`: a region after one of its towns, without a country. */
function ofNamedRegion(end: string, before: readonly string[]): Ending | undefined {
  const code = ['US', 'CA', 'AU', 'ID'].find((country) => {
    const region = end.length > 3 && regionOf(country, end)
    const zones = region ? zonesOfTowns(region, before.at(-1) ?? '') : []
    return region && zones.some((zone) => zone === '?' || zonesOf(region).includes(zone))
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
    : (afterTown(end, before) ?? ofPosted(end, before) ?? ofNamedRegion(end, before))
  const country = found && countryOf(found.code)
  return country && areaBefore(country, found.parts)
}
