/** Events that are flights: a flight number, and two airports whose zones fit (test/mail/calendars). */
import { type Airport, airportOf } from './airports.ts'
import { haveSameClocks, momentThere, type Told, tells } from './calendar-clocks.ts'
import type { EventTimes } from './calendar-times.ts'
import { type EventWords, numberIn, onlyOne } from './calendar-words.ts'
import { Doubt } from './journeys.ts'
import type { Moment, Reservation } from './reservation.ts'

type Flight = Pick<Reservation, 'kind' | 'provider' | 'code' | 'leg' | 'start' | 'end' | 'fields'>

const between = ' ?(?:-+|–|—|→|➔|✈|>|->|/|to) ?'
const chain = new RegExp(`(?<![A-Za-z])[A-Z]{3}(?:${between}[A-Z]{3})+(?![A-Za-z])`, 'g')
const inParentheses = /\(([A-Z]{3})\)/g
/** Words before an airport that say it is the other one of the two. */
const arrival = /\b(?:to|nach|vers|hacia|para|arriv\w*|ankunft)\b/i
const departure = /\b(?:from|von|depuis|desde|depart\w*|abflug)\b/i

const number = /(?<![\w-])([A-Z]{2}|[A-Z]\d|\d[A-Z]) ?(\d{1,4})(?![\w-]|[.,:]\d)/g
const notANumber =
  /(?:pnr|code|ref\w*|booking|reservation|(?<!flight )number|seat|gate|terminal|row)[ .:#]*$/i
const flightWord = /\b(?:flight|flug|vol|vuelo|voo|volo)(?: ?(?:number|nr|no))?[ .:#]*$/i

/** The flight number in the summary, or the one in the description that is said to be one. */
function flightNumber({ summary, description }: EventWords): string | undefined {
  const found = (text: string, isOne: (before: string) => boolean) =>
    [...text.matchAll(number)]
      .filter(({ index }) => isOne(text.slice(Math.max(0, index - 30), index)))
      .map(([, carrier, digits]) => `${carrier}${digits}`)
  const inSummary = found(summary, (before) => !notANumber.test(before))
  return onlyOne(
    inSummary.length > 0 ? inSummary : found(description, (before) => flightWord.test(before)),
  )
}

/** Codes in parentheses that are looked at. */
const mostCodes = 10

/** The airports named in parentheses; backwards where the words say so, and then none. */
async function namedIn(text: string): Promise<string[]> {
  const found = [...text.matchAll(inParentheses)].slice(0, mostCodes)
  const known = await Promise.all(found.map(([, code = '']) => airportOf(code)))
  const [from, to, ...more] = found.filter((_, at) => known[at])
  if (!from || !to) return []
  const isBackwards =
    arrival.test(text.slice(0, from.index)) || departure.test(text.slice(from.index, to.index))
  return [isBackwards ? '' : [from, to, ...more].map(([, code]) => code).join(' ')]
}

/** From where to where, as codes with a blank between them; of a longer way, all codes. */
async function routesIn(text: string): Promise<string[]> {
  const chains = [...text.matchAll(chain)].map(([codes]) => codes.match(/[A-Z]{3}/g)?.join(' '))
  return [...chains.map((codes) => codes ?? ''), ...(await namedIn(text))]
}

/** Both airports of the one way that the words tell, and the location does not contradict. */
async function airportsOf(words: EventWords): Promise<[Airport, Airport] | undefined> {
  const told = await Promise.all(
    [words.summary, words.location, words.description].map((text) => routesIn(text)),
  )
  const codes = (onlyOne(told.flat()) ?? '').split(' ')
  const [from, to] = await Promise.all(codes.map((code) => airportOf(code)))
  const stated = /(?:^|\()([A-Z]{3})(?:\)|$)/.exec(words.location)?.[1]
  const isElsewhere = stated !== undefined && stated !== codes[0] && (await airportOf(stated))
  if (!from || !to || codes.length !== 2 || from.code === to.code || isElsewhere) return undefined
  return [from, to]
}

/** The arrival, where the clocks leave no doubt of it; a flight may be filed without. */
function arrivalOf(
  { start, end }: EventTimes,
  [from, to]: [Airport, Airport],
  told: Told,
): Moment | undefined {
  if (!end) return undefined
  const isFloating = end.form === 'floating' && !haveSameClocks(start, from.zone, to.zone)
  if (isFloating && !tells(told, end.time)) return undefined
  return momentThere(end, { ...told, here: to.zone })
}

/** The flight that an event is; undefined if it is none. Throws a Doubt if its times do not fit. */
export async function flightIn(
  words: EventWords,
  times: EventTimes,
  told: Told,
): Promise<Flight | undefined> {
  const transportNumber = flightNumber(words)
  const airports = transportNumber === undefined ? undefined : await airportsOf(words)
  if (!transportNumber || !airports || times.start.form === 'day') return undefined
  const [from, to] = airports
  const start = momentThere(times.start, { ...told, here: from.zone })
  if (!start) throw new Doubt('contradictory')
  const end = arrivalOf(times, airports, told)
  const code = numberIn(words)
  return {
    kind: 'transportation',
    provider: '',
    code,
    leg: transportNumber,
    start,
    ...(end && { end }),
    fields: {
      transportationType: 'airplane',
      company: transportNumber.slice(0, 2),
      transportNumber,
      departureDescription: `${from.name} (${from.code})`,
      departureLatitude: from.latitude,
      departureLongitude: from.longitude,
      arrivalDescription: `${to.name} (${to.code})`,
      arrivalLatitude: to.latitude,
      arrivalLongitude: to.longitude,
      ...(code && { providerReservationCode: code }),
    },
  }
}
