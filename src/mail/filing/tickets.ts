/**
 * The tickets of an object after a message has added, replaced or cancelled some
 * (test/mail/filing/passengers).
 */
import { ticketsLeft } from '../reading/bookings/cancelled-tickets.ts'
import { joinedFields } from '../reading/bookings/combined-tickets.ts'
import {
  areAllMeant,
  isSameTicket,
  saysNothing,
  ticketInWords,
  updatedTickets,
  withoutPrice,
} from '../reading/bookings/people.ts'
import { because, type Explanation } from '../reading/reasons.ts'
import type { Ticket } from '../reading/reservation.ts'
import { isDay } from '../reading/times/instants.ts'
import { isLikeNumber } from './booking-facts.ts'
import type { FilingCandidate } from './candidates.ts'
import { isSupplement } from './changes.ts'
import type { Comparisons } from './comparisons.ts'
import type { LastReport } from './last-report.ts'
import type { ObjectPart, PlannedPart } from './likeness.ts'
import type { OpenTrip } from './open-trips.ts'
import { isRebooked, ofNoFlight } from './rebooked.ts'
import { statedValues } from './stated-fields.ts'

/** Maximum characters of the stored tickets of an object. */
const maxRemembered = 32_768
/** Maximum stored tickets of an object. */
const maxTickets = 100

/** The tickets as they are remembered: with their descriptions, without these, or none of them. */
export function rememberedTickets(tickets: readonly Ticket[]): { tickets?: readonly Ticket[] } {
  if (tickets.every(saysNothing)) return {}
  const short = tickets.map(({ description: _, ...ticket }) => ticket)
  const isShort = (all: readonly Ticket[]) => JSON.stringify(all).length <= maxRemembered
  const kept = tickets.length <= maxTickets ? [tickets, short].find(isShort) : undefined
  return kept ? { tickets: kept } : {}
}

/** The seats or rooms of an object whose tickets are not stored one by one. */
function ticketsShown({ seatNumber, roomType }: LastReport['fields']): readonly Ticket[] {
  const parts = (text: unknown) => (typeof text === 'string' && text !== '' ? text.split(', ') : [])
  const [seats, rooms] = [parts(seatNumber), parts(roomType)]
  if (seats.length > 0) return seats.map((seat) => ({ seat }))
  return rooms.length > 0 ? rooms.map((room) => ({ roomType: room })) : [{}]
}

/** If no message has named a person, it is only known that there is one. */
export const knownTickets = ({ said }: FilingCandidate): readonly Ticket[] =>
  said?.tickets ?? (said ? ticketsShown(said.fields) : [{}])

const inWords = (tickets: readonly Ticket[]) =>
  [...new Set(tickets.map(ticketInWords))].filter(Boolean).join(', ')

/** The part with these tickets, in its fields as well. */
function holding(part: PlannedPart, tickets: readonly Ticket[], trip: OpenTrip): PlannedPart {
  if (tickets.every(saysNothing)) return { ...part, tickets }
  const whole = joinedFields({ ...part.reservation, tickets })
  return { ...part, tickets, fields: { ...part.fields, ...statedValues(whole, trip) } }
}

/**
 * The part with its tickets and those that others have in the object, of which these are `known`.
 * The text names both where it is not known whose tickets the message has.
 */
function withTickets(
  part: PlannedPart,
  object: FilingCandidate | undefined,
  known: readonly Ticket[],
  trip: OpenTrip,
): PlannedPart | string {
  const { tickets: said = [], fields } = part.reservation
  if (!object) return holding(part, said, trip)
  // An agency completes what the provider has said.
  if (isSupplement(part, object)) return holding(part, updatedTickets(said, known) ?? known, trip)
  const priced = fields.price === undefined ? known : known.map(withoutPrice)
  const before = isRebooked(part, object) ? priced.map(ofNoFlight) : priced
  const now = updatedTickets(before, said)
  return now ? holding(part, now, trip) : `${inWords(said)} beside ${inWords(known)}`
}

