/**
 * Recognises restaurant tables: a restaurant, and a span of some hours
 * (test/mail/reading/corpus/calendar).
 */

import { textOfValue } from '../markup/markup-values.ts'
import type { Event } from '../reservation.ts'
import { spanOf, surelyAgree } from './agreement.ts'
import { type EventContext, momentAtPlace } from './clocks.ts'
import { type EventWords, numberIn } from './event-words.ts'
import { exactClocks } from './said-values.ts'
import type { EventTimes } from './times.ts'

/** Words before the name of the restaurant; just a meal may be at home. */
const leading = [
  ...['table(?: reservation| booking)?', '(?:restaurant|dinner|lunch) (?:reservation|booking)'],
  ...[
    'tisch(?:reservierung)?',
    'restaurant(?:reservierung)?',
    'réservation (?:de table|restaurant)',
  ],
  ...['reserva de (?:mesa|restaurante)', 'mesa', 'prenotazione (?:tavolo|ristorante)', 'tavolo'],
  ...['tafel(?:reservering)?', 'restaurantreservering', 'bordsbokning', 'bordreservation'],
].join('|')
const party = '(?: (?:for|für|pour|para|per|voor|för|til) \\d{1,2}(?: \\p{L}{3,9})?)?'
const between = '(?: (?:at|bei|bei der|im|in|chez|à|en|no|na|da|al|alla|bij|på|hos)\\b|:| -| –)'
const led = new RegExp(`^(?:your )?(?:${leading})${party}${between} (.+)$`, 'iu')
const guests = /\b(?:for|für|pour|para|per|voor|för|til) (\d{1,2})\b/iu
const maxHours = 6

/**
 * The event as a table; undefined for any other event, and if the words have different times of
 * day. Throws a Doubt if one is labelled as that of the table.
 */
export function tableIn(
  words: EventWords,
  { start, end }: EventTimes,
  context: EventContext,
): Event | undefined {
  const name = led.exec(words.summary)?.[1]
  if (!name) return undefined
  const said = surelyAgree('table', words, spanOf({ start, end }), context)
  if (words.location === '' || start.form === 'day') return undefined
  const hours = end ? end.time.diff(start.time, 'hours').hours : 0
  const clocks = exactClocks(words)
  const starts = [start.time, start.time.setZone(context.here ?? start.time.zone)]
  const isUnsaid = clocks.size === 0 || start.form === 'utc' || said.start
  const isSaid = isUnsaid || starts.some(({ hour, minute }) => clocks.has(hour * 60 + minute))
  if (hours > maxHours || !isSaid) return undefined
  const code = numberIn(words)
  const count = guests.exec(words.summary)?.[1]
  return {
    kind: 'activity',
    provider: '',
    code,
    leg: '',
    start: momentAtPlace(start, context),
    end: end && momentAtPlace(end, context),
    fields: {
      activityType: 'restaurant',
      name: textOfValue(name),
      description: count ? `Guests: ${count}` : '',
      address: textOfValue(words.location, 20_000),
      allDay: false,
      ...(code && { providerReservationCode: code }),
    },
  }
}
