/** Recognises train journeys: a number, two stations (test/mail/corpus/calendar). */

import { textOfValue } from '../markup/markup-values.ts'
import type { Event } from '../reservation.ts'
import { spanOf, surelyAgree } from './agreement.ts'
import { type EventContext, momentOfPoint } from './clocks.ts'
import { type EventWords, numberIn } from './event-words.ts'
import type { EventTimes } from './times.ts'

/** A number after a word for trains, or after an unambiguous class of trains. */
const numbered = [
  new RegExp(
    '\\b(?:train|zug|treno|tren|comboio|trein|tåg|tog) (?:no\\.? ?|number |nr\\.? ?)?' +
      '([A-Z]{0,4} ?\\d{1,5})\\b',
    'i',
  ),
  /\b((?:ICE|TGV|RJX|AVE|IC|EC|RJ|NJ|EN) ?\d{1,5})\b/,
]
const stations = /^(?:train )?(\p{L}[^→]{1,80}?) ?(?:→|->| – | - ) ?(\p{L}[^→]{1,80})$/u
const maxHours = 36

/** The train and its two stations in a summary, else undefined. */
function rideIn(summary: string) {
  const found = numbered.map((pattern) => pattern.exec(summary)).find((one) => one !== null)
  if (!found) return undefined
  const rest = `${summary.slice(0, found.index)} ${summary.slice(found.index + found[0].length)}`
  const [, from, to] = stations.exec(rest.replace(/[\s():,;]+/g, ' ').trim()) ?? []
  const transportNumber = (found[1] ?? '').trim().toUpperCase()
  return from && to && !/→|->| – | - /.test(to) ? { transportNumber, from, to } : undefined
}

/**
 * The event as a train journey; undefined for any other event, and for times without a zone. Throws
 * a Doubt if its words have different times.
 */
export function trainIn(
  words: EventWords,
  times: EventTimes,
  context: EventContext,
): Event | undefined {
  const ride = rideIn(words.summary)
  if (ride) surelyAgree('journey', words, spanOf(times), context)
  const { start, end } = times
  const isInZones = [start, end].every((point) => point?.form === 'zoned' || point?.form === 'utc')
  if (!ride || !end || !isInZones || end.time.diff(start.time, 'hours').hours > maxHours) {
    return undefined
  }
  const [location, from] = [words.location.toLowerCase(), ride.from.toLowerCase()]
  if (!location.includes(from) && !from.includes(location)) return undefined
  const code = numberIn(words)
  return {
    kind: 'transportation',
    provider: '',
    code,
    leg: ride.transportNumber,
    // The coordinates belong to only one of the stations.
    start: momentOfPoint(start, context),
    end: momentOfPoint(end, { ...context, here: undefined }),
    fields: {
      transportationType: 'train',
      transportNumber: ride.transportNumber,
      departureDescription: textOfValue(ride.from),
      arrivalDescription: textOfValue(ride.to),
      ...(code && { providerReservationCode: code }),
    },
  }
}
