/**
 * Recognises stays: a house, its location, at least one night (test/mail/reading/corpus/calendar).
 */

import type { DateTime } from 'luxon'
import { Doubt } from '../doubtful-bookings.ts'
import { textOfValue } from '../markup/markup-values.ts'
import type { Event } from '../reservation.ts'
import { localInWords } from '../times/moment-in-words.ts'
import { surelyAgree } from './agreement.ts'
import { type EventContext, momentAtPlace } from './clocks.ts'
import { type EventWords, numberIn } from './event-words.ts'
import { nightsSaid, partsOfStay } from './said-values.ts'
import { type EventTimes, localTime, type Point } from './times.ts'

const maxNights = 90
/** Words before the name of the house. */
const leading = [
  ...['(?:hotel )?stay', 'accommodation', 'lodging', 'check-?in', 'airbnb'],
  ...['hotel(?: reservation| booking)?', 'aufenthalt', 'übernachtung', 'unterkunft'],
  ...['séjour', 'hébergement', 'estancia', 'alojamiento', 'soggiorno', 'alloggio'],
  ...['estadia', 'alojamento', 'hospedagem', 'verblijf', 'overnachting', 'boende', 'ophold'],
].join('|')
const between = '(?: (?:at|in|im|à|chez|en|a|al|presso|no|na|em|bij|på|hos)|:| -| –)'
const led = new RegExp(`^(?:your )?(?:${leading})${between} (.+)$`, 'iu')
const named = new RegExp(
  '^(?:hotel|hôtel|hostel|hostal|pension|pensão|pensión|albergo|auberge|gasthof) .+|' +
    '.+ (?:hotel|hostel|inn|resort|guest ?house|suites)$',
  'iu',
)
const ofAStay = new RegExp(
  '(?<!\\p{L})(?:check-?in|check-?out|nights?|nächte|anreise|abreise|nuits?|arrivée|départ|' +
    'noches?|llegada|salida|notti|arrivo|partenza|noites?|entrada|saída|nachten|aankomst|' +
    'vertrek)(?!\\p{L})',
  'iu',
)
const nights =
  /(?<!\d)(\d{1,2}) (?:nights?|nächte?|nuits?|noches?|noites?|notti|nachten)(?!\p{L})/iu
const leaving =
  /(?<!\p{L})(?:check-?out|departure|abreise|départ|salida|partenza|saída|vertrek)(?!\p{L})(.{0,40})/iu
/** Vendors whose calendars end with the day of departure. */
const endsWithDeparture = /\bairbnb\b/i

/** The name of the house; undefined if the event is something else at a hotel. */
function houseIn({ summary, description }: EventWords): string | undefined {
  const name = led.exec(summary)?.[1]
  return name ?? (named.test(summary) && ofAStay.test(description) ? summary : undefined)
}

const daysBetween = (from: Point, to: Point) =>
  Math.round(to.time.startOf('day').diff(from.time.startOf('day'), 'days').days)

/** The numbers after a word for departure: `Check-out: 21/04/2031`. */
function leavingIn(text: string): Set<number> {
  const beside = leaving.exec(text)?.[1] ?? ''
  return new Set(beside.match(/\d+/g)?.map(Number))
}

const mayEndBefore = ({ form }: Point, text: string) =>
  form === 'day' && !endsWithDeparture.test(text)

/** The possible numbers of nights: the end may be the day of departure or the day after it. */
function lengthsOf(start: Point, end: Point, text: string): number[] {
  const length = daysBetween(start, end)
  return (mayEndBefore(end, text) ? [length, length - 1] : [length]).filter((nights) => nights >= 1)
}

/**
 * The end of a stay: a time, or the day of departure. Calendars end with that day or with the one
 * after it; the number of nights or the day of departure in the text decides. Undefined if neither
 * does.
 */
function endOf({ start, end }: EventTimes, words: EventWords) {
  if (!end) return undefined
  const text = `${words.summary}\n${words.description}`
  const length = daysBetween(start, end)
  const written = nightsSaid(words)[0]?.nights ?? nights.exec(partsOfStay(text).join('\n'))?.[1]
  const lengths = lengthsOf(start, end, text)
  const days = leavingIn(text)
  const isSaid = (nights: number) =>
    written === undefined
      ? !mayEndBefore(end, text) || days.has(start.time.plus({ days: nights }).day)
      : Number(written) === nights
  const [only, ...others] = lengths.filter(isSaid)
  if (only === undefined || others.length > 0 || only > maxNights) return undefined
  return only === length ? end : { ...end, time: end.time.minus({ days: 1 }) }
}

const isMidnight = ({ form, time }: Point) =>
  form !== 'utc' && time.hour === 0 && time.minute === 0 && time.second === 0

/** An hour at which houses receive guests. */
const isCheckIn = ({ hour }: DateTime) => hour >= 12 && hour <= 18

/** Midnight to midnight means days; with midnight at one end only, it is not a stay. */
function nightsOf({ start, end }: EventTimes): EventTimes | undefined {
  if (!end || start.form === 'day') return { start, end }
  if (isMidnight(start) !== isMidnight(end)) return undefined
  const asDay = ({ time }: Point): Point => {
    return { form: 'day', time: time.setZone('utc', { keepLocalTime: true }) }
  }
  return isMidnight(start) ? { start: asDay(start), end: asDay(end) } : { start, end }
}

/** Throws a Doubt if the words have different days, or a different number of nights. */
function surelyStays(words: EventWords, { start, end }: EventTimes, context: EventContext): void {
  const text = `${words.summary}\n${words.description}`
  const lengths = end ? lengthsOf(start, end, text) : []
  // An hour in a house is checked only if a label makes it a stay: `Check-in: Casa do Largo`.
  if (lengths.length === 0 && !led.test(words.summary)) return
  const said = lengths.length > 0 && !context.isCancelled ? nightsSaid(words) : []
  const fitting =
    said.length === 0
      ? lengths
      : lengths.filter((length) => said.some(({ nights }) => nights === length))
  if (end && lengths.length > 0 && fitting.length === 0) {
    const days = [start, end].map((point) => localInWords(localTime(point))).join(' to ')
    throw new Doubt('otherWords', `${said[0]?.written} and ${days}`)
  }
  const ends = fitting.flatMap((nights) =>
    end ? [{ ...end, time: end.time.minus({ days: daysBetween(start, end) - nights }) }] : [],
  )
  surelyAgree('stay', words, { start, ends }, context)
}

/**
 * The event as a stay; undefined for any other event. Throws a Doubt if its words contradict that.
 */
export function stayIn(words: EventWords, times: EventTimes, at: EventContext): Event | undefined {
  const name = houseIn(words)
  const days = nightsOf(times)
  if (name) surelyStays(words, days ?? times, at)
  const last = days && endOf(days, words)
  if (!name || !last || words.location === '') return undefined
  const code = numberIn(words)
  return {
    kind: 'hosting',
    provider: '',
    code,
    leg: '',
    start: momentAtPlace(days.start, at, isCheckIn),
    end: momentAtPlace(last, at),
    fields: {
      name: textOfValue(name),
      address: textOfValue(words.location, 20_000),
      ...(code && { providerReservationCode: code }),
    },
  }
}
