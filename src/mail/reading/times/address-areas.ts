/** Where in its country an address on one line lies (test/mail/reading/times/addresses). */
import { words } from '../../../base/names.ts'
import { plainText } from '../compared-words.ts'
import { areaOfZone, mayBeOne, partsOf, withNamedTown, withTown, zonesOf } from './countries.ts'
import { codeOfEnding, plainCountry } from './country-names.ts'
import { areaOfPostalCode, unknownArea } from './postal-areas.ts'
import { zoneInRegion } from './postal-zones.ts'
import { regionIn, regionOf } from './regions.ts'
import { zonesOfTowns } from './town-zones.ts'
import { areaOfTown } from './towns.ts'

const streets = words(`
  av avda avenida avenue ave rua rue calle via viale plaza praca piazza place platz street st road
  rd lane drive blvd boulevard corso largo new hotel`).join('|')
/** What a country's name may belong to: `1200 Avenida Brasil`. */
export const street = new RegExp(`(?:^| )(?:${streets})(?: |$)`)

/** An address without its country and postal code. */
interface Posted {
  places: readonly string[]
  /** '' if it has none. */
  code: string
}

const isCode = /^(?:[A-Z]{1,3}-)?\d[\d-]{3,}$|^[A-Z]\d[A-Z] ?\d[A-Z]\d$/
/** A postal code before or after a town. */
const beside = {
  before: /^(?:[A-Z]{1,3}-)?(?<code>[\d-]+|\d{4} ?[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d) (?<place>.+)$/,
  after: /^(?<place>.+) (?<code>[\d-]+|[A-Z]\d[A-Z] ?\d[A-Z]\d)$/,
}
/** Countries that write postal codes after towns; others write them before. */
const codesFollow: ReadonlySet<string> = new Set(['AU', 'BR', 'CA', 'US'])

function areaOfCode(country: string, code: string): string | undefined {
  const area = areaOfPostalCode(country, code)
  return area === unknownArea(country) ? undefined : area
}

/** Whether a place is where the postal code is, which is therefore not a house number. */
function agrees(country: string, code: string, place: string): boolean {
  const posted = areaOfPostalCode(country, code)
  const region = regionOf(country, place)
  if (posted === undefined) {
    const isKnown = region !== undefined || zonesOfTowns(country, place).length > 0
    return isKnown && /^\d{5,6}$/.test(code)
  }
  const isIn = (zone: string) => zone === '?' || zonesOf(posted).includes(zone)
  return region === posted || zonesOfTowns(posted, place).some(isIn)
}

/** The postal code beside a place; on the side where a country has none, only if they agree. */
function besidePlace(country: string, text: string, isCertain: boolean): Posted | undefined {
  const sides = [beside.before, beside.after]
  if (codesFollow.has(country)) sides.reverse()
  for (const [at, side] of sides.entries()) {
    const { code = '', place = '' } = side.exec(text)?.groups ?? {}
    const isUsual = at === 0 && isCertain && (isCode.test(code) || areaOfCode(country, code))
    if (code !== '' && (isUsual || agrees(country, code, place))) return { places: [place], code }
  }
  return undefined
}

/** Separates the postal code, which may precede or follow the town or the region. */
function posted(country: string, texts: readonly string[]): Posted {
  const [last = '', town = ''] = texts.slice(-2).reverse()
  if (isCode.test(last) || areaOfCode(country, last)) {
    return { places: texts.slice(0, -1), code: last }
  }
  // `10019 Pine Street`: a house number.
  const isHouse = texts.length === 1 && street.test(plainCountry(last))
  const atLast = besidePlace(country, last, !isHouse)
  if (atLast) return { ...atLast, places: [...texts.slice(0, -1), ...atLast.places] }
  const atTown = besidePlace(country, town, false)
  if (atTown) return { ...atTown, places: [...texts.slice(0, -2), ...atTown.places, last] }
  return { places: texts, code: '' }
}

/** The code of a region at the end of a text. */
const regionEnd = /(?:^|(?: [-–])? )[A-Z]{2,3}$/

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

/** The area of an address with a region. */
function inRegion(country: string, { places, code }: Posted): string | undefined {
  const [end = '', before = ''] = places.slice(-2).reverse()
  const named = regionNamed(country, end, before)
  const region = regionIn(country, places) ?? named
  if (region === undefined) return undefined
  const zone = zoneInRegion(region, code)
  if (zone !== undefined) return areaOfZone(country, zone)
  if (!named) return withTown(region, end.replace(regionEnd, '') || before)
  if (before !== '') return withTown(region, before)
  const area = withTown(country, end)
  return mayBeOne(area, region) ? area : region
}

/** The area of an address, by postal code, part of the country or town. */
function areaIn(country: string, { places, code }: Posted): string {
  const place = places.at(-1) ?? ''
  const found = areaOfCode(country, code)
  if (found) return withTown(found, place)
  const part = codeOfEnding(place)
  if (part && partsOf[country]?.includes(part)) return part
  const listed = areaOfTown(country, place)
  // A region's name, which may be that of a town.
  if (regionOf(country, place) && !listed) return country
  return withNamedTown(listed ?? country, place)
}

/** The area of an address in a country, by its parts before the country. */
export function areaBefore(country: string, parts: readonly string[]): string {
  const texts = parts.map((part) => part.trim().replace(/\s+/g, ' ')).filter(Boolean)
  const address = posted(country, texts)
  return inRegion(country, address) ?? areaIn(country, address)
}
