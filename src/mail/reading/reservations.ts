/**
 * schema.org reservations as ours: flights, journeys, stays, tables, tickets (test/mail/corpus).
 */
import { eventStatusOf, isCancelledBy, namedParts, saidAtOf } from './cancellations.ts'
import { car, Doubt, type Fields, journeys, momentOf, surely } from './journeys.ts'
import { isNode, listOf, type Node, typeOf } from './markup.ts'
import { locationOf, moneyOf, postalAddress, textOf, thingOf } from './markup-values.ts'
import type { Reservation, ReservationKind } from './reservation.ts'

interface Common {
  code: string
  isCancelled: boolean
  /** When the sender says that it was changed. */
  said: Pick<Reservation, 'saidAt'>
  fields: Fields
}

function common(node: Node): Common {
  const code = textOf(node.reservationNumber ?? node.reservationId ?? node.confirmationNumber)
  const saidAt = saidAtOf(node)
  return {
    code,
    isCancelled: isCancelledBy(node),
    said: saidAt === undefined ? {} : { saidAt },
    fields: { providerReservationCode: code, ...moneyOf(node) },
  }
}

/** The seat of whoever the ticket is for. */
function seatOf(node: Node): Fields {
  const seat = thingOf(thingOf(node.reservedTicket).ticketedSeat)
  const seatNumber = textOf(seat.seatNumber) || textOf(node.airplaneSeat ?? node.seatNumber)
  const seatClass = textOf(seat.seatingType) || textOf(node.airplaneSeatClass)
  return { ...(seatNumber && { seatNumber }), ...(seatClass && { seatClass }) }
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
  for (const part of parts) {
    const { type, leg, start, end, ...journey } = await (read ? read(part) : car(part))
    const own = { transportationType: type, ...fields, ...journey.fields, ...seatOf(node) }
    found.push({
      kind: 'transportation',
      isCancelled,
      provider: textOf(node.provider) || journey.provider,
      code,
      leg,
      start,
      ...(end && { end }),
      ...said,
      fields: own,
    })
  }
  return found
}

async function hosting(node: Node): Promise<Reservation[]> {
  const details = common(node)
  const location = locationOf(node.reservationFor)
  const provider = textOf(node.provider ?? node.broker) || location.name
  if (details.isCancelled) return cancelled('hosting', details, provider, node)
  const start = surely(momentOf(node.checkinTime ?? node.checkinDate, location.zone), 'noStart')
  const end = surely(momentOf(node.checkoutTime ?? node.checkoutDate, location.zone), 'incomplete')
  const { address, latitude, longitude, phone, website } = location
  const fields = {
    ...details.fields,
    name: surely(location.name, 'incomplete'),
    ...{ address, latitude, longitude, phone, website },
    roomType: textOf(node.lodgingUnitType),
  }
  const { code, isCancelled, said } = details
  return [{ kind: 'hosting', isCancelled, provider, code, leg: '', start, end, ...said, fields }]
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
  const [from, to] = isTable
    ? [node.startTime, node.endTime]
    : [about.startDate ?? node.startTime, about.endDate ?? node.endTime]
  const start = surely(momentOf(from, location.zone), 'noStart')
  const end = momentOf(to, location.zone)
  const { latitude, longitude, phone, website } = location
  const fields = {
    ...details.fields,
    activityType: isTable ? 'restaurant' : 'event',
    name: surely(textOf(about), 'incomplete'),
    address: location.address || (isTable ? '' : location.name) || postalAddress(about.address),
    ...{ latitude, longitude, phone, website },
    allDay: !start.local.includes('T'),
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
