/**
 * What each passenger or guest has of one leg, stay or show: a ticket, a seat, a type of stay.
 * Those of several are combined (test/mail/corpus).
 */
import { isNode, listOf, type Node } from '../markup/markup.ts'
import { moneyOf, textOfValue, thingOf } from '../markup/markup-values.ts'
import type { Reservation, ReservationFields, Ticket } from '../reservation.ts'

type Money = NonNullable<Ticket['money']>

const maxTickets = 250
/** Characters of combined values. */
const maxLength = 255

/** Different texts of a list, in their order: `21A, 21B`. */
export function together(texts: readonly string[]): string {
  let list = ''
  for (const text of new Set(texts.filter(Boolean))) {
    const longer = list === '' ? text : `${list}, ${text}`
    if (longer.length > maxLength) break
    list = longer
  }
  return list
}

const textsOf = (values: unknown) => together(listOf(values).map((one) => textOfValue(one)))

/** A price that is one for all: not one per night, and not one of several components. */
function specified(node: Node): Money | undefined {
  const all = listOf(node.priceSpecification)
  const [one] = all
  if (all.length !== 1 || !isNode(one)) return undefined
  const isPerUnit = one.unitCode ?? one.unitText ?? one.referenceQuantity
  const { priceCurrency = node.priceCurrency } = one
  return isPerUnit === undefined ? moneyOf({ ...one, priceCurrency }) : undefined
}

/** The total price of a reservation. */
export const totalOf = (node: Node): Money | undefined => moneyOf(node) ?? specified(node)

function ticketOf(node: Node, ticket: Node): Omit<Ticket, 'key'> {
  const seats = listOf(ticket.ticketedSeat).map((seat) => (isNode(seat) ? seat : { name: seat }))
  const of = (name: string) => textsOf(seats.map((seat) => thingOf(seat)[name]))
  const own = (...names: string[]) => {
    const values = [ticket, node, thingOf(node.reservationFor)].flatMap((about) =>
      names.map((name) => about[name]),
    )
    return textsOf(values.find((value) => textsOf(value) !== ''))
  }
  const { priceCurrency = node.priceCurrency } = ticket
  return {
    number: textOfValue(ticket.ticketNumber),
    seat: of('seatNumber') || own('airplaneSeat', 'seatNumber') || of('name'),
    section: of('seatSection') || own('coachNumber', 'carNumber', 'coach'),
    row: of('seatRow'),
    seatClass: of('seatingType') || own('airplaneSeatClass', 'seatClass'),
    roomType: textsOf(node.lodgingUnitType),
    roomNumber: own('roomNumber', 'lodgingUnitNumber'),
    money: totalOf({ ...ticket, priceCurrency }),
  }
}

/** The tickets of a reservation; without any, one made of the reservation itself. */
export function ticketsOf(node: Node): Ticket[] {
  const said = listOf(node.reservedTicket).filter(isNode).slice(0, maxTickets)
  const counts = new Map<string, number>()
  return (said.length > 0 ? said : [{}]).map((one) => {
    const ticket = ticketOf(node, one)
    const what = JSON.stringify([textOfValue(one.underName ?? node.underName), ticket])
    const count = (counts.get(what) ?? 0) + 1
    counts.set(what, count)
    return { key: `${count} ${what}`, ...ticket }
  })
}

/** The price of all tickets; undefined unless each is known and has one, in the same currency. */
function sumOf(tickets: readonly Ticket[]): Money | undefined {
  const [first] = tickets
  const currency = first?.money?.currency
  // Of so many, some may have been left out.
  if (currency === undefined || tickets.length >= maxTickets) return undefined
  let price = 0
  for (const { money } of tickets) {
    if (money?.currency !== currency) return undefined
    price += money.price
  }
  // No currency has more than four decimals; sums of binary fractions do.
  return { price: Math.round(price * 10_000) / 10_000, currency }
}

/** `Seat: 4, 5`, a line each; without those that have no value. */
export const labelledLines = (
  values: readonly (readonly [label: string, value: string])[],
): string =>
  values
    .filter(([, value]) => value !== '')
    .map(([label, value]) => `${label}: ${value}`)
    .join('\n')

const filled = (fields: ReservationFields): ReservationFields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))

/** Whether the type has coaches; in an aeroplane, a section is a cabin. */
const hasCoaches = ({ transportationType }: ReservationFields) =>
  transportationType === 'train' || transportationType === 'bus'

function fieldsOf({ kind, fields }: Reservation, tickets: readonly Ticket[]): ReservationFields {
  const of = (name: keyof Omit<Ticket, 'money'>) => together(tickets.map((one) => one[name]))
  if (kind === 'hosting')
    return { roomType: of('roomType'), ...filled({ roomNumber: of('roomNumber') }) }
  const numbers = labelledLines([['Ticket', of('number')]])
  const bought = filled({ providerReservationDescription: numbers })
  if (kind === 'activity') {
    const seats = labelledLines([
      ['Section', of('section')],
      ['Row', of('row')],
      ['Seat', of('seat')],
    ])
    const description = [fields.description, seats].filter(Boolean).join('\n')
    return { ...bought, ...filled({ description }) }
  }
  const coachNumber = hasCoaches(fields) ? of('section') : ''
  return {
    ...bought,
    ...filled({ coachNumber, seatNumber: of('seat'), seatClass: of('seatClass') }),
  }
}

/** A reservation with what all its tickets say in its own fields. */
export function ticketed(reservation: Reservation): Reservation {
  const { tickets, ...rest } = reservation
  if (tickets === undefined) return rest
  const paid = rest.fields.price === undefined ? sumOf(tickets) : undefined
  return { ...rest, fields: { ...rest.fields, ...paid, ...fieldsOf(rest, tickets) } }
}

/** The total; `null` where totals differ, which may or may not be parts of one. */
function totalOfBoth(one: ReservationFields, other: ReservationFields): ReservationFields {
  const priced = [one, other].filter(({ price }) => price !== undefined)
  const [{ price, currency } = {}] = priced
  if (price === undefined || currency === undefined) return {}
  const isSame = priced.every((each) => each.price === price && each.currency === currency)
  return isSame ? { price, currency } : { price: null, currency: '' }
}

/** One part of a reservation with the tickets of another node, which has its own passenger. */
export function withTicketsOf(one: Reservation, other: Reservation): Reservation {
  if (one.tickets === undefined || other.tickets === undefined) return one
  const known = new Set(one.tickets.map(({ key }) => key))
  const more = other.tickets.filter(({ key }) => !known.has(key))
  const tickets = [...one.tickets, ...more].slice(0, maxTickets)
  return { ...one, tickets, fields: { ...one.fields, ...totalOfBoth(one.fields, other.fields) } }
}

const ofEach = ['seatNumber', 'seatClass', 'coachNumber', 'roomType', 'roomNumber'] as const

/** The fields of an object, with what another passenger or guest has of the same one. */
export function withSeatsOf<F extends Readonly<Record<string, unknown>>>(fields: F, other: F): F {
  const texts = (name: string) =>
    [fields[name], other[name]].flatMap((value) => String(value ?? '').split(', '))
  const joint = ofEach.map((name) => [name, together(texts(name))] as const)
  return { ...fields, ...filled(Object.fromEntries(joint)) }
}
