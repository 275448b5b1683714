/** Dates and times of day in the words of an event (test/mail/reading/calendar/agreement). */
import { words } from '../../../base/names.ts'
import { folded } from '../compared-words.ts'
import { hourOf } from '../times/written-times.ts'

export interface SaidDay {
  /** Undefined if the words omit it. */
  year: number | undefined
  month: number
  day: number
}

export interface SaidClock {
  /** Since midnight; 1440 for `24:00`. */
  minutes: number
  /** Whether a.m. and p.m. are both possible: `2:25`. */
  mayBeEither: boolean
  /** Minutes east of UTC, if the words name a zone. */
  east: number | undefined
  /** Whether local time may be meant: many write `CET` in summer, too. */
  mayBeLocal: boolean
}

/** A date with all its readings, or a time of day. */
export interface SaidTime {
  from: number
  to: number
  days: SaidDay[]
  clock: SaidClock | undefined
  /** Days after its date: 1 for `06:10 +1`. */
  later: number
}

/** Names and abbreviations of the months, without accents. */
const months = [
  'jan january januar janner janvier januari janeiro ene enero gennaio gen ' +
    'stycznia sty styczen ledna leden ianuarie ocak tammikuuta января янв ιανουαριου',
  'feb february februar fevrier fevr fev fevereiro febrero febbraio februari febrer ' +
    'lutego lut luty unora unor februarie subat helmikuuta февраля фев февр φεβρουαριου',
  'mar march marz maerz mrz mars marzo marco maart mrt ' +
    'marca marzec brezna brezen martie mart maaliskuuta marcius марта мар μαρτιου',
  'apr april avril avr abril abr aprile ' +
    'kwietnia kwi kwiecien dubna duben aprilie nisan huhtikuuta aprilis апреля апр απριλιου',
  'may mai mayo maio maggio mag mei ' + 'maja maj kvetna kveten mayis toukokuuta majus мая μαιου',
  'jun june juni juin junio junho giugno giu ' +
    'czerwca cze czerwiec cervna cerven iunie haziran kesakuuta junius июня июн ιουνιου',
  'jul july juli juillet juil julio julho luglio lug ' +
    'lipca lip lipiec cervence cervenec iulie temmuz heinakuuta julius июля июл ιουλιου',
  'aug august aout agosto ago augustus ' +
    'sierpnia sie sierpien srpna srpen augusti agustos elokuuta augusztus августа авг αυγουστου',
  'sep sept september septembre septiembre setembro settembre set ' +
    'wrzesnia wrz wrzesien zari septembrie eylul syyskuuta szeptember сентября сен сент σεπτεμβριου',
  'oct october oktober okt octobre octubre outubro out ottobre ott ' +
    'pazdziernika paz pazdziernik rijna rijen octombrie ekim lokakuuta oktober октября окт οκτωβριου',
  'nov november novembre noviembre novembro ' +
    'listopada lis listopad noiembrie kasim marraskuuta ноября ноя нояб νοεμβριου',
  'dec december dezember dez decembre diciembre dezembro dicembre dic ' +
    'grudnia gru grudzien prosince prosinec decembrie aralik joulukuuta декабря дек δεκεμβριου',
]
const monthOf = new Map(
  months.flatMap((names, at) => words(names).map((name) => [name, at + 1] as const)),
)

const year = String.raw`(?<year>20\d\d)`
const name = String.raw`(?<month>\p{L}{3,12})\.?`
const noDigit = String.raw`(?<![\d.,:/-])`
const twoNumbers = String.raw`(?<one>\d{1,2})(?<mark>[-/.])(?<two>\d{1,2})`
const dates = [
  String.raw`${noDigit}${year}\s?[年년]\s?(?<one>\d{1,2})\s?[月월]\s?(?<two>\d{1,2})\s?[日일]`,
  String.raw`${noDigit}${year}\. ${name} (?<day>\d{1,2})\b`,
  String.raw`${noDigit}${year}(?<mark>[-/.])(?<one>\d\d)\k<mark>(?<two>\d\d)(?!\d)`,
  String.raw`${noDigit}${twoNumbers}\k<mark>(?<year>(?:20)?\d\d)(?![\d:])`,
  // `18.04.`; without the last point it is a time of day, too.
  String.raw`${noDigit}(?<one>\d{1,2})(?<mark>\.)(?<two>\d{1,2})\.(?![\d:])`,
  [
    String.raw`${noDigit}(?<day>\d{1,2})(?:st|nd|rd|th|er|º|°)?\.?[ -]?(?:(?:of|de|del|di) )?`,
    String.raw`${name}(?!\p{L})(?:,?[ -]?(?:(?:de|del) )?${year}(?![\d:]))?`,
  ].join(''),
  [
    String.raw`(?<!\p{L})${name} (?<day>\d{1,2})(?:st|nd|rd|th)?(?![\d:.hH]|\p{L})`,
    String.raw`(?:,? ${year}(?![\d:]))?`,
  ].join(''),
].map((form) => new RegExp(form, 'giu'))

const isDayOf = ({ month, day }: SaidDay) => month >= 1 && month <= 12 && day >= 1 && day <= 31

