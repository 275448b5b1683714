/**
 * Matches the events of a calendar with the markup of the same message: an event is either one of
 * the bookings, or something else, which is filed too (test/mail/reading/bookings/two-forms). If
 * this is unclear, or the two disagree, neither is trusted.
 */
import { areWithin, plainText, wordsIn } from '../compared-words.ts'
import { Doubt } from '../doubtful-bookings.ts'
import type { Reservation } from '../reservation.ts'
import { dayAfter, dayOf, isDay } from '../times/instants.ts'
import { spanInWords } from '../times/moment-in-words.ts'
import { firstDay, isSameEnd, isSameStart, thingsOf } from './one-booking.ts'

type Verdict = 'same' | 'contradictory' | 'unclear' | 'other'

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** The names of a booking: the house, the show, both ends of a journey. */
const namesOf = ({ kind, fields }: Reservation): string[] =>
  (kind === 'transportation'
    ? [fields.transportNumber, fields.departureDescription, fields.arrivalDescription]
    : [fields.name]
  )
    .map(text)
    .filter((name) => name !== '')

/** The words of a generic event. */
const wordsOf = ({ fields }: Reservation) =>
  wordsIn([fields.name, fields.description].map(text).join(' '))

/** Whether an event has the number of a booking, or of its flight, in its words. */
function isNumbered(event: Reservation, booking: Reservation): boolean {
  const numbers = [booking.code, booking.fields.transportNumber].map(plainText)
  const words = new Set([plainText(event.code), ...wordsOf(event)])
  // Short numbers, such as `12`, may mean anything.
  return numbers.some((number) => number.length > 3 && words.has(number))
}

/** Whether an event names a booking: by its number, or by its name. */
function isNamed(event: Reservation, booking: Reservation): boolean {
  if (isNumbered(event, booking)) return true
  if (event.kind === booking.kind) return thingsOf(event, booking) === 1
  const words = wordsIn(event.fields.name)
  return namesOf(booking).some((name) => areWithin(wordsIn(name), words))
}

/** Words that do not identify an event. */
const common = new Set(['hotel', 'the', 'your', 'and', 'for', 'from', 'with', 'und', 'von', 'nach'])

/** Whether both share a word of at least three letters. */
function sharesWords(event: Reservation, booking: Reservation): boolean {
  const words = new Set(wordsOf(event))
  const telling = namesOf(booking).flatMap(wordsIn)
  return telling.some((word) => word.length > 2 && !common.has(word) && words.has(word))
}

const lastDay = ({ start, end }: Reservation) => (end ? dayOf(end) : start ? dayOf(start) : '')

/** Whether both have the same nights; whole days may end with the last night. */
function haveSameNights(event: Reservation, stay: Reservation): boolean {
  if (!event.end || !stay.end || !isSameStart(event, stay)) return false
  const days = [dayOf(event.end), ...(isDay(event.end) ? [dayAfter(dayOf(event.end), 1)] : [])]
  return isSameEnd(event, stay) || days.includes(dayOf(stay.end))
}

/** An event and a booking of the same kind. */
function verdictOfKind(event: Reservation, booking: Reservation): Verdict {
  const isStart = isSameStart(event, booking)
  if (event.kind === 'hosting') {
    if (isStart && isSameEnd(event, booking)) return isNamed(event, booking) ? 'same' : 'unclear'
    if (isNamed(event, booking)) return 'contradictory'
    const isApart = lastDay(event) <= firstDay(booking) || lastDay(booking) <= firstDay(event)
    return isApart ? 'other' : 'unclear'
  }
  if (isNamed(event, booking)) return isStart ? 'same' : 'contradictory'
  const isTimed = event.start && booking.start && !isDay(event.start) && !isDay(booking.start)
  // Flights with different numbers may leave at the same minute.
  return isStart && isTimed && thingsOf(event, booking) === 0 ? 'same' : 'other'
}

/** A generic event, and a booking of any kind. */
function verdictOfAny(event: Reservation, booking: Reservation): Verdict {
  const { start } = event
  const spansNights = lastDay(event) > firstDay(event)
  if (booking.kind === 'hosting' && spansNights) {
    if (haveSameNights(event, booking)) return 'same'
    if (isNamed(event, booking)) return 'contradictory'
  } else if (start && isSameStart(event, booking)) {
    const isExact = !isDay(start) && booking.start && !isDay(booking.start)
    if (isExact || isNamed(event, booking)) return 'same'
  }
  return isNamed(event, booking) || sharesWords(event, booking) ? 'unclear' : 'other'
}

function verdictOf(event: Reservation, booking: Reservation): Verdict {
  if (event.kind === booking.kind) return verdictOfKind(event, booking)
  return event.kind === 'activity' ? verdictOfAny(event, booking) : 'other'
}

/** A booking in the words of a reason: `Casa do Largo, 2031-04-18 15:00 to 2031-04-21 11:00`. */
function bookingInWords(booking: Reservation): string {
  const [name = ''] = namesOf(booking)
  return [name, spanInWords(booking.start, booking.end)].filter(Boolean).join(', ')
}

/**
 * The events that are not one of the bookings. Throws a Doubt for an event that contradicts a
 * booking or may be part of one, unless another event is that booking: then it is an addition, such
 * as the admission before a show.
 */
export function eventsBeside(
  events: readonly Reservation[],
  bookings: readonly Reservation[],
): Reservation[] {
  const compared = events.map((event) => ({
    event,
    verdicts: bookings.map((booking) => verdictOf(event, booking)),
  }))
  const isConfirmed = bookings.map((_, at) =>
    compared.some(({ verdicts }) => verdicts[at] === 'same'),
  )
  const others: Reservation[] = []
  for (const { event, verdicts } of compared) {
    if (verdicts.includes('same')) continue
    const at = verdicts.findIndex((verdict) => verdict !== 'other')
    const booking = bookings[at]
    if (!booking) {
      others.push(event)
      continue
    }
    const both = `${bookingInWords(event)} beside ${bookingInWords(booking)}`
    if (!isConfirmed[at]) {
      throw new Doubt(verdicts[at] === 'contradictory' ? 'otherReading' : 'unclearEvent', both)
    }
    if (firstDay(event) === firstDay(booking)) continue
    // The same flight on another day is another flight; another event may be a reminder of it.
    if (event.kind !== 'activity') others.push(event)
    else if (!isNumbered(event, booking)) throw new Doubt('unclearEvent', both)
  }
  return others
}
