/**
 * Recognises flights: a number, two airports, times that fit (test/mail/reading/corpus/calendar).
 */

import { Doubt } from '../doubtful-bookings.ts'
import type { Event, Moment } from '../reservation.ts'
import { type Airport, airportOf } from '../times/airports.ts'
import { instantOf } from '../times/instants.ts'
import { localInWords, spanInWords } from '../times/moment-in-words.ts'
import { spanOf, surelyAgree } from './agreement.ts'
import { type EventContext, hasTime, haveSameClocks, momentThere } from './clocks.ts'
import { type EventWords, numberIn, onlyOne } from './event-words.ts'
import { isBesideJourney } from './journey-titles.ts'
import { type EventTimes, localTime } from './times.ts'

const between = ' ?(?:-+|–|—|→|➔|✈|>|->|/|to) ?'
const chain = new RegExp(`(?<![A-Za-z])[A-Z]{3}(?:${between}[A-Z]{3})+(?![A-Za-z])`, 'g')
const inParentheses = /\(([A-Z]{3})\)/g
/** Words before an airport that reverse the order of the two. */
const arrival = /\b(?:to|nach|vers|hacia|para|arriv\w*|ankunft)\b/i
const departure = /\b(?:from|von|depuis|desde|depart\w*|abflug)\b/i

const number = /(?<![\w-])([A-Z]{2}|[A-Z]\d|\d[A-Z]) ?(\d{1,4})(?![\w-]|[.,:]\d)/g
const notANumber =
  /(?:pnr|code|ref\w*|booking|reservation|(?<!flight )number|seat|gate|terminal|row)[ .:#]*$/i
const flightWord = /\b(?:flight|flug|vol|vuelo|voo|volo)(?: ?(?:number|nr|no))?[ .:#]*$/i

/** The flight number in the summary, or labelled in the description. */
function flightNumber({ summary, description }: EventWords): string | undefined {
  const found = (text: string, isOne: (before: string, written: string) => boolean) =>
    [...text.matchAll(number)]
      .filter(({ 0: written, index }) => isOne(text.slice(Math.max(0, index - 30), index), written))
      .map(([, carrier, digits]) => `${carrier}${digits}`)
  const isFlight = (before: string) => flightWord.test(before)
  // `Q3 2031` may mean anything.
  const isPlain = (written: string) => !/^(?:[A-Z]\d|\d[A-Z]) /.test(written)
  const inSummary = found(summary, (before, written) => {
    return isFlight(before) || (isPlain(written) && !notANumber.test(before))
  })
  return onlyOne(inSummary.length > 0 ? inSummary : found(description, isFlight))
}

/** Maximum codes looked up per event: two airports, and other words of three letters. */
const maxCodes = 6

/**
 * Looks up the airports in a message's calendars once each, up to a limit; others count as unknown.
 */
export class KnownAirports {
  readonly #known = new Map<string, Promise<Airport | undefined>>()
  readonly #most = 60

  of(code: string): Promise<Airport | undefined> {
    const found = this.#known.get(code) ?? (this.#known.size < this.#most ? airportOf(code) : none)
    if (this.#known.size < this.#most) this.#known.set(code, found)
    return found
  }
}
const none = Promise.resolve(undefined)

/** The airports in parentheses; empty if the words reverse their order. */
async function namedIn(text: string, airports: KnownAirports): Promise<string[]> {
  const found = [...text.matchAll(inParentheses)]
  const known = await Promise.all(found.map(([, code = '']) => airports.of(code)))
  const [from, to, ...more] = found.filter((_, at) => known[at])
  if (!from || !to) return []
  const isBackwards =
    arrival.test(text.slice(0, from.index)) || departure.test(text.slice(from.index, to.index))
  return [isBackwards ? '' : [from, to, ...more].map(([, code]) => code).join(' ')]
}

/** Routes as codes separated by spaces; for connecting flights, all codes. */
async function routesIn(text: string, airports: KnownAirports): Promise<string[]> {
  const chains = [...text.matchAll(chain)].map(([codes]) => codes.match(/[A-Z]{3}/g)?.join(' '))
  return [...chains.map((codes) => codes ?? ''), ...(await namedIn(text, airports))]
}

/** Both airports of the only route in the text, unless the location contradicts it. */
async function airportsOf(
  { summary, location, description }: EventWords,
  airports: KnownAirports,
): Promise<[Airport, Airport] | undefined> {
  const texts = [summary, location, description]
  const codes = texts.flatMap((text) => [...text.matchAll(inParentheses)].map(([, code]) => code))
  if (new Set(codes).size > maxCodes) return undefined
  const routes = await Promise.all(texts.map((text) => routesIn(text, airports)))
  // The first field with a route is about this event; others may describe the whole journey.
  const route = onlyOne(routes.find((some) => some.length > 0) ?? []) ?? ''
  if (!routes.every((some) => some.length === 0 || some.includes(route))) return undefined
  const [one = '', two = '', ...more] = route.split(' ')
  if (two === '' || more.length > 0 || one === two) return undefined
  const [from, to] = [await airports.of(one), await airports.of(two)]
  const stated = /(?:^|\()([A-Z]{3})(?:\)|$)/.exec(location)?.[1]
  const isElsewhere = stated !== undefined && stated !== one && (await airports.of(stated))
  return from && to && !isElsewhere ? [from, to] : undefined
}

/** The arrival, if it is certain; flights can be filed without. */
function arrivalOf(
  { start, end }: EventTimes,
  [from, to]: [Airport, Airport],
  context: EventContext,
): Moment | undefined {
  if (!end) return undefined
  const isFloating = end.form === 'floating' && !haveSameClocks(start, from.zone, to.zone)
  if (isFloating && !hasTime(context, end.time)) return undefined
  return momentThere(end, { ...context, here: to.zone })
}

const maxMinutes = 24 * 60
const isFlightTime = (start: Moment, end: Moment) => {
  const minutes = ((instantOf(end) ?? Number.NaN) - (instantOf(start) ?? Number.NaN)) / 60_000
  return minutes > 0 && minutes <= maxMinutes
}

/** The event as a flight, or undefined. Throws a Doubt if its times or words do not fit. */
export async function flightIn(
  words: EventWords,
  times: EventTimes,
  context: EventContext,
  airports: KnownAirports,
): Promise<Event | undefined> {
  if (isBesideJourney(words.summary)) return undefined
  const transportNumber = flightNumber(words)
  if (transportNumber === undefined || times.start.form === 'day') return undefined
  const route = await airportsOf(words, airports)
  if (!route) return undefined
  const [from, to] = route
  const start = momentThere(times.start, { ...context, here: from.zone })
  if (!start)
    throw new Doubt('contradictory', `${localInWords(localTime(times.start))} in ${from.name}`)
  const end = arrivalOf(times, route, context)
  if (end && !isFlightTime(start, end)) {
    throw new Doubt('contradictory', spanInWords(start, end))
  }
  surelyAgree('journey', words, spanOf(times), context, { start: from, end: to })
  const code = numberIn(words)
  return {
    kind: 'transportation',
    provider: '',
    code,
    leg: transportNumber,
    start,
    end,
    fields: {
      transportationType: 'airplane',
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
