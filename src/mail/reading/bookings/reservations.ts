/**
 * Converts schema.org reservations: flights, journeys, stays, tables, tickets
 * (test/mail/reading/corpus).
 */

import { Doubt, surely } from '../doubtful-bookings.ts'
import { isNode, isReservation, listOf, type Node, typeOf } from '../markup/markup.ts'
import { type Location, locationOf, textOfValue, thingOf } from '../markup/markup-values.ts'
import type { Reason } from '../reasons.ts'
import type { Reservation, ReservationFields, ReservationKind } from '../reservation.ts'
import { endAfter } from '../times/durations.ts'
import { isDay } from '../times/instants.ts'
import { momentOf, spanNamed } from '../times/moments.ts'
import { eventSpan, type Span, timedSpan } from '../times/spans.ts'
import { eventStatusOf, isCancelledBy, namedParts, saidAtOf } from './cancellations.ts'
import {
  detailsOfJourney,
  detailsOfStay,
  detailsOfVisit,
  endOfJourney,
  venueOf,
} from './details.ts'
import { car, journeys } from './journeys.ts'
import { nightsOf } from './nights.ts'
import { ofOneThing, unpriced } from './several-things.ts'
import { identitiesOf, ticketsOf } from './tickets.ts'

type Common = Pick<Reservation, 'code' | 'isCancelled' | 'saidAt' | 'tickets'>

/** The fields common to all kinds of reservations, including this description. */
function common(node: Node, description?: string): Common & { fields: ReservationFields } {
  const code = textOfValue(
    node.reservationNumber ??
      node.reservationId ??
      node.confirmationNumber ??
      node.airlineConfirmation,
  )
  const { tickets, fields } = ticketsOf(node, description)
  return {
    code,
    isCancelled: isCancelledBy(node),
    saidAt: saidAtOf(node),
    tickets,
    fields: { providerReservationCode: code, ...fields },
  }
}

/**
 * A cancellation, which needs only the reservation number. It cancels the parts that the message
 * names, or the whole if it names none.
 */
async function cancelled(
  kind: ReservationKind,
  { code, saidAt, tickets = [] }: Common,
  provider: string,
  node: Node,
): Promise<Reservation[]> {
  surely(code, 'incomplete', 'the number of what is cancelled')
  const parts = await namedParts(kind, node)
  const whose = identitiesOf(tickets)
  return parts.map((part) => ({
    kind,
    isCancelled: true,
    provider,
    code,
    saidAt,
    ...part,
    ...whose,
  }))
}

const providerOf = (node: Node, of: Node) =>
  textOfValue(node.provider ?? of.airline ?? of.provider ?? of.carrier ?? node.broker)

async function transportations(node: Node): Promise<Reservation[]> {
  const read = journeys[typeOf(node)]
  const parts = read ? listOf(node.reservationFor).filter(isNode) : [node]
  const { fields, ...shared } = common(parts.length > 1 ? unpriced(node) : node)
  if (shared.isCancelled) {
    return cancelled('transportation', shared, providerOf(node, parts[0] ?? {}), node)
  }
  if (parts.length === 0) throw new Doubt('incomplete', 'what is booked')
  const found: Reservation[] = []
  for (const part of parts) {
    const { type, leg, start, end, ...journey } = await (read ? read(part) : car(part))
    const stated = { transportationType: type, ...fields, ...journey.fields }
    const own = { ...stated, ...detailsOfJourney(node, part, stated) }
    found.push({
      ...shared,
      kind: 'transportation',
      provider: textOfValue(node.provider) || journey.provider || own.company,
      leg,
      start,
      end: end ?? endOfJourney(start, part, own),
      fields: own,
    })
  }
  return found
}

async function hosting(node: Node): Promise<Reservation[]> {
  const { fields: known, ...shared } = common(node, detailsOfStay(node))
  const location = locationOf(node.reservationFor)
  const provider = textOfValue(node.provider ?? node.broker) || location.name
  if (shared.isCancelled) return cancelled('hosting', shared, provider, node)
  const { address, latitude, longitude, phone, website } = location
  const span = nightsOf(node, location)
  const fields = {
    ...known,
    name: surely(location.name, 'incomplete', 'the name of the house'),
    address,
    latitude,
    longitude,
    phone,
    website,
  }
  return [{ ...shared, kind: 'hosting', provider, leg: '', ...span, fields }]
}

