/** Recognises rental cars: a company, a place, both times (test/mail/reading/corpus/calendar). */

import { textOfValue } from '../markup/markup-values.ts'
import type { Event } from '../reservation.ts'
import { spanOf, surelyAgree } from './agreement.ts'
import { type EventContext, momentOfPoint } from './clocks.ts'
import { type EventWords, numberIn } from './event-words.ts'
import { exactClocks } from './said-values.ts'
import type { EventTimes, Point } from './times.ts'

/** Words before the name of the company. */
const leading = [
  ...['car (?:hire|rental)', 'rental car', 'hire car', 'mietwagen', 'autovermietung', 'leihwagen'],
  ...['location de voiture', 'voiture de location', 'alquiler de (?:coche|carro)'],
  ...['coche de alquiler', 'autonoleggio', 'noleggio auto', 'auto a noleggio'],
  ...['alug(?:uel|uer) de carro', 'carro alugado', 'huurauto', 'autoverhuur', 'hyrbil', 'lejebil'],
].join('|')
const between = '(?: (?:at|with|from|bei|von|chez|avec|con|de|da|com|bij|van|hos)\\b|:| -| –)'
const led = new RegExp(`^(?:your )?(?:${leading})${between} (.+)$`, 'iu')
/** The place of return, if stated. */
const returned = new RegExp(
  '^(?:return|drop-?off|rückgabe|retour|restitution|devolución|entrega|riconsegna|devolução|' +
    'inlevering)(?: location| place)?: *(?=.*\\p{L}{3})(.{3,200})$',
  'imu',
)
const maxDays = 90

const isTimed = (point: Point | undefined) => point?.form === 'zoned' || point?.form === 'utc'

/** Whether the words contain the time of day, or no time. */
function agrees({ time }: Point, clocks: ReadonlySet<number>): boolean {
  return clocks.size === 0 || clocks.has(time.hour * 60 + time.minute)
}

/**
 * The event as a rental; undefined for any other event, and if the words have different times of
 * day. Throws a Doubt if they are labelled as those of the rental.
 */
export function rentalIn(
  words: EventWords,
  { start, end }: EventTimes,
  context: EventContext,
): Event | undefined {
  const company = led.exec(words.summary)?.[1]
  if (!company) return undefined
  const said = surelyAgree('rental', words, spanOf({ start, end }), context)
  if (words.location === '' || !isTimed(start) || !end || !isTimed(end)) {
    return undefined
  }
  const clocks = exactClocks(words)
  const days = end.time.diff(start.time, 'days').days
  const isOneRental = days > 0 && days <= maxDays
  const isSaid = said.start || said.end || (agrees(start, clocks) && agrees(end, clocks))
  if (!isOneRental || !isSaid) return undefined
  const code = numberIn(words)
  const place = textOfValue(words.location)
  return {
    kind: 'transportation',
    provider: textOfValue(company),
    code,
    leg: '',
    start: momentOfPoint(start, context),
    end: momentOfPoint(end, { ...context, here: undefined }),
    fields: {
      transportationType: 'car',
      company: textOfValue(company),
      departureDescription: place,
      arrivalDescription: textOfValue(returned.exec(words.description)?.[1] ?? place),
      ...(code && { providerReservationCode: code }),
    },
  }
}
