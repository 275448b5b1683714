/**
 * What becomes of the tickets of an object: those that a message adds, replaces or cancels
 * (test/mail/people).
 */
import { joinedFields } from '../reading/bookings/joined.ts'
import {
  isSameTicket,
  saysNothing,
  ticketInWords,
  ticketsLeft,
  updatedTickets,
  withoutPrice,
} from '../reading/bookings/people.ts'
import type { Ticket } from '../reading/reservation.ts'
import type { FilingCandidate } from './candidates.ts'
import { isSupplement } from './changes.ts'
import type { PlannedPart } from './matching.ts'
import type { OpenTrip } from './open-trips.ts'
import { statedValues } from './stated-fields.ts'

/** Characters of the tickets of an object that are remembered. */
const maxRemembered = 16_384

/** The tickets as they are remembered: all of them, or that there are some. */
export function rememberedTickets(tickets: readonly Ticket[]): { tickets?: readonly Ticket[] } {
  const isKept = !tickets.every(saysNothing) && JSON.stringify(tickets).length <= maxRemembered
  return isKept ? { tickets } : {}
}

/** Where no message has named anybody, it is only known that there is somebody. */
export const knownTickets = ({ said }: FilingCandidate): readonly Ticket[] => said?.tickets ?? [{}]

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
export function withTickets(
  part: PlannedPart,
  object: FilingCandidate | undefined,
  known: readonly Ticket[],
  trip: OpenTrip,
): PlannedPart | string {
  const { tickets: said = [], fields } = part.reservation
  if (!object) return holding(part, said, trip)
  // An agency completes what the provider has said.
  if (isSupplement(part, object)) return holding(part, updatedTickets(said, known) ?? known, trip)
  const before = fields.price === undefined ? known : known.map(withoutPrice)
  const now = updatedTickets(before, said)
  return now ? holding(part, now, trip) : `${inWords(said)} beside ${inWords(known)}`
}

/** Whose tickets these cancel; none if one of them has no name, and therefore means all. */
export function cancelledTickets(cancelling: readonly PlannedPart[]): readonly Ticket[] {
  const tickets = cancelling.map(({ reservation }) => reservation.tickets ?? [])
  return tickets.some(({ length }) => length === 0) ? [] : tickets.flat()
}

/**
 * The tickets that are left of an object after these cancellations, but for those booked anew in
 * the same message; the text names those of whom it is not known whether they have one.
 */
export function leftOf(
  known: readonly Ticket[],
  cancelling: readonly PlannedPart[],
  anew: readonly Ticket[] = [],
): readonly Ticket[] | string {
  const cancelled = cancelledTickets(cancelling)
  const gone = cancelled.filter((ticket) => !anew.some((one) => isSameTicket(ticket, one)))
  if (cancelled.length > 0 && gone.length === 0) return known
  return ticketsLeft(known, gone) ?? inWords(gone)
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
