/**
 * schema.org reservations as ours: flights, journeys, stays, tables, tickets (test/mail/corpus).
 */
import { eventStatusOf, isCancelledBy, namedParts, saidAtOf } from './cancellations.ts'
import {
  detailsOfJourney,
  detailsOfStay,
  detailsOfVisit,
  endOfJourney,
  venueOf,
} from './details.ts'
import { Doubt, surely } from './doubts.ts'
import { endAfter } from './durations.ts'
import { isDay } from './instants.ts'
import { car, type Fields, journeys } from './journeys.ts'
import { isNode, listOf, type Node, typeOf } from './markup.ts'
import { type Location, locationOf, textOf, thingOf } from './markup-values.ts'
import { momentOf } from './moments.ts'
import { nightsOf } from './nights.ts'
import type { Reason } from './reasons.ts'
import type { Reservation, ReservationKind } from './reservation.ts'
import { eventSpan, type Span, timedSpan } from './spans.ts'
import { ticketsOf, totalOf } from './tickets.ts'

interface Common {
  code: string
  isCancelled: boolean
  /** When the sender says that it was changed. */
  said: Pick<Reservation, 'saidAt'>
  fields: Fields
}

function common(node: Node): Common {
  const code = textOf(
    node.reservationNumber ??
      node.reservationId ??
      node.confirmationNumber ??
      node.airlineConfirmation,
  )
  const saidAt = saidAtOf(node)
  return {
    code,
    isCancelled: isCancelledBy(node),
    said: saidAt === undefined ? {} : { saidAt },
    fields: { providerReservationCode: code, ...totalOf(node) },
  }
}

/**
 * A cancelled reservation needs its number alone. It takes the parts that the message names, and
 * the whole where it names none.
 */
async function cancelled(
  kind: ReservationKind,
  { code, said }: Common,
  provider: string,
  node: Node,
): Promise<Reservation[]> {
  surely(code, 'incomplete')
  const parts = await namedParts(kind, node)
  return parts.map((part) => ({ kind, isCancelled: true, provider, code, ...said, ...part }))
}

const providerOf = (node: Node, of: Node) =>
  textOf(node.provider ?? of.airline ?? of.provider ?? of.carrier ?? node.broker)

async function transportations(node: Node): Promise<Reservation[]> {
  const details = common(node)
  const { code, isCancelled, said, fields } = details
  const read = journeys[typeOf(node)]
  const parts = read ? listOf(node.reservationFor).filter(isNode) : [node]
  if (isCancelled) {
    const [first = {}] = parts
    return cancelled('transportation', details, providerOf(node, first), node)
  }
  if (parts.length === 0) throw new Doubt('incomplete')
  const found: Reservation[] = []
  const tickets = ticketsOf(node)
  for (const part of parts) {
    const { type, leg, start, end, ...journey } = await (read ? read(part) : car(part))
    const told = { transportationType: type, ...fields, ...journey.fields }
    const own = { ...told, ...detailsOfJourney(node, part, told) }
    const until = end ?? endOfJourney(start, part, own)
    found.push({
      kind: 'transportation',
      isCancelled,
      provider: textOf(node.provider) || journey.provider || own.company,
      code,
      leg,
      start,
      ...(until && { end: until }),
      ...said,
      fields: own,
      tickets,
    })
  }
  return found
}

async function hosting(node: Node): Promise<Reservation[]> {
  const details = common(node)
  const location = locationOf(node.reservationFor)
  const provider = textOf(node.provider ?? node.broker) || location.name
  if (details.isCancelled) return cancelled('hosting', details, provider, node)
  const { start, end } = nightsOf(node, location)
  const { address, latitude, longitude, phone, website } = location
  const fields = {
    ...details.fields,
    name: surely(location.name, 'incomplete'),
    ...{ address, latitude, longitude, phone, website },
    ...detailsOfStay(node),
  }
  const { code, isCancelled, said } = details
  const told = { provider, code, leg: '', start, end, ...said, fields }
  return [{ kind: 'hosting', isCancelled, ...told, tickets: ticketsOf(node) }]
}

