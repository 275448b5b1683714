/**
 * How likely an object is a reservation: by its number, or by what it is, where and when
 * (test/mail/filing/recognised-bookings, test/mail/filing/updates).
 */

import { isSamePerson } from '../reading/bookings/person-names.ts'
import type { Ticket } from '../reading/reservation.ts'
import {
  type BookingFacts,
  bookingFacts,
  comparedName,
  fullFlightNumber,
  isLikeName,
  isLikeNames,
  isLikeNumber,
  isSameNames,
  type Name,
} from './booking-facts.ts'
import { bookingOf, type FilingCandidate } from './candidates.ts'
import type { Comparisons } from './comparisons.ts'
import type { Booking, ReportedReservation } from './last-report.ts'
import type { OpenTrip } from './open-trips.ts'
import { type StatedFields, statedFields } from './stated-fields.ts'

/** A reservation as it would be in a trip. */
export interface PlannedPart {
  reservation: ReportedReservation
  /** Times included, named as in its kind. */
  fields: StatedFields
  booking: Booking
  facts: BookingFacts
  /** Those of the object, once the message has been filed. */
  tickets: readonly Ticket[]
  /** The event of a calendar that stood for it. */
  replaces?: FilingCandidate
}

/** A part with the object that it updates, if any. */
export type ObjectPart = PlannedPart & { object: FilingCandidate | undefined }

export function partIn(reservation: ReportedReservation, trip: OpenTrip): PlannedPart {
  const fields = statedFields(reservation, trip)
  const facts = bookingFacts(reservation.kind, fields, trip.timezone)
  // A cancellation has the flight number as its leg.
  const number = facts.number || (reservation.kind === 'transportation' ? reservation.leg : '')
  const { tickets = [] } = reservation
  const booking = bookingOf(reservation)
  return { reservation, fields, booking, facts: { ...facts, number }, tickets }
}

/** The part of an object that is compared. */
export type ComparedObject = Pick<
  FilingCandidate,
  'kind' | 'bookings' | 'facts' | 'isOfMail' | 'said'
>

/** A part as the object that it would become. */
export const asKnown = ({ reservation, booking, facts }: PlannedPart): ComparedObject => ({
  kind: reservation.kind,
  bookings: [booking],
  facts: [facts],
  isOfMail: true,
  said: null,
})

/** Whether this holds of the facts of an object, as it is now or as mail last reported it. */
export const some = (
  { facts }: Pick<ComparedObject, 'facts'>,
  holds: (facts: BookingFacts) => boolean,
) => facts.some(holds)

const providers = new WeakMap<Booking, Name>()

/** Names of providers, cached: each booking is compared with hundreds. */
function providerOf(booking: Booking): Name {
  const name = providers.get(booking) ?? comparedName(booking.provider)
  providers.set(booking, name)
  return name
}

/** A booking without a provider fits any. */
const isSameProvider = (one: Booking, other: Booking) =>
  one.provider === '' ||
  other.provider === '' ||
  one.provider === other.provider ||
  isLikeName(providerOf(one), providerOf(other))

/** Whether both start at the same second; false if unknown. */
export const startTogether = (facts: BookingFacts, { startsAt }: BookingFacts) =>
  startsAt !== null && facts.startsAt === startsAt

/** Whether the facts alone identify both as one flight, journey, stay or visit. */
function isSameThing({ kind }: ComparedObject, one: BookingFacts, other: BookingFacts): boolean {
  if (one.firstDay === '' || one.firstDay !== other.firstDay) return false
  if (kind === 'hosting')
    return one.lastDay === other.lastDay && isSameNames(one.names, other.names)
  if (kind === 'activity') return startTogether(one, other) && isSameNames(one.names, other.names)
  if (one.type !== other.type) return false
  const [number, same] = [one.number, other.number]
  const isFull = one.type === 'airplane' && fullFlightNumber(number) !== undefined
  if (isFull && fullFlightNumber(number) === fullFlightNumber(same)) return true
  const mayBe = number === '' || same === '' || isLikeNumber(number, same)
  return mayBe && isSameRide(one, other)
}

