/** The facts that identify a booking across senders (test/mail/filing/recognised-bookings). */
import { wordsIn } from '../reading/compared-words.ts'
import type { Reservation, ReservationKind } from '../reading/reservation.ts'
import {
  beginningIn,
  dayAt,
  dayOf,
  instantIn,
  isZone,
  offsetAt,
} from '../reading/times/instants.ts'
import { scheduled } from '../reading/times/times.ts'
import { filedKinds } from './kinds.ts'

/** Fields of an object or a message, by their names; times are ISO 8601 or dates. */
export type Values = Readonly<Record<string, unknown>>

/** A name in the form that is compared. */
export interface Name {
  /** Its words, each once. */
  words: ReadonlySet<string>
  /** All of them, sorted. */
  sortedWords: string
  /** The IATA code of an airport; '' for anything else. */
  airport: string
}

export interface BookingFacts {
  /** `airplane`, `train`, `restaurant`; '' for a stay. */
  type: string
  /** The number of a flight, a train, …; '' for the other kinds. */
  number: string
  /** What it is: the name, or from where to where. */
  names: readonly Name[]
  /** In seconds; null if unknown. */
  startsAt: number | null
  /** Days there. */
  firstDay: string
  lastDay: string
}

/** Lower case, without blanks: how numbers of reservations are compared. */
export const plainCode = (code: string) => code.replace(/\s+/g, '').toLowerCase()

export const plainWords = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase()

/** Maximum characters and words of a name: hundreds of names are compared with hundreds. */
const maxNameLength = 255
const maxWords = 30
/** Words that are often omitted. */
const fillers = new Set(['hotel', 'the'])

/** The words of a name, without accents, punctuation and fillers. */
function wordsOf(name: string): string[] {
  const words = wordsIn(name.slice(0, maxNameLength))
  const telling = words.filter((word) => !fillers.has(word))
  return [...new Set(telling.length > 0 ? telling : words)].slice(0, maxWords).sort()
}

export function comparedName(name: string): Name {
  const words = wordsOf(name)
  const airport = /\(([A-Z]{3})\)$/.exec(name)?.[1] ?? ''
  return { words: new Set(words), sortedWords: words.join(' '), airport }
}

/** Whether two names may mean the same thing: `Casa do Largo`, `Casa do Largo, Lisboa`. */
export function isLikeName(one: Name, other: Name): boolean {
  if (one.airport && other.airport) return one.airport === other.airport
  const [few, many] = one.words.size < other.words.size ? [one, other] : [other, one]
  if (few.words.size === 0) return false
  for (const word of few.words) if (!many.words.has(word)) return false
  return true
}

/** Whether both consist of the same words; false if they have none. */
export const isSameNames = ([one]: readonly Name[], [other]: readonly Name[]) =>
  one !== undefined && one.sortedWords !== '' && one.sortedWords === other?.sortedWords

/** Whether all names that both have may mean the same; false if they share none. */
export function isLikeNames(one: readonly Name[], other: readonly Name[]): boolean {
  const both = one.flatMap((name, at) => {
    const same = other[at]
    return name.sortedWords !== '' && same && same.sortedWords !== '' ? [{ name, same }] : []
  })
  return both.length > 0 && both.every(({ name, same }) => isLikeName(name, same))
}

/** Airline and number of a flight; the airline is '' if it is missing. */
function flightNumber(number: string) {
  const [, airline = '', digits] =
    /^([a-z]{2}|[a-z]\d|\d[a-z])?0*(\d{1,5}[a-z]?)$/.exec(plainCode(number)) ?? []
  return digits === undefined ? undefined : { airline, digits }
}

/** `ap123` for `AP 0123`; undefined unless it is a flight number with an airline. */
export function fullFlightNumber(number: string): string | undefined {
  const flight = flightNumber(number)
  return flight && flight.airline !== '' ? `${flight.airline}${flight.digits}` : undefined
}