/** The people whom a part moves to other times, in words; '' if it moves all or none. */
function movedAlone(part: PlannedPart, object: FilingCandidate): string {
  const { facts, reservation } = part
  const { tickets: said = [], kind, start } = reservation
  const isMoved = object.facts.every(
    ({ startsAt, firstDay, lastDay, number }) =>
      (start && (isDay(start) ? firstDay !== facts.firstDay : startsAt !== facts.startsAt)) ||
      (kind === 'hosting' && facts.lastDay !== '' && lastDay !== facts.lastDay) ||
      (number !== '' && facts.number !== '' && !isLikeNumber(number, facts.number)),
  )
  if (!isMoved || isSupplement(part, object)) return ''
  return areAllMeant(knownTickets(object), said) ? '' : inWords(said)
}

/** Whose tickets these cancel; empty if one has no name, and therefore means all. */
function cancelledTickets(cancelling: readonly PlannedPart[]): readonly Ticket[] {
  const tickets = cancelling.map(({ reservation }) => reservation.tickets ?? [])
  return tickets.some(({ length }) => length === 0) ? [] : tickets.flat()
}

/** Whether it is certain that none of these tickets is cancelled. */
export const isOnNone = (
  known: readonly Ticket[],
  cancelling: readonly PlannedPart[],
  comparisons: Comparisons,
): boolean => {
  const cancelled = cancelledTickets(cancelling)
  comparisons.countPeople(known.length * cancelled.length)
  const isOther = (ticket: Ticket) => known.every((one) => isSameTicket(ticket, one) === false)
  return cancelled.length > 0 && cancelled.every(isOther)
}

/** The people whom these cancel, in words. */
export const peopleCancelled = (cancelling: readonly PlannedPart[]): string =>
  inWords(cancelledTickets(cancelling))

/**
 * The tickets of an object that are left after these cancellations, except those booked anew in the
 * same message; the text names those of whom it is not known whether they have one.
 */
export function leftOf(
  known: readonly Ticket[],
  cancelling: readonly PlannedPart[],
  comparisons: Comparisons,
  anew: readonly Ticket[] = [],
): readonly Ticket[] | string {
  const cancelled = cancelledTickets(cancelling)
  comparisons.countPeople((known.length + anew.length) * cancelled.length)
  const gone = cancelled.filter((ticket) => !anew.some((one) => isSameTicket(ticket, one)))
  if (cancelled.length > 0 && gone.length === 0) return known
  return ticketsLeft(known, gone) ?? inWords(gone)
}

/** The parts with their tickets, and those of others in the objects that they update. */
export async function ticketedParts(
  parts: readonly ObjectPart[],
  found: ReadonlyMap<FilingCandidate, readonly PlannedPart[]>,
  trip: OpenTrip,
  comparisons: Comparisons,
): Promise<ObjectPart[] | Explanation> {
  const ticketed: ObjectPart[] = []
  for (const { object, ...part } of parts) {
    const { tickets = [] } = part.reservation
    const known = object ? knownTickets(object) : []
    const cancelling = object && found.get(object)
    await comparisons.giveWay()
    const left = cancelling ? leftOf(known, cancelling, comparisons, tickets) : known
    if (typeof left === 'string') return because('cancelsPart', left)
    comparisons.countPeople(left.length * tickets.length)
    const alone = object ? movedAlone(part, object) : ''
    if (alone !== '') return because('movesPart', alone)
    const now = withTickets(part, object, left, trip)
    if (typeof now === 'string') return because('unclearTicket', now)
    ticketed.push({ ...now, object })
  }
  return ticketed
}

/** A cancellation as the change of an object, in which these tickets are left. */
export function withoutCancelled(
  part: PlannedPart,
  object: FilingCandidate,
  left: readonly Ticket[],
  trip: OpenTrip,
): PlannedPart {
  const { transportationType = '' } = object.values as { transportationType?: string }
  const of = (tickets: readonly Ticket[]) =>
    joinedFields({ ...part.reservation, fields: { transportationType }, tickets })
  const [before, now] = [of(knownTickets(object)), of(left)]
  const { price: _, currency: __, ...texts } = before
  const emptied = Object.fromEntries(Object.keys(texts).map((name) => [name, '']))
  return { ...part, tickets: left, fields: { ...emptied, ...statedValues(now, trip) } }
}
