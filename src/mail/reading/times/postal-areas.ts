/**
 * Finds the part or region of a country by the beginning of a postal code
 * (test/mail/reading/times/places). Only for countries whose codes distinguish zones.
 */

/** `whole`: the form of codes; others are unknown. `parts`: beginnings and their areas. */
interface PostalCountry {
  whole: RegExp
  parts: readonly (readonly [begins: RegExp, area: string])[]
  /** Whether codes of other forms mean nothing. */
  hasInvented?: true
}

/** Parses `010-027 MA` and so on: ranges of beginnings, of the written length. */
function ranges(country: string, text: string): PostalCountry['parts'] {
  return text.split(', ').flatMap((row) => {
    const [spans = '', region = ''] = row.split(' ')
    return spans.split('/').flatMap((span) => {
      const [first = '', last = first] = span.split('-')
      const all = Array.from({ length: Number(last) - Number(first) + 1 }, (_, at) =>
        String(Number(first) + at).padStart(first.length, '0'),
      )
      return [[new RegExp(`^(?:${all.join('|')})`), `${country}-${region}`] as const]
    })
  })
}

const france: PostalCountry['parts'] = [
  [/^97133|^977/, 'BL'],
  [/^97150|^978/, 'MF'],
  ...Object.entries({
    ...{ 971: 'GP', 972: 'MQ', 973: 'GF', 974: 'RE', 975: 'PM', 976: 'YT' },
    ...{ 980: 'MC', 984: 'TF', 986: 'WF', 987: 'PF', 988: 'NC' },
  }).map(([begins, part]) => [new RegExp(`^${begins}`), part] as const),
]

const unitedStates = ranges(
  'US',
  '006-007/009 PR, 008 VI, 96799 AS, 96910-96932 GU, 96950-96952 MP, 005/100-149 NY, ' +
    '010-027/055 MA, 028-029 RI, 030-038 NH, 039-049 ME, 050-054/056-059 VT, 060-069 CT, ' +
    '070-089 NJ, 150-196 PA, 197-199 DE, 200/202-205 DC, 206-219 MD, 201/220-246 VA, ' +
    '247-268 WV, 270-289 NC, 290-299 SC, 300-319/398-399 GA, 320-339/341-349 FL, 350-369 AL, ' +
    '370-385 TN, 386-397 MS, 400-427 KY, 430-459 OH, 460-479 IN, 480-499 MI, 500-528 IA, ' +
    '530-549 WI, 550-567 MN, 570-577 SD, 580-588 ND, 590-599 MT, 600-629 IL, 630-658 MO, ' +
    '660-679 KS, 680-693 NE, 700-714 LA, 716-729 AR, 730-731/734-749 OK, 733/750-799/885 TX, ' +
    '800-816 CO, 820-831 WY, 832-838 ID, 840-847 UT, 850-865 AZ, 870-884 NM, 889-898 NV, ' +
    '900-961 CA, 967-968 HI, 970-979 OR, 980-994 WA, 995-999 AK',
)

const australia: PostalCountry['parts'] = [
  [/^2899/, 'NF'],
  [/^6798/, 'CX'],
  [/^6799/, 'CC'],
  // Parts of it lie in three states.
  [/^0872/, 'AU-?'],
  ...ranges(
    'AU',
    '02/2600-2618/2900-2920 ACT, 08-09 NT, 1-2 NSW, 3/8 VIC, 4/9 QLD, 5 SA, 6 WA, 7 TAS',
  ),
]

const canada: PostalCountry['parts'] = [
  ...[
    ['A', 'NL'],
    ['B', 'NS'],
    ['C', 'PE'],
    ['E', 'NB'],
    ['[GHJ]', 'QC'],
    ['[K-NP]', 'ON'],
    ['R', 'MB'],
    ['S', 'SK'],
    ['T', 'AB'],
    ['V', 'BC'],
    ['X0[ABC]', 'NU'],
    ['X', 'NT'],
    ['Y', 'YT'],
  ].map(([begins, region]) => [new RegExp(`^${begins}`), `CA-${region}`] as const),
]

const brazil = ranges(
  'BR',
  '01-19 SP, 20-28 RJ, 29 ES, 30-39 MG, 40-48 BA, 49 SE, 50-56 PE, 57 AL, 58 PB, 59 RN, ' +
    '60-63 CE, 64 PI, 65 MA, 689 AP, 66-68 PA, 693 RR, 699 AC, 69 AM, 728-729/737-739 GO, ' +
    '70-73 DF, 768-769 RO, 74-76 GO, 77 TO, 78 MT, 79 MS, 80-87 PR, 88-89 SC, 90-99 RS',
)

