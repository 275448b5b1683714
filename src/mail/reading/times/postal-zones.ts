/**
 * Postal codes that determine the zone in a region with several, by their beginnings: only codes
 * where all towns have the same time (test/mail/reading/times/postal-codes).
 */
import { countryPart } from './countries.ts'

/** The form of complete codes, by country. */
const forms: Readonly<Record<string, RegExp>> = {
  AU: /^\d{4}$/,
  BR: /^\d{5}-?\d{3}$/,
  GL: /^(DK-?)?\d{4}$/,
  PF: /^\d{5}$/,
  CA: /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/,
  CL: /^\d{3}-?\d{4}$/,
  US: /^\d{5}(-\d{4})?$/,
}

type Part = readonly [zone: string, codes: RegExp]

const parts: ReadonlyMap<string, readonly Part[]> = new Map(
  Object.entries({
    'AU-NSW': [
      ['Australia/Sydney', /^2[0-5]/],
      ['Australia/Broken_Hill', /^2880/],
      ['Australia/Lord_Howe', /^2898/],
    ],
    'AU-WA': [['Australia/Perth', /^6[01]/]],
    'BR-AM': [['America/Manaus', /^690/]],
    'BR-PE': [['America/Recife', /^5[0-2]/]],
    GL: [['America/Nuuk', /^(DK-?)?39[0-6]/]],
    PF: [['Pacific/Tahiti', /^987[0-3]/]],
    'CA-BC': [['America/Vancouver', /^V[2-9]/]],
    'CA-NL': [['America/St_Johns', /^A1/]],
    'CA-ON': [['America/Toronto', /^[K-N]/]],
    'CA-QC': [['America/Toronto', /^(H|J|G[12])/]],
    'CA-SK': [['America/Regina', /^(S4[N-Z]|S7)/]],
    'CL-VS': [
      ['Pacific/Easter', /^277/],
      ['America/Santiago', /^2[0-6]/],
    ],
    'US-AK': [['America/Anchorage', /^995[01]/]],
    'US-AZ': [
      ['America/Phoenix', /^(85[0-7]|860(0|1[0-8]|23)|86[34])/],
      // In the Navajo Nation.
      ['America/Denver', /^865(0[34578]|1[145]|20|3[58]|4[04579]|56)/],
      ['America/Denver', /^860(20|33|35|4[45]|5[34])/],
    ],
    'US-FL': [
      ['America/New_York', /^3(2[0-36-9]|[34])/],
      ['America/Chicago', /^325/],
    ],
    'US-ID': [
      ['America/Boise', /^83[67]/],
      ['America/Los_Angeles', /^838/],
    ],
    'US-IN': [
      ['America/Indiana/Indianapolis', /^46[0-2]/],
      ['America/Chicago', /^464/],
    ],
    'US-KS': [['America/Chicago', /^6(6|7[0-6])/]],
    'US-KY': [
      ['America/Kentucky/Louisville', /^402/],
      ['America/New_York', /^(40[3-6]|410)/],
      ['America/Chicago', /^42[01]/],
    ],
    'US-MI': [['America/Detroit', /^4(8|9[0-7])/]],
    'US-ND': [['America/Chicago', /^58[01]/]],
    'US-NE': [['America/Chicago', /^68[0-8]/]],
    'US-OR': [['America/Los_Angeles', /^97[0-7]/]],
    'US-SD': [
      ['America/Chicago', /^57[01]/],
      ['America/Denver', /^577/],
    ],
    'US-TN': [
      ['America/Chicago', /^3(7[0-2]|8[0-4])/],
      ['America/New_York', /^37[469]/],
    ],
    'US-TX': [
      ['America/Chicago', /^7(33|[5-8]|9[0-7])/],
      ['America/Denver', /^(799|885)/],
    ],
  } satisfies Record<string, readonly Part[]>),
)

/**
 * The zone of a postal code (in capitals) in a region (by its code); undefined if the code does not
 * determine it.
 */
export function zoneInRegion(region: string, code: string): string | undefined {
  if (!forms[countryPart(region)]?.test(code)) return undefined
  return parts.get(region)?.find(([, codes]) => codes.test(code))?.[0]
}