/** The readings of a date: `04/05/2031` has two. */
function daysOf(found: Record<string, string | undefined>): SaidDay[] {
  const written = found.year && Number(found.year)
  const of = (month: number, day: number): SaidDay => ({
    year: written ? (written % 100) + 2000 : undefined,
    month,
    day,
  })
  if (found.day !== undefined) {
    return [of(monthOf.get(folded(found.month ?? '')) ?? 0, Number(found.day))].filter(isDayOf)
  }
  const [one, two] = [Number(found.one), Number(found.two)]
  if (found.year?.length === 4 && found.isIso) return [of(one, two)].filter(isDayOf)
  const all = found.mark === '.' ? [of(two, one)] : [of(two, one), of(one, two)]
  return all.filter(isDayOf)
}

const hours = String.raw`(?<![\d.,:+])(?<hours>\d{1,2})`
const minutes = String.raw`(?<minutes>[0-5]\d)`
const half = String.raw`\s?(?<half>[ap])\.?\s?m(?!\p{L})\.?`
/** `14h25`; not `2h 25m`, which is a duration. */
const ofHours = String.raw`\s?h\s?(?=\d\d(?!\s?m(?!\p{L}|\.)))`
const clocks = [
  String.raw`${hours}(?:[:∶]|${ofHours})${minutes}(?::[0-5]\d)?(?![\d:%])(?!\s?mi?n)(?:${half})?`,
  String.raw`${hours}\.${minutes}(?:\s?(?:uhr|h|uur)(?!\p{L})|${half})`,
  String.raw`(?<![\d.,:+])(?<hours>1[0-2]|0?[1-9])${half}`,
  String.raw`${hours}\s?(?:uhr|uur)(?!\p{L})(?:\s?${minutes}(?!\d))?`,
].map((form) => new RegExp(form, 'giu'))

/** Zones that may follow a time; other abbreviations are ambiguous. */
const abbreviations: Readonly<Record<string, number>> = {
  ...{ UTC: 0, GMT: 0, Z: 0, WET: 0, WEST: 60, BST: 60, CET: 60, MEZ: 60 },
  ...{ CEST: 120, MESZ: 120, EET: 120, EEST: 180 },
}
const ofZone = new RegExp(
  String.raw`^\s?\(?(?:(?<zone>UTC|GMT|Z|[A-Z]{2,4}T|MEZ|MESZ)(?!\p{L})\s?)?` +
    String.raw`(?<offset>(?<=[A-Z]\s?)[+-]\d{1,2}(?::?\d\d)?|\+\d\d:?\d\d)?`,
  'u',
)
const ofNamedZone = /^\s?\(?(?!(?:local|Local)\b)\p{Lu}[\p{L} ]{2,20} time\b/u
const laterDays = /^\s?\(?\s?\+\s?([1-3])(?![\d:])/
const nextDay = new RegExp(
  '^.{0,3}(?:next day|following day|(?:am )?(?:folgetag|nächsten tag)|le lendemain' +
    '|d[ií]a siguiente|dia seguinte|giorno (?:dopo|successivo)|volgende dag)',
  'iu',
)

/** Minutes east of UTC of `+01:00`, `-3`. */
function eastOf(offset: string): number {
  const [, sign = '', hours = '', minutes = '00'] = /^([+-])(\d{1,2}?):?(\d\d)?$/.exec(offset) ?? []
  return Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes))
}

/** The time of day of a match; undefined for 25:10 and for an unknown zone. */
function clockOf(match: RegExpExecArray, after: string): SaidTime | undefined {
  const { hours = '', minutes = '00', half } = match.groups ?? {}
  const { zone, offset } = ofZone.exec(after)?.groups ?? {}
  const hour = hourOf(hours, half)
  const all = hour * 60 + Number(minutes)
  const isUnknown = zone !== undefined && abbreviations[zone] === undefined
  if (all > 24 * 60 || isUnknown || ofNamedZone.test(after)) return undefined
  const named = zone === undefined ? undefined : abbreviations[zone]
  const east = offset === undefined ? named : eastOf(offset)
  const days = laterDays.exec(after)?.[1] ?? (nextDay.test(after) ? 1 : 0)
  return {
    from: match.index,
    to:
      match.index +
      match[0].length +
      (east === undefined ? 0 : (ofZone.exec(after)?.[0].length ?? 0)),
    days: [],
    clock: {
      minutes: all,
      mayBeEither: half === undefined && /^[1-9]$/.test(hours),
      east,
      mayBeLocal: east === undefined || (offset === undefined && !/^(?:UTC|Z)$/.test(zone ?? '')),
    },
    later: all === 24 * 60 ? 1 : Number(days),
  }
}

/** The dates and times of day in a text, in order. */
export function saidTimes(text: string): SaidTime[] {
  const found: SaidTime[] = []
  let rest = text
  const take = (from: number, to: number, one: SaidTime | undefined) => {
    rest = rest.slice(0, from) + '_'.repeat(to - from) + rest.slice(to)
    if (one) found.push(one)
  }
  for (const form of dates) {
    for (const match of rest.matchAll(form)) {
      const isIso = /^20\d\d/.test(match[0]) ? 'iso' : undefined
      const days = daysOf({ ...match.groups, isIso })
      const [from, to] = [match.index, match.index + match[0].length]
      if (days.length > 0) take(from, to, { from, to, days, clock: undefined, later: 0 })
    }
  }
  for (const form of clocks) {
    for (const match of rest.matchAll(form)) {
      const to = match.index + match[0].length
      take(match.index, to, clockOf(match, text.slice(to, to + 40)))
    }
  }
  return found.toSorted((one, other) => one.from - other.from)
}
