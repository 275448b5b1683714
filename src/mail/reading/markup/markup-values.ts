/** Converts locations, people and prices in markup to field values. */
import { isWebUrl } from '../../../core/input/web-urls.ts'
import { storable } from '../mime/message.ts'
import { countryIn } from '../times/address-ends.ts'
import { areaOf, countryOf } from '../times/countries.ts'
import { zoneOfPostalCode } from '../times/mainlands.ts'
import { zoneOf } from '../times/zones.ts'
import { isNode, listOf, type Node } from './markup.ts'
import { currencyIn, priceOf } from './prices.ts'

/** The first text in a value: itself, the name of a thing, or that of a list's first element. */
export function textOfValue(value: unknown, max = 255): string {
  const [first] = listOf(value)
  // A larger number may have been rounded.
  if (typeof first === 'number') return Math.abs(first) < 2 ** 53 ? String(first) : ''
  const [text] = isNode(first) ? listOf(first.name) : [first]
  if (typeof text !== 'string') return ''
  return [...storable(text).replace(/\s+/g, ' ').trim()].slice(0, max).join('')
}

/** The first thing in a value. */
export function thingOf(value: unknown): Node {
  const [first] = listOf(value)
  return isNode(first) ? first : {}
}

/** A postal address on one line. */
export function postalAddress(value: unknown): string {
  const [first] = listOf(value)
  if (!isNode(first)) return textOfValue(first, 20_000)
  const { streetAddress, postalCode, addressLocality, addressRegion, addressCountry } = first
  const town = [postalCode, addressLocality]
    .map((part) => textOfValue(part))
    .filter(Boolean)
    .join(' ')
  return [textOfValue(streetAddress), town, textOfValue(addressRegion), textOfValue(addressCountry)]
    .filter(Boolean)
    .join(', ')
}

/** A degree in decimals, not in other notations for numbers (`0x10`, `1e1`). */
const degree = (value: unknown, max: number): number | null => {
  const [first] = listOf(value)
  const isDecimal = typeof first === 'string' && /^\s*[+-]?\d{1,3}(\.\d{1,20})?\s*$/.test(first)
  const number = isDecimal ? Number(first) : first
  return typeof number === 'number' && Math.abs(number) <= max ? number : null
}

/** The country in an address, or at the end of a text; the region's code if known. */
function countryNamed(value: unknown): string {
  const [first] = listOf(value)
  if (!isNode(first)) return countryIn(textOfValue(first, 20_000)) ?? ''
  return areaOf(textOfValue(first.addressCountry), {
    region: textOfValue(first.addressRegion),
    postalCode: textOfValue(first.postalCode),
    town: textOfValue(first.addressLocality),
  })
}

export interface Location {
  name: string
  address: string
  latitude: number | null
  longitude: number | null
  phone: string
  website: string
  zone: string | undefined
  /** As named in the address, or the region's code (`US-CA`); '' if unknown. */
  country: string
}

/** Coordinates; both zero, in the sea off Africa, are those of programs that know none. */
function coordinatesOf(location: Node): [number | null, number | null] {
  const geo = thingOf(location.geo)
  const latitude = degree(geo.latitude ?? location.latitude, 90)
  const longitude = degree(geo.longitude ?? location.longitude, 180)
  return latitude === 0 && longitude === 0 ? [null, null] : [latitude, longitude]
}

/** A location with the zone of its coordinates, else of its postal code. */
export function locationOf(value: unknown): Location {
  const location = thingOf(value)
  const [latitude, longitude] = coordinatesOf(location)
  const website = textOfValue(location.url ?? location.sameAs, 2048)
  const address = thingOf(location.address)
  const country = countryNamed(location.address)
  return {
    name: textOfValue(value),
    address: postalAddress(location.address),
    latitude,
    longitude,
    phone: textOfValue(location.telephone),
    website: isWebUrl(website) ? website : '',
    zone:
      latitude === null || longitude === null
        ? zoneOfPostalCode(country, textOfValue(address.postalCode))
        : zoneOf(latitude, longitude),
    country,
  }
}

/** The codes of the countries of a reservation's places. */
function countriesIn(node: Node): string[] {
  const places = listOf(node.reservationFor)
    .filter(isNode)
    .flatMap((about) => [about, ...Object.values(about).flatMap(listOf).filter(isNode)])
  const named = places
    .map(({ address }) => textOfValue(thingOf(address).addressCountry))
    .map((country) => countryOf(country))
  return [...new Set(named.filter((code) => code !== undefined))]
}

/** The price and its currency, of a reservation or its tickets; both or nothing. */
export function moneyOf(node: Node): { price: number; currency: string } | undefined {
  const specification = thingOf(node.totalPrice)
  const stated = node.totalPrice ?? node.price
  const named = textOfValue(
    node.priceCurrency ?? specification.priceCurrency ?? specification.currency,
    10,
  ).toUpperCase()
  const currency = named === '' ? currencyIn(stated, countriesIn(node)) : named
  if (currency === undefined || !/^[A-Z]{3}$/.test(currency)) return undefined
  const price = priceOf(stated, currency)
  return price === null ? undefined : { price, currency }
}
