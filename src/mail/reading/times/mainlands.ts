/** Countries with one time nearly everywhere, whose postal codes identify the exceptions. */
import { countryOf, countryPart } from './countries.ts'
import { unknownArea } from './postal-areas.ts'
import { zoneInRegion } from './postal-zones.ts'

interface Mainland {
  zone: string
  /** The mainland's postal codes. */
  codes: RegExp
  /** Islands with a different time. */
  islands?: readonly { zone: string; codes: RegExp }[]
}

const mainlands: ReadonlyMap<string, Mainland> = new Map(
  Object.entries({
    DK: { zone: 'Europe/Copenhagen', codes: /^(?!39)\d{4}$/ },
    ES: {
      zone: 'Europe/Madrid',
      codes: /^(?!35|38)(0[1-9]|[1-4]\d|5[0-2])\d{3}$/,
      islands: [{ zone: 'Atlantic/Canary', codes: /^3[58]\d{3}$/ }],
    },
    FR: { zone: 'Europe/Paris', codes: /^(?!00|9[6-9])\d{5}$/ },
    NL: { zone: 'Europe/Amsterdam', codes: /^[1-9]\d{3} ?[A-Z]{2}$/ },
    PT: {
      zone: 'Europe/Lisbon',
      codes: /^[1-8]\d{3}(-?\d{3})?$/,
      islands: [
        { zone: 'Atlantic/Madeira', codes: /^9[0-4]\d{2}(-?\d{3})?$/ },
        { zone: 'Atlantic/Azores', codes: /^9[5-9]\d{2}(-?\d{3})?$/ },
      ],
    },
  }),
)

/** By the code or the name of its country. */
const mainlandOf = (country: string) => mainlands.get(countryPart(countryOf(country) ?? ''))

/**
 * The zone of a postal code in a country or region; undefined if the code does not determine it.
 */
export function zoneOfPostalCode(country: string, postalCode: string): string | undefined {
  if (country === unknownArea(countryPart(country))) return undefined
  const mainland = mainlandOf(country)
  const code = postalCode.trim().toUpperCase()
  const found = [mainland, ...(mainland?.islands ?? [])].find((part) => part?.codes.test(code))
  return found?.zone ?? zoneInRegion(country, code)
}

/** The zone of a country's railways: islands with a different time have no railways. */
export const zoneOfRailways = (country: string): string | undefined => mainlandOf(country)?.zone
