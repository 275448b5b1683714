/**
 * Regions (states, provinces) of countries with several zones, by ISO 3166-2
 * (test/mail/reading/times/regions).
 */
import { plainText } from '../compared-words.ts'
import { zonesByRegion } from './region-zones.ts'

const zonesByCode = new Map<string, readonly string[]>()
/** By country, then by every name; the code alone is a name too. */
const codesByName = new Map<string, Map<string, string>>()

for (const [country, rows] of Object.entries(zonesByRegion)) {
  const names = new Map<string, string>()
  codesByName.set(country, names)
  for (const [zones, ...regions] of rows) {
    for (const region of regions) {
      const [short = ''] = region.split(' ', 1)
      const code = `${country}-${short}`
      zonesByCode.set(code, zones.split(' '))
      for (const name of [code, short, ...region.slice(short.length).split('|')]) {
        names.set(plainText(name), code)
      }
    }
  }
}

/** The zones in use in a region by its code, such as `US-CA`; undefined for an unknown code. */
export const zonesOfRegion = (code: string): readonly string[] | undefined =>
  zonesByCode.get(code) ?? (/^[A-Z]{2}-\?$/.test(code) ? [] : undefined)

/** The code of a region of a country (by its code), from the region's code or name. */
export const regionOf = (country: string, region: string): string | undefined =>
  codesByName.get(country)?.get(plainText(region))

/** By country, the form of the address part before the country that contains the region's code. */
const lastParts: Readonly<Record<string, RegExp>> = {
  AU: /(?:^| )([A-Z]{2,3})(?: \d{4})?$/,
  BR: /(?:^| [-–] )([A-Z]{2})$/,
  CA: /^([A-Z]{2})(?: [A-Z]\d[A-Z] ?\d[A-Z]\d)?$/,
  US: /^([A-Z]{2})(?: \d{5}(?:-\d{4})?)?$/,
}

const isPostalCode = /^(\d{4,5}(-\d{3,4})?|\d{8}|[A-Z]\d[A-Z] ?\d[A-Z]\d)$/

/**
 * The code of the region in an address, from its parts without the country. Only codes count, as a
 * name may also be that of a town (`Washington`).
 */
export function regionIn(country: string, parts: readonly string[]): string | undefined {
  const [last = ''] = parts
    .map((part) => part.trim().replace(/\s+/g, ' '))
    .filter((part) => !isPostalCode.test(part))
    .slice(-1)
  const [, code = ''] = lastParts[country]?.exec(last) ?? []
  return regionOf(country, code)
}