/** Whether two numbers may be the same, such as `AP123` and `123`. */
export function isLikeNumber(one: string, other: string): boolean {
  if (plainCode(one) === plainCode(other)) return plainCode(one) !== ''
  const [flight, same] = [flightNumber(one), flightNumber(other)]
  if (!flight || !same || flight.digits !== same.digits) return false
  return flight.airline === '' || same.airline === '' || flight.airline === same.airline
}

/**
 * The digits that a number has in every form that `isLikeNumber` takes for the same, without
 * blanks; '' if it has none.
 */
export const digitsOf = (number: string): string =>
  /\d+/.exec(flightNumber(number)?.digits ?? plainCode(number))?.[0] ?? ''

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** The facts in these fields; the zone is that of the trip. */
export function bookingFacts(
  kind: ReservationKind,
  values: Values,
  tripZone: string,
): BookingFacts {
  const { times, subtype = '', texts } = filedKinds[kind]
  const zone = text(values[times.startZone]) || tripZone || 'UTC'
  const at = instantOf(values[times.start], zone)
  const until = instantOf(values[times.end], zone)
  const { departure, arrival, number = '' } = texts
  const names = departure && arrival ? [departure, arrival] : ['name']
  let compared: readonly Name[] | undefined
  return {
    type: text(values[subtype]),
    number: text(values[number]),
    // Most objects differ in something else.
    get names() {
      compared ??= names.map((field) => comparedName(text(values[field])))
      return compared
    },
    startsAt: at === undefined ? null : Math.floor(at / 1000),
    firstDay: at === undefined ? '' : dayAt(at, offsetAt(zone, at)),
    lastDay: until === undefined ? '' : dayAt(until, offsetAt(zone, until)),
  }
}

/** The number of a journey; cancellations have that of a flight as their leg. */
export const journeyNumber = ({ fields, leg }: Reservation): string =>
  text(fields.transportNumber) || leg

/** The fields that facts are made of, by kind. */
export function fieldsOfFacts(kind: ReservationKind): readonly string[] {
  const { times, subtype, texts } = filedKinds[kind]
  const { departure, arrival, number } = texts
  const names = departure && arrival ? [departure, arrival] : ['name']
  const all = [...Object.values(times), subtype, number, ...names]
  return all.filter((field) => field !== undefined)
}

/** The instant of a time in UTC, of a local one or of a day; undefined if there is none. */
function instantOf(value: unknown, zone: string): number | undefined {
  if (!isZone(zone)) return undefined
  if (value instanceof Date) return finite(value.getTime())
  const time = text(value)
  if (/^\d{4}-\d\d-\d\d$/.test(time)) return beginningIn(zone, time)
  if (/(Z|[+-]\d\d:\d\d)$/.test(time)) return finite(Date.parse(time))
  return finite(instantIn(zone, time) ?? Number.NaN)
}

const finite = (instant: number) => (Number.isFinite(instant) ? instant : undefined)

/** Maximum characters of a name in an index. */
const maxIndexedLength = 100

/**
 * The name that identifies a reservation without a number: `flight ap123 2031-04-18`. It contains
 * spaces, so it can never equal a number; undefined if too little is known.
 */
export function identifyingName({ kind, start, end, fields }: Reservation): string | undefined {
  if (start === undefined) return undefined
  const dayThere = (moment: typeof start) => scheduled(moment, '')?.day ?? dayOf(moment)
  const flight =
    fields.transportationType === 'airplane' && fullFlightNumber(text(fields.transportNumber))
  if (flight) return `flight ${flight} ${dayThere(start)}`
  const { departureDescription: from, arrivalDescription: to, name } = fields
  const words = (of: unknown) => wordsOf(text(of)).join(' ').slice(0, maxIndexedLength)
  const what = kind === 'transportation' ? `${words(from)} > ${words(to)}` : words(name)
  if (kind === 'hosting') return end && `stay ${what} ${dayThere(start)} ${dayThere(end)}`
  return `${kind} ${what} ${start.local}`
}
