/**
 * Recognises a booking that a message has more than once: in JSON-LD and in microdata, in its own
 * body and in an attached message (test/mail/corpus). Where two forms disagree, neither is trusted.
 */

import { areWithin, plainText, wordsIn } from '../compared-words.ts'
import type { Moment, Reservation } from '../reservation.ts'
import { dayOf, instantOf, isDay } from '../times/instants.ts'
import { ticketed } from './joined.ts'
import { updatedTickets } from './people.ts'

/** Whether two texts mean one thing: 1; another: -1; 0 where one of them is missing. */
function likeness(one: unknown, other: unknown, isOne: (a: string, b: string) => boolean): number {
  const [a, b] = [plainText(one), plainText(other)]
  return a === '' || b === '' ? 0 : isOne(String(one), String(other)) ? 1 : -1
}

const isEqual = (a: string, b: string) => plainText(a) === plainText(b)

/** `Casa do Largo` and `Hotel Largo, Casa do`. */
const isSameName = (a: string, b: string) => areWithin(wordsIn(a), wordsIn(b))

/** A number, and what it is without the letters or the airline before it: `lx571`, `r12`. */
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
 * Whether two moments are the same as far as can be known. A day is any time of it. A time without
 * a zone is that of any, but beside UTC it may mean either.
 */
function isSameTime(one: Moment, other: Moment): boolean {
  if (isDay(one) || isDay(other)) return dayOf(one) === dayOf(other)
  const [a, b] = [instantOf(one), instantOf(other)]
  if (a !== undefined && b !== undefined) return Math.abs(a - b) < 60_000
  const isUtc = a === undefined ? other.offset === 0 : one.offset === 0
  return !isUtc && one.local.slice(0, 16) === other.local.slice(0, 16)
}

/** The day on which a booking begins; '' where it states none. */
export const firstDay = ({ start }: Reservation) => (start ? dayOf(start) : '')

/** Whether both begin at the same time, as far as both state it. */
export const isSameStart = (one: Reservation, other: Reservation): boolean =>
  !one.start || !other.start || isSameTime(one.start, other.start)

/** Whether both end at the same time, as far as both state it. */
export const isSameEnd = (one: Reservation, other: Reservation): boolean =>
  !one.end || !other.end || isSameTime(one.end, other.end)

const codesOf = (one: Reservation, other: Reservation) => likeness(one.code, other.code, isEqual)

/** Whether the same thing is booked, apart from its times: 1; another: -1; not known: 0. */
export function thingsOf(one: Reservation, other: Reservation): number {
  const [a, b] = [one.fields, other.fields]
  if (one.kind !== 'transportation') return likeness(a.name, b.name, isSameName)
  const numbers = likeness(a.transportNumber, b.transportNumber, isSameNumber)
  const isFrom = a.departureLatitude != null && a.departureLatitude === b.departureLatitude
  const from = isFrom ? 1 : likeness(a.departureDescription, b.departureDescription, isSameName)
  return numbers === -1 ? -1 : numbers === 1 && from === 0 ? 1 : from
}

/** Whether two days, or two stays, share one. */
function isThatDay(one: Reservation, other: Reservation): boolean {
  if (!one.start || !other.start) return false
  if (one.kind !== 'hosting') return dayOf(one.start) === dayOf(other.start)
  const [until, otherUntil] = [one.end ?? one.start, other.end ?? other.start]
  return dayOf(one.start) < dayOf(otherUntil) && dayOf(other.start) < dayOf(until)
}

export type Relation = 'same' | 'different' | 'contradictory' | 'confirmedAndCancelled'

/** One of them is a cancellation, at least. */
function relationOfCancelled(one: Reservation, other: Reservation): Relation {
  const [leg, otherLeg] = [plainText(one.leg), plainText(other.leg)]
  if (codesOf(one, other) !== 1) return 'different'
  if (one.isCancelled && other.isCancelled) return leg === otherLeg ? 'same' : 'different'
  // A cancellation that names no leg means all of them.
  const cancelled = one.isCancelled ? leg : otherLeg
  return cancelled === '' || leg === otherLeg ? 'confirmedAndCancelled' : 'different'
}

/** How a booking in one form of a message relates to one in another. */
export function relationOf(one: Reservation, other: Reservation): Relation {
  if (one.kind !== other.kind) return 'different'
  if (one.isCancelled || other.isCancelled) return relationOfCancelled(one, other)
  const [codes, things] = [codesOf(one, other), thingsOf(one, other)]
  const isNamed = things === 1 || (things === 0 && codes === 1)
  if (!isNamed || !one.start || !other.start) return 'different'
  // Agencies and airlines have numbers of their own for the same flight.
  const hasNumber = plainText(one.fields.transportNumber) !== ''
  if (codes === -1 && !hasNumber) return 'different'
  if (!isSameTime(one.start, other.start)) {
    return codes === 1 && isThatDay(one, other) ? 'contradictory' : 'different'
  }
  return isSameEnd(one, other) ? 'same' : 'contradictory'
}

/** The newer one, if both are dated: of two attached messages. */
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

/** How many details a booking has, besides its times. */
export const richness = (booking: Reservation) =>
  Object.values(ticketed(booking).fields).filter((value) => value !== null && value !== '').length

/** The more detailed of two, with times and texts that only the other one has. */
export function mergedBooking(one: Reservation, other: Reservation): Reservation {
  const fields = { ...one.fields }
  for (const [name, value] of Object.entries(other.fields)) {
    const isMissing = (fields[name] ?? '') === '' && typeof value === 'string'
    if (isMissing && name !== 'currency') fields[name] = value
  }
  const tickets = updatedTickets(other.tickets ?? [], one.tickets ?? []) ?? one.tickets
  // A repeated booking keeps its age.
  const [saidAt] = [one.saidAt, other.saidAt].filter((said) => said !== undefined).sort()
  return {
    ...one,
    saidAt,
    code: one.code || other.code,
    start: more(one.start, other.start),
    end: more(one.end, other.end),
    ...(tickets && { tickets }),
    fields,
  }
}