/** The span of a table, which has a time and lasts one night at most. */
const visit = (node: Node, place: Location): Span =>
  timedSpan(spanNamed(node, ['start', 'end'], [place, place]), 2, true)

/** The span of an event; if the event has only a date, the reservation may have the time. */
function event(node: Node, about: Node, { zone, country }: Location): Span {
  const at = (name: string, reason: Reason) => {
    const stated = { day: about[`${name}Date`], country, reason }
    const own = momentOf(about[`${name}Time`], zone, stated)
    return own && !isDay(own) ? own : momentOf(node[`${name}Time`], zone, stated)
  }
  const start = surely(at('start', 'noStart'), 'noStart')
  return eventSpan({ start, end: at('end', 'noEnd') })
}

async function activity(node: Node): Promise<Reservation[]> {
  const { fields: known, ...shared } = common(node, detailsOfVisit(node))
  const isTable = typeOf(node) === 'FoodEstablishmentReservation'
  const about = thingOf(node.reservationFor)
  const location = locationOf(isTable ? about : about.location)
  const provider =
    textOfValue(node.provider ?? node.broker) ||
    (isTable ? location.name : textOfValue(about.organizer))
  const eventStatus = eventStatusOf(about)
  if (shared.isCancelled || eventStatus === 'Cancelled') {
    return cancelled('activity', shared, provider, node)
  }
  if (eventStatus === 'Postponed') throw new Doubt('postponed')
  const { start, end = endAfter(start, about.duration ?? node.duration) } = isTable
    ? visit(node, location)
    : event(node, about, location)
  const { latitude, longitude, phone, website } = location
  const fields = {
    ...known,
    activityType: isTable ? 'restaurant' : 'event',
    name: surely(textOfValue(about), 'incomplete', 'the name'),
    address: isTable ? location.address : venueOf(location, about),
    latitude,
    longitude,
    phone,
    website,
    allDay: !isTable && isDay(start),
  }
  return [{ ...shared, kind: 'activity', provider, leg: start.local, start, end, fields }]
}

const readers = { transportation: transportations, hosting, activity }

const kinds: ReadonlyMap<string, ReservationKind> = new Map([
  ...[...Object.keys(journeys), 'RentalCarReservation', 'TaxiReservation'].map(
    (type) => [type, 'transportation'] as const,
  ),
  ['LodgingReservation', 'hosting'],
  ['FoodEstablishmentReservation', 'activity'],
  ['EventReservation', 'activity'],
])

/** The kind of a reservation by its type; undefined for an unknown type. */
export const reservationKindOf = (node: Node) => kinds.get(typeOf(node))

/** The reservations of a node and those inside it (`subReservation` of a ReservationPackage). */
export async function reservationsOf(node: Node): Promise<Reservation[]> {
  const type = typeOf(node)
  const inside = listOf(node.subReservation).filter(isNode)
  if (inside.length > 0) {
    const { subReservation: _, ...shared } = node
    const found: Reservation[] = []
    for (const one of inside) {
      const ofAll = inside.length > 1 ? unpriced(shared) : shared
      const whole: Node = { ...(type === 'ReservationPackage' ? {} : ofAll), ...one }
      whole.reservationNumber ??= node.reservationNumber
      whole.reservationStatus ??= node.reservationStatus
      whole.modifiedTime ??= whole.dateModified ?? node.modifiedTime ?? node.dateModified
      found.push(...(await reservationsOf(whole)))
    }
    return found
  }
  const kind = reservationKindOf(node)
  if (kind) {
    const found: Reservation[] = []
    for (const one of journeys[type] ? [node] : ofOneThing(node)) {
      found.push(...(await readers[kind](one)))
    }
    return found
  }
  // A reservation of an unknown type must not be ignored.
  if (isReservation(type)) throw new Doubt('unknownType', type)
  return []
}