const chile = ranges(
  'CL',
  '10 AP, 11 TA, 12-14 AN, 15-16 AT, 17-19 CO, 20-27 VS, 28-32 LI, 33-37 ML, 38-39 NB, 40-46 BI, ' +
    '47-49 AR, 50-52 LR, 53-58 LL, 59-60 AI, 61-64 MA, 7-9 RM',
)

const indonesia = ranges(
  'ID',
  '10-14 JK, 15/42 BT, 16-17/40-41/43-46 JB, 20-22 SU, 23-24 AC, 25-27 SB, 28-29 RI, 30-32 SS, ' +
    '33 BB, 34-35 LA, 36-37 JA, 38-39 BE, 50-54/56-59 JT, 55 YO, 60-69 JI, 70-72 KS, 73-74 KT, ' +
    '75-77 KI, 78-79 KB, 80-82 BA, 83-84 NB, 85-87 NT, 90-92 SN, 93 SG, 94 ST, 95 SA, 96 GO, ' +
    '977-978 MU, 97 MA, 98-99 PA',
)

const russia = ranges(
  'RU',
  '101-135 MOW, 140-144 MOS, 185-186 KR, 183-184 MUR, 187-188 LEN, 190-199 SPE, 236-238 KGD, ' +
    '344-347 ROS, 350-354 KDA, 367-368 DA, 394-397 VOR, 400-404 VGG, 410-413 SAR, 414-416 AST, ' +
    '420-423 TA, 426-427 UD, 432-433 ULY, 443-446 SAM, 450-453 BA, 454-457 CHE, 460-462 ORE, ' +
    '603-607 NIZ, 610-613 KIR, 614-619 PER, 620-624 SVE, 625-627 TYU, 628 KHM, 629 YAN, ' +
    '630-633 NVS, 634-636 TOM, 640-641 KGN, 644-646 OMS, 649 AL, 650-654 KEM, 655 KK, ' +
    '656-659 ALT, 660-663 KYA, 664-666/669 IRK, 667-668 TY, 670-671 BU, 672-674 ZAB, ' +
    '675-676 AMU, 677-678 SA, 679 YEV, 680-682 KHA, 683-684/688 KAM, 685-686 MAG, 689 CHU, ' +
    '690-692 PRI, 693-694 SAK',
)

const countries: Readonly<Record<string, PostalCountry>> = {
  AU: { whole: /^\d{4}$/, parts: australia },
  BR: { whole: /^\d{5}-?\d{3}$/, parts: brazil },
  CA: { whole: /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/, parts: canada },
  CL: { whole: /^\d{3}-?\d{4}$/, parts: chile },
  DK: {
    whole: /^(DK-?)?\d{4}$|^(FO-?)?\d{3}$/,
    parts: [
      [/^(DK-?)?39\d\d$/, 'GL'],
      [/^(FO-?)?\d{3}$/, 'FO'],
      [/^/, 'DK:Europe/Copenhagen'],
    ],
  },
  ES: {
    whole: /^(0[1-9]|[1-4]\d|5[0-2])\d{3}$/,
    parts: [
      [/^3[58]/, 'ES-CN'],
      [/^51/, 'ES-CE'],
      [/^52/, 'ES-ML'],
      [/^/, 'ES-PEN'],
    ],
  },
  FR: { whole: /^\d{5}$/, parts: [...france, [/^(?!00|9[6-9])/, 'FR-MET']] },
  ID: { whole: /^\d{5}$/, parts: indonesia },
  NL: {
    whole: /^(NL-?)?[1-9]\d{3}( ?[A-Z]{2})?$/,
    parts: [[/^/, 'NL:Europe/Amsterdam']],
    // The Caribbean part has none, so that senders invent some.
    hasInvented: true,
  },
  PT: {
    whole: /^\d{4}(-?\d{3})?$/,
    parts: [
      [/^9[0-4]/, 'PT-30'],
      [/^9[5-9]/, 'PT-20'],
      [/^[1-8]/, 'PT-CON'],
    ],
  },
  RU: { whole: /^\d{6}$/, parts: russia },
  US: { whole: /^\d{5}(-\d{4})?$/, parts: unitedStates },
}

/** Countries whose postal codes are distinguished here. */
export const postedCountries = Object.keys(countries)

/** The code of an area without zones. */
export const unknownArea = (country: string) => `${country}-?`

/**
 * The area of a postal code in a country: the code of a part or region, or of the country for its
 * mainland; `unknownArea` if the country has no such code. Undefined if the country's codes, or a
 * missing code, do not determine it.
 */
export function areaOfPostalCode(country: string, postalCode: string): string | undefined {
  const { whole, parts, hasInvented } = countries[country] ?? {}
  const code = postalCode.trim().toUpperCase()
  if (!whole || !parts || code === '') return undefined
  if (!whole.test(code)) return hasInvented ? undefined : unknownArea(country)
  return parts.find(([begins]) => begins.test(code))?.[1] ?? unknownArea(country)
}
