/**
 * Recognises a booking that occurs several times in a message: in JSON-LD and microdata, in the
 * body and in an attached message (test/mail/reading/corpus). If two forms disagree, neither is
 * trusted.
 */

import { areWithin, plainText, wordsIn } from '../compared-words.ts'
import type { Moment, Reservation } from '../reservation.ts'
import { dayOf, instantOf, isDay } from '../times/instants.ts'
import { ticketed } from './combined-tickets.ts'
import { updatedTickets } from './people.ts'

/** 1 if two texts mean the same, -1 if they differ, 0 if one is missing. */
function likeness(one: unknown, other: unknown, isOne: (a: string, b: string) => boolean): number {
  const [a, b] = [plainText(one), plainText(other)]
  return a === '' || b === '' ? 0 : isOne(String(one), String(other)) ? 1 : -1
}

const isEqual = (a: string, b: string) => plainText(a) === plainText(b)

/** `Casa do Largo` and `Hotel Largo, Casa do`. */
const isSameName = (a: string, b: string) => areWithin(wordsIn(a), wordsIn(b))

/** A number, with and without leading letters or airline: `lx571`, `r12`. */
const readingsOf = (number: string) => [
  number,
  number.replace(/^[a-z]+(?=\d+$)/, ''),
  number.replace(/^([a-z]\d|\d[a-z])(?=\d+$)/, ''),
]
/** Whether two numbers mean one flight or train: `LX 571` and `571`. */
export function isSameNumber(one: string, other: string): boolean {
  const [a, b] = [plainText(one), plainText(other)]
  return readingsOf(a).includes(b) || readingsOf(b).includes(a)
}

/**
 * Whether two moments may be the same. A day matches any time on it. A time without a zone matches
 * any zone, and compared with UTC either reading.
 */
function isSameTime(one: Moment, other: Moment): boolean {
  if (isDay(one) || isDay(other)) return dayOf(one) === dayOf(other)
  const [a, b] = [instantOf(one), instantOf(other)]
  if (a !== undefined && b !== undefined) return Math.abs(a - b) < 60_000
  const isUtc = a === undefined ? other.offset === 0 : one.offset === 0
  return !isUtc && one.local.slice(0, 16) === other.local.slice(0, 16)
}

/** The first day of a booking; '' if it states none. */
export const firstDay = ({ start }: Reservation) => (start ? dayOf(start) : '')

/** Whether both may begin at the same time; true unless both state different ones. */
export const isSameStart = (one: Reservation, other: Reservation): boolean =>
  !one.start || !other.start || isSameTime(one.start, other.start)

/** Whether both may end at the same time; true unless both state different ones. */
export const isSameEnd = (one: Reservation, other: Reservation): boolean =>
  !one.end || !other.end || isSameTime(one.end, other.end)

const codesOf = (one: Reservation, other: Reservation) => likeness(one.code, other.code, isEqual)

/** 1 if both book the same thing, regardless of times, -1 if different things, 0 if unknown. */
export function thingsOf(one: Reservation, other: Reservation): number {
  const [a, b] = [one.fields, other.fields]
  if (one.kind !== 'transportation') return likeness(a.name, b.name, isSameName)
  const numbers = likeness(a.transportNumber, b.transportNumber, isSameNumber)
  const isFrom = a.departureLatitude != null && a.departureLatitude === b.departureLatitude
  const from = isFrom ? 1 : likeness(a.departureDescription, b.departureDescription, isSameName)
  return numbers === -1 ? -1 : numbers === 1 && from === 0 ? 1 : from
}

/** Whether two bookings share a day. */
function isThatDay(one: Reservation, other: Reservation): boolean {
  if (!one.start || !other.start) return false
  if (one.kind !== 'hosting') return dayOf(one.start) === dayOf(other.start)
  const [until, otherUntil] = [one.end ?? one.start, other.end ?? other.start]
  return dayOf(one.start) < dayOf(otherUntil) && dayOf(other.start) < dayOf(until)
}

type Relation = 'same' | 'different' | 'contradictory' | 'confirmedAndCancelled'

/** The relation if at least one is a cancellation. */
function relationOfCancelled(one: Reservation, other: Reservation): Relation {
  const [leg, otherLeg] = [plainText(one.leg), plainText(other.leg)]
  if (codesOf(one, other) !== 1) return 'different'
  if (one.isCancelled && other.isCancelled) return leg === otherLeg ? 'same' : 'different'
  // A cancellation without a leg means all legs.
  const cancelled = one.isCancelled ? leg : otherLeg
  return cancelled === '' || leg === otherLeg ? 'confirmedAndCancelled' : 'different'
}

/** The relation of bookings in two forms of a message. */
export function relationOf(one: Reservation, other: Reservation): Relation {
  if (one.kind !== other.kind) return 'different'
  if (one.isCancelled || other.isCancelled) return relationOfCancelled(one, other)
  const [codes, things] = [codesOf(one, other), thingsOf(one, other)]
  const isNamed = things === 1 || (things === 0 && codes === 1)
  if (!isNamed || !one.start || !other.start) return 'different'
  // Agencies and airlines have different reservation numbers for the same flight.
  const hasNumber = plainText(one.fields.transportNumber) !== ''
  if (codes === -1 && !hasNumber) return 'different'
  if (!isSameTime(one.start, other.start)) {
    return codes === 1 && isThatDay(one, other) ? 'contradictory' : 'different'
  }
  return isSameEnd(one, other) ? 'same' : 'contradictory'
}

/** The newer one, if both are dated, as in attached messages. */
export function newerOf(one: Reservation, other: Reservation): Reservation | undefined {
  if (!one.saidAt || !other.saidAt || one.saidAt === other.saidAt) return undefined
  return one.saidAt > other.saidAt ? one : other
}

/** How exact a moment is. */
const exactness = (moment: Moment | undefined) =>
  moment === undefined
    ? 0
    : (isDay(moment) ? 1 : 4) +
      (moment.zone === undefined ? 0 : 1) +
      (moment.offset === undefined ? 0 : 1)

const more = (one: Moment | undefined, other: Moment | undefined) =>
  exactness(other) > exactness(one) ? other : one

/** The number of details of a booking, besides its times. */
export const richness = (booking: Reservation) =>
  Object.values(ticketed(booking).fields).filter((value) => value !== null && value !== '').length

/** The more detailed of two, completed with times and texts of the other. */
export function mergedBooking(one: Reservation, other: Reservation): Reservation {
  const fields = { ...one.fields }
  for (const [name, value] of Object.entries(other.fields)) {
    const isMissing = (fields[name] ?? '') === '' && typeof value === 'string'
    if (isMissing && name !== 'currency') fields[name] = value
  }
  const tickets = updatedTickets(other.tickets ?? [], one.tickets ?? []) ?? one.tickets
  // A repeated booking keeps its age.
  const isOtherOlder = other.saidAt && (!one.saidAt || other.saidAt < one.saidAt)
  const { saidAt, saidOn } = isOtherOlder ? other : one
  return {
    ...one,
    ...{ saidAt, saidOn },
    code: one.code || other.code,
    start: more(one.start, other.start),
    end: more(one.end, other.end),
    ...(tickets && { tickets }),
    fields,
  }
}