/** Whether both leave at the same second from the same place to the same place. */
const isSameRide = (one: BookingFacts, other: BookingFacts) =>
  one.type === other.type && startTogether(one, other) && isLikeNames(one.names, other.names)

/** Whether the object has the number of the reservation, and nothing contradicts that. */
export function sharesNumber(part: PlannedPart, object: ComparedObject): boolean {
  const { kind } = part.reservation
  const same = object.bookings.filter(({ code }) => code !== '' && code === part.booking.code)
  if (kind !== object.kind || same.length === 0) return false
  if (same.some((booking) => isSameProvider(booking, part.booking))) return true
  // Names of providers vary; flight numbers do not, unless airlines share a flight.
  return some(object, (facts) => {
    if (isSameThing(object, part.facts, facts)) return true
    if (kind === 'transportation' && isSameRide(facts, part.facts)) return true
    const { number } = part.facts
    if (kind === 'hosting') return isSameNames(facts.names, part.facts.names)
    return fullFlightNumber(number) !== undefined && isLikeNumber(number, facts.number)
  })
}

/** How likely an object with the same number is this part; 0: it is another part. */
export function likenessOfPart({ booking, facts }: PlannedPart, object: ComparedObject): number {
  const isLeg =
    (booking.leg !== '' && object.bookings.some(({ leg }) => leg === booking.leg)) ||
    some(object, ({ number }) => isLikeNumber(number, facts.number))
  const isStart = some(object, (other) => startTogether(other, facts))
  // Another number on another day is another journey, even on the same route.
  const isWhat = some(
    object,
    ({ names, number, firstDay }) =>
      isLikeNames(names, facts.names) &&
      (isLeg || number === '' || facts.number === '' || firstDay === facts.firstDay),
  )
  // A UID belongs to one event only.
  const isEvent = booking.isUid === true
  const like = (isLeg ? 4 : 0) + (isStart ? 2 : 0) + (isWhat ? 1 : 0) + (isEvent ? 1 : 0)
  if (like > 0) return like + 4
  // People enter it in many ways; only another flight or train is certainly another part.
  const [{ number = '' } = {}] = object.facts
  return !object.isOfMail && (facts.number === '' || number === '') ? 4 : 0
}

/** Maximum people compared: more than travel together under two numbers. */
const maxPeople = 20

/** Whether a passenger of the part has a ticket in the object; undefined without their names. */
function sharesPassenger(
  { tickets }: PlannedPart,
  { said }: ComparedObject,
  comparisons: Comparisons,
): boolean | undefined {
  const namesIn = (of: readonly Ticket[]) =>
    of.slice(0, maxPeople).flatMap(({ name }) => (name ? [name] : []))
  const [names, others] = [namesIn(tickets), namesIn(said?.tickets ?? [])]
  comparisons.countPeople(names.length * others.length)
  const verdicts = names.flatMap((name) => others.map((other) => isSamePerson(name, other)))
  if (verdicts.includes(true)) return true
  return verdicts.length === 0 || verdicts.includes(undefined) ? undefined : false
}

/** How likely the object is this part of the reservation; 0: it is another one. */
export function likeness(
  part: PlannedPart,
  object: ComparedObject,
  comparisons: Comparisons,
): number {
  comparisons.count(1 + object.bookings.length)
  if (sharesNumber(part, object)) return likenessOfPart(part, object)
  const { kind } = part.reservation
  if (kind !== object.kind) return 0
  if (!some(object, (facts) => isSameThing(object, part.facts, facts))) return 0
  const { booking } = part
  // A number and the UID of an event do not contradict each other.
  const numbered = object.bookings.filter(
    ({ code, isUid }) => code !== '' && isUid === booking.isUid,
  )
  const isShared =
    kind === 'transportation' ? sharesPassenger(part, object, comparisons) : undefined
  if (booking.code === '' || numbered.length === 0) return 2 + (isShared ? 1 : 0)
  // Two numbers of one provider are two bookings: two stays, two travellers.
  if (!numbered.some((other) => isSameProvider(other, booking))) return isShared === false ? 0 : 1
  // But a passenger is on a flight once, whether under an agency's number or the airline's.
  const isFlight = some(object, (of) => of.type === 'airplane' && startTogether(of, part.facts))
  return isFlight && isShared ? 1 : 0
}
