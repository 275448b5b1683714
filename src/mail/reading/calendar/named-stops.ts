/**
 * Recognises journeys with a number between two named stops (test/mail/reading/corpus/calendar).
 */

import { textOfValue } from '../markup/markup-values.ts'
import type { Event } from '../reservation.ts'
import { spanOf, surelyAgree } from './agreement.ts'
import { type EventContext, momentOfPoint } from './clocks.ts'
import { type EventWords, numberIn } from './event-words.ts'
import { isBesideJourney } from './journey-titles.ts'
import type { EventTimes } from './times.ts'

interface Vehicle {
  type: 'train' | 'airplane'
  /** A number after a word for it, or after an unambiguous class of trains. */
  numbered: readonly RegExp[]
  written: (number: string) => string
}

const trains: Vehicle = {
  type: 'train',
  numbered: [
    new RegExp(
      '\\b(?:train|zug|treno|tren|comboio|trein|tåg|tog) (?:no\\.? ?|number |nr\\.? ?)?' +
        '([A-Z]{0,4} ?\\d{1,5})\\b',
      'i',
    ),
    /\b((?:ICE|TGV|RJX|AVE|IC|EC|RJ|NJ|EN) ?\d{1,5})\b/,
  ],
  written: (number) => number.trim().toUpperCase(),
}
/** Airports without codes; those with are flights.ts's. */
const flights: Vehicle = {
  type: 'airplane',
  numbered: [
    new RegExp(
      '\\b(?:flight|flug|vol|vuelo|voo|volo|vlucht) (?:no\\.? ?|number |nr\\.? ?)?' +
        '((?:[A-Z]{2}|[A-Z]\\d|\\d[A-Z]) ?\\d{1,4})\\b(?![.,:]\\d)',
      'i',
    ),
  ],
  written: (number) => number.replace(' ', '').toUpperCase(),
}

const stop = '(\\p{L}[^→]{1,80}?)'
const stops = new RegExp(
  `^(?:train )?${stop} ?(→|->| – | - | (?:to|nach|naar|vers) ) ?${stop}$`,
  'u',
)
const airportCode = /\b[A-Z]{3}\b/
const maxHours = 36

/** The number and the two stops in a summary, else undefined. */
function rideIn(summary: string, { numbered, type, written }: Vehicle) {
  if (isBesideJourney(summary)) return undefined
  const found = numbered.map((pattern) => pattern.exec(summary)).find((one) => one !== null)
  if (!found) return undefined
  const rest = `${summary.slice(0, found.index)} ${summary.slice(found.index + found[0].length)}`
  const [, from, sign = '', to] = stops.exec(rest.replace(/[\s():,;]+/g, ' ').trim()) ?? []
  if (!from || !to || /→|->| – | - /.test(to)) return undefined
  if (type === 'airplane' && airportCode.test(`${from} ${to}`)) return undefined
  const isInWords = /\p{L}/u.test(sign)
  return { type, transportNumber: written(found[1] ?? ''), from, to, isInWords }
}

/**
 * The event as a journey; undefined for any other event, and for times without a zone. Throws a
 * Doubt if its words have different times.
 */
export function journeyIn(
  words: EventWords,
  times: EventTimes,
  context: EventContext,
): Event | undefined {
  const ride = rideIn(words.summary, trains) ?? rideIn(words.summary, flights)
  if (ride) surelyAgree('journey', words, spanOf(times), context)
  const { start, end } = times
  const isInZones = [start, end].every((point) => point?.form === 'zoned' || point?.form === 'utc')
  if (!ride || !end || !isInZones || end.time.diff(start.time, 'hours').hours > maxHours) {
    return undefined
  }
  const [location, from] = [words.location.toLowerCase(), ride.from.toLowerCase()]
  // Without one, `Tickets for flight AP123 to Porto` would name two stops.
  if (location === '' && ride.isInWords) return undefined
  if (!location.includes(from) && !from.includes(location)) return undefined
  const code = numberIn(words)
  return {
    kind: 'transportation',
    provider: '',
    code,
    leg: ride.transportNumber,
    // The coordinates belong to only one of the stops.
    start: momentOfPoint(start, context),
    end: momentOfPoint(end, { ...context, here: undefined }),
    fields: {
      transportationType: ride.type,
      transportNumber: ride.transportNumber,
      departureDescription: textOfValue(ride.from),
      arrivalDescription: textOfValue(ride.to),
      ...(code && { providerReservationCode: code }),
    },
  }
}
