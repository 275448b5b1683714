/** Names and codes of countries (test/mail/reading/times/places). */
import countries from 'i18n-iso-countries'
import { folded } from '../compared-words.ts'

/** Names that are missing in the lists, and parts of countries that addresses name instead. */
const otherNames: Readonly<Record<string, string>> = {
  AE: 'u a e|emirates|dubai|abu dhabi|sharjah|ajman|fujairah|ras al khaimah',
  BA: 'bosnia|bosnia and herzegovina',
  CD: 'dr congo|d r congo|drc|rdc|rd congo|congo-kinshasa|democratic republic of congo',
  CG: 'congo-brazzaville|republic of congo',
  'ES-CN': 'canary islands|islas canarias|canarias|kanarische inseln|iles canaries',
  GB: [
    ...['u k|britain|england|scotland|wales|northern ireland|angleterre|ecosse|pays de galles'],
    ...['irlande du nord|inglaterra|escocia|gales|irlanda del norte|irlanda do norte'],
    ...['inghilterra|scozia|galles|irlanda del nord|schottland|nordirland|engeland|schotland'],
    ...['noord-ierland|anglia|szkocja|anglie|skotsko|skottland|skotland'],
  ].join('|'),
  FJ: 'fiji islands',
  HK: 'hong kong sar|hong kong sar china|hong kong, china|hong kong (sar)|kowloon',
  IE: 'republic of ireland',
  KR: [
    ...['korea|corea|coree|coreia|corea del sur|corea del sud|coreia do sul|south-korea'],
    ...['korea, south|korea (south)'],
  ].join('|'),
  KP: 'korea, north|korea (north)',
  MO: 'macau sar|macao sar|macau, china',
  MP: 'cnmi',
  NL: 'hollande|olanda|holanda|hollandia|holandia',
  PS: 'palestinian territories|palestinian territory',
  'PT-20': 'azores|acores|azoren',
  'PT-30': 'madeira',
  US: 'u s a|u s|eua|ee uu|eeuu',
  VI: 'u s virgin islands|us virgin islands|usvi|united states virgin islands',
  VA: 'vatican|vatican city|citta del vaticano',
}

/** Without accents, points and the article. */
const bare = (name: string) =>
  folded(name)
    .replaceAll('.', ' ')
    .replaceAll('&', ' and ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^the /, '')

/** As names are compared: also without abbreviations. */
export const plainCountry = (name: string) => bare(name).replace(/^st /, 'saint ')

/** Languages of bookings; in others, short names of countries are those of towns elsewhere. */
const languages = new Set(
  (
    'ar bg ca cs da de el en es et eu fi fr gl he hr hu hy id is it ja ka ko lt lv mk ms nb nl ' +
    'nn no pl pt ro ru sk sl sq sr sv th tr uk vi zh'
  ).split(' '),
)

/** Names that towns elsewhere have, too; many are called after each of the saints. */
const ofTowns = new RegExp(
  '^(?:s(?:t|an|ao|anta?o?|ainte?|int|ankt[ai]?|v(?:eti|eta|aty|ata)?)[ -]\\S+' +
    '|granada|grenade|norfolk|man|cocos)$',
)

/** Names in other languages that are words or places in some: `31032 Casale sul Sile`. */
const ofWords = new RegExp(
  '^(?:\\p{Script=Latin}{1,3}' +
    '|cada|gana|indi|kena|kili|lati|malis|mena|norra|pala|salomo|sile|sili|siri|viro' +
    '|dominique|georgie|maurice|mauricio|maurizio)$',
  'u',
)

/** Whether a name in a language other than English is hardly that of anything else. */
const isClear = (name: string) => !ofTowns.test(name) && !ofWords.test(name)

interface Names {
  /** The codes of all names in all languages; '' for an ambiguous name. */
  all: ReadonlyMap<string, string>
  /** Those that mean a country at the end of an address, too. */
  telling: ReadonlyMap<string, string>
}

function readNames(): Names {
  const all = new Map<string, string>()
  const telling = new Map<string, string>()
  const add = (to: Map<string, string>, name: string, code: string) =>
    to.set(name, (to.get(name) ?? code) === code ? code : '')
  for (const language of countries.getSupportedLanguages()) {
    for (const [code, names] of Object.entries(countries.getNames(language, { select: 'all' }))) {
      for (const name of names.map(plainCountry)) {
        add(all, name, code)
        const isTelling = language === 'en' || (languages.has(language) && isClear(name))
        if (isTelling) add(telling, name, code)
      }
    }
  }
  for (const [code, names] of Object.entries(otherNames)) {
    for (const name of names.split('|')) {
      all.set(name, code)
      telling.set(name, code)
    }
  }
  return { all, telling }
}

let known: Names | undefined
function namesOfCountries(): Names {
  known ??= readNames()
  return known
}

/** The ISO 3166 code for a code, or for a name in any language. */
export function codeOfCountry(country: string): string | undefined {
  const short = country.toUpperCase()
  if (short === 'UK') return 'GB'
  if (/^[A-Z]{2}$/.test(short)) return new Intl.Locale('und', { region: short }).region
  const code = countries.alpha3ToAlpha2(short) ?? namesOfCountries().all.get(plainCountry(country))
  return code || undefined
}

/** A town or its part, rather than a country: `St Lucia`, in Brisbane. */
const isOfSaint = (name: string) => /^st (?!.* and )/.test(bare(name))

/** The code for a name that means a country even where an address may name a town. */
export const codeOfEnding = (name: string): string | undefined =>
  (!isOfSaint(name) && namesOfCountries().telling.get(plainCountry(name))) || undefined
