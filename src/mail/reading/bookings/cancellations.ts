/**
 * Cancellations in markup: the statuses of reservations and events, their age, and the cancelled
 * parts (test/mail/reading/corpus, test/mail/filing/updates).
 */
import { DateTime } from 'luxon'
import { Doubt } from '../doubtful-bookings.ts'
import { isNode, listOf, type Node } from '../markup/markup.ts'
import { locationOf, textOfValue, thingOf } from '../markup/markup-values.ts'
import {
  type Moment,
  maxReservations,
  type Reservation,
  type ReservationFields,
  type ReservationKind,
} from '../reservation.ts'
import { airportOf } from '../times/airports.ts'
import { momentOf } from '../times/moments.ts'
import { flightNumberOf } from './journeys.ts'
import { saysPostponed, statedStatus, termsOf } from './statuses.ts'

/** Whether a reservation is cancelled. Throws a Doubt if it is neither cancelled nor confirmed. */
export function isCancelledBy(node: Node): boolean {
  const terms = termsOf(node.reservationStatus)
  const statuses = new Set(terms.map(statedStatus))
  if (statuses.has(undefined)) {
    throw new Doubt(
      'unknownStatus',
      terms.find((term) => statedStatus(term) === undefined),
    )
  }
  const isCancelled = statuses.has('cancelled')
  if (isCancelled && statuses.size > 1) throw new Doubt('severalStatuses', terms.join(', '))
  if (statuses.has('waiting')) throw new Doubt('waitingList')
  if (statuses.has('pending')) throw new Doubt('notConfirmed')
  return isCancelled
}

/** The status of an event; a rescheduled one already has its new date. */
export function eventStatusOf(event: Node): 'Cancelled' | 'Postponed' | undefined {
  const terms = termsOf(event.eventStatus)
  if (terms.some((term) => statedStatus(term) === 'cancelled')) return 'Cancelled'
  return terms.some(saysPostponed) ? 'Postponed' : undefined
}

/** When a reservation was last changed, in UTC; undefined if the time is missing or inexact. */
export function saidAtOf(node: Node): string | undefined {
  const text = textOfValue(node.modifiedTime ?? node.dateModified)
  const moment = /^\d{4}-\d{2}-\d{2}T/.test(text) ? DateTime.fromISO(text, { zone: 'utc' }) : null
  const isUsable = moment?.isValid && moment.year >= 1970 && moment.year < 2100
  return isUsable ? new Date(moment.toMillis()).toISOString() : undefined
}

type Part = Pick<Reservation, 'leg' | 'start' | 'fields'>

const partOf = (leg: string, start: Moment | undefined, fields: ReservationFields): Part => ({
  leg,
  start,
  fields: Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      value ? [[name, textOfValue(String(value))]] : [],
    ),
  ),
})

async function journey(of: Node): Promise<Part> {
  const end = (name: string, other: string) =>
    ['Airport', 'Station', 'BusStop', 'BoatTerminal']
      .map((place) => of[`${name}${place}`])
      .find((place) => place !== undefined) ?? of[other]
  const described = async (value: unknown) => {
    const code = textOfValue(thingOf(value).iataCode).toUpperCase()
    const airport = await airportOf(code)
    const { name, address, zone } = locationOf(value)
    if (airport === undefined) return { text: name || address, zone }
    return { text: `${name || airport.name} (${code})`, zone: airport.zone }
  }
  const from = await described(end('departure', 'pickupLocation'))
  const to = await described(end('arrival', 'dropoffLocation'))
  const leg = flightNumberOf(of) || textOfValue(of.trainNumber ?? of.busNumber ?? of.vehicleNumber)
  const day = of.departureDay ?? of.departureDate ?? of.pickupDate
  const start = momentOf(of.departureTime ?? of.pickupTime, from.zone, { day })
  return partOf(leg, start, { departureDescription: from.text, arrivalDescription: to.text })
}

function visit(node: Node, about: Node): Part {
  const { zone } = locationOf(about.location ?? about)
  const start =
    momentOf(about.startTime, zone, { day: about.startDate }) ??
    momentOf(node.startTime, zone, { day: node.startDate }) ??
    momentOf(node.checkinTime, zone, { day: node.checkinDate })
  return partOf('', start, { name: textOfValue(about) })
}

/**
 * The parts that a cancellation names; a part without a name is the whole reservation. Throws a
 * Doubt for more parts than one message may cancel.
 */
export async function namedParts(kind: ReservationKind, node: Node): Promise<Part[]> {
  const about = listOf(node.reservationFor).filter(isNode)
  if (kind !== 'transportation') return [visit(node, about[0] ?? {})]
  // The reservation node itself describes rental cars and taxis.
  const parts = node.pickupTime || node.pickupLocation || about.length === 0 ? [node] : about
  if (parts.length > maxReservations) throw new Doubt('tooMany')
  return Promise.all(parts.map(journey))
}
