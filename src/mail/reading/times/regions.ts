/** Regions (states, provinces) of countries of several zones, by ISO 3166-2 (test/mail/regions). */
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

/** The code of a region of a country (by its code) by its own code or its name. */
export const regionOf = (country: string, region: string): string | undefined =>
  codesByName.get(country)?.get(plainText(region))

/** The last part of an address before the country, as it names the region by its code. */
const lastParts: Readonly<Record<string, RegExp>> = {
  AU: /(?:^| )([A-Z]{2,3})(?: \d{4})?$/,
  BR: /(?:^| [-–] )([A-Z]{2})$/,
  CA: /^([A-Z]{2})(?: [A-Z]\d[A-Z] ?\d[A-Z]\d)?$/,
  US: /^([A-Z]{2})(?: \d{5}(?:-\d{4})?)?$/,
}

const isPostalCode = /^(\d{4,5}(-\d{3,4})?|\d{8}|[A-Z]\d[A-Z] ?\d[A-Z]\d)$/

/**
 * The code of the region of a text of an address, by its parts without the country. A name there
 * may be that of a town as well (`Washington`), so only codes count.
 */
export function regionIn(country: string, parts: readonly string[]): string | undefined {
  const [last = ''] = parts
    .map((part) => part.trim().replace(/\s+/g, ' '))
    .filter((part) => !isPostalCode.test(part))
    .slice(-1)
  const [, code = ''] = lastParts[country]?.exec(last) ?? []
  return regionOf(country, code)
}