/** A table is for a time, and for no more than a night. */
function visit(node: Node, { zone, country }: Location): Span {
  const at = (name: string, reason: Reason) =>
    momentOf(node[`${name}Time`], zone, { day: node[`${name}Date`], country, reason })
  const start = surely(at('start', 'noStart'), 'noStart')
  return timedSpan({ start, end: at('end', 'noEnd') }, 2, true)
}

/** An event says its times itself; where it says a day alone, the reservation may say the time. */
function event(node: Node, about: Node, { zone, country }: Location): Span {
  const at = (name: string, reason: Reason) => {
    const told = { day: about[`${name}Date`], country, reason }
    const own = momentOf(about[`${name}Time`], zone, told)
    return own && !isDay(own) ? own : momentOf(node[`${name}Time`], zone, told)
  }
  const start = surely(at('start', 'noStart'), 'noStart')
  return eventSpan({ start, end: at('end', 'noEnd') })
}

async function activity(node: Node): Promise<Reservation[]> {
  const details = common(node)
  const isTable = typeOf(node) === 'FoodEstablishmentReservation'
  const about = thingOf(node.reservationFor)
  const location = locationOf(isTable ? about : about.location)
  const provider =
    textOf(node.provider ?? node.broker) || (isTable ? location.name : textOf(about.organizer))
  const eventStatus = eventStatusOf(about)
  if (details.isCancelled || eventStatus === 'Cancelled') {
    return cancelled('activity', details, provider, node)
  }
  if (eventStatus === 'Postponed') throw new Doubt('postponed')
  const { start, end = endAfter(start, about.duration ?? node.duration) } = isTable
    ? visit(node, location)
    : event(node, about, location)
  const { latitude, longitude, phone, website } = location
  const fields = {
    ...details.fields,
    activityType: isTable ? 'restaurant' : 'event',
    name: surely(textOf(about), 'incomplete'),
    address: isTable ? location.address : venueOf(location, about),
    ...{ latitude, longitude, phone, website },
    allDay: !isTable && isDay(start),
    ...detailsOfVisit(node),
  }
  const { code, isCancelled, said } = details
  return [
    {
      kind: 'activity',
      isCancelled,
      provider,
      code,
      leg: start.local,
      start,
      ...(end && { end }),
      ...said,
      fields,
      tickets: ticketsOf(node),
    },
  ]
}

const readers: Readonly<Record<string, (node: Node) => Promise<Reservation[]>>> = {
  FlightReservation: transportations,
  TrainReservation: transportations,
  BusReservation: transportations,
  BoatReservation: transportations,
  RentalCarReservation: transportations,
  TaxiReservation: transportations,
  LodgingReservation: hosting,
  FoodEstablishmentReservation: activity,
  EventReservation: activity,
}

/** The reservations of a node and those inside it (`subReservation` of a ReservationPackage). */
export async function reservationsOf(node: Node): Promise<Reservation[]> {
  const type = typeOf(node)
  const inside = listOf(node.subReservation).filter(isNode)
  if (inside.length > 0) {
    const { subReservation: _, ...shared } = node
    const found: Reservation[] = []
    for (const one of inside) {
      const whole: Node = { ...(type === 'ReservationPackage' ? {} : shared), ...one }
      whole.reservationNumber ??= node.reservationNumber
      whole.reservationStatus ??= node.reservationStatus
      whole.modifiedTime ??= whole.dateModified ?? node.modifiedTime ?? node.dateModified
      found.push(...(await reservationsOf(whole)))
    }
    return found
  }
  const read = Object.hasOwn(readers, type) ? readers[type] : undefined
  // A reservation of a type that no one told us of is not nothing: it must not be passed over.
  if (!read) {
    if (/Reservation(Package)?$/.test(type)) throw new Doubt('incomplete')
    return []
  }
  return read(node)
}
