/**
 * Reads the tickets of passengers, guests and rooms on one leg, stay or show: numbers, seats, types
 * of rooms (test/mail/reading/corpus). `people.ts` assigns tickets to people,
 * `combined-tickets.ts` combines them.
 */
import { isNode, listOf, type Node, typeOf } from '../markup/markup.ts'
import { moneyOf, textOfValue, thingOf } from '../markup/markup-values.ts'
import type { Paid, Ticket } from '../reservation.ts'

/** Maximum tickets read per reservation. */
export const maxTickets = 250
/** Maximum characters of combined values. */
const maxLength = 255
/** Maximum characters of the description of each ticket. */
const maxDescription = 2_000

/** The different texts of a list, in order: `21A, 21B`. */
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

/** A price in a specification, unless it is per night or one of several components. */
function specified(node: Node): Paid | undefined {
  const all = listOf(node.priceSpecification)
  const [one] = all
  if (all.length !== 1 || !isNode(one)) return undefined
  const isPerUnit = one.unitCode ?? one.unitText ?? one.referenceQuantity
  const { priceCurrency = node.priceCurrency } = one
  return isPerUnit === undefined ? moneyOf({ ...one, priceCurrency }) : undefined
}

/** The total price of a reservation. */
const totalOf = (node: Node): Paid | undefined => moneyOf(node) ?? specified(node)

/** `Ann Reis & Bob Reis` names two; `Reis, Ann` and `Ortega y Gasset` name one. */
function namesIn(text: string): string[] {
  const [one = '', ...more] = text.split(/\s*[;&+]\s*|\s+(?:and|und)\s+/i)
  const listed = one.split(/\s*,\s*/)
  const isList = listed.length > 1 && listed.every((name) => /\S\s+\S/.test(name))
  return [...(isList ? listed : [one]), ...more.flatMap(namesIn)].filter((name) => name !== '')
}

/** Whether a table, a car or a taxi is booked: one thing, whatever the names. */
const isOfOne = (node: Node) => /^(FoodEstablishment|RentalCar|Taxi)/.test(typeOf(node))

/** Placeholders for unknown names. */
const isNoName = (name: string) =>
  !/\p{L}{2}/u.test(name) ||
  /^(n\/a|tba|tbd|(guest|passenger|traveller|adult|child)[ \d]*)$/i.test(name)

/** The names of the passengers or guests that a reservation or ticket is for. */
function namesOf(people: unknown): string[] {
  const names = listOf(people).flatMap((person) => {
    const { givenName, familyName } = thingOf(person)
    const parts = [textOfValue(givenName), textOfValue(familyName)].filter(Boolean).join(' ')
    return namesIn(textOfValue(person) || parts)
  })
  return [...new Set(names)].filter((name) => !isNoName(name))
}

const stated = (ticket: Ticket): Ticket =>
  Object.fromEntries(Object.entries(ticket).filter(([, value]) => value && value !== ''))

function ticketOf(node: Node, ticket: Node): Ticket {
  const seats = listOf(ticket.ticketedSeat).map((seat) => (isNode(seat) ? seat : { name: seat }))
  const of = (name: string) => textsOf(seats.map((seat) => thingOf(seat)[name]))
  const own = (...names: string[]) => {
    const values = [ticket, node, thingOf(node.reservationFor)].flatMap((about) =>
      names.map((name) => about[name]),
    )
    return textsOf(values.find((value) => textsOf(value) !== ''))
  }
  const { priceCurrency = node.priceCurrency } = ticket
  const money = totalOf({ ...ticket, priceCurrency })
  return {
    number: textOfValue(ticket.ticketNumber),
    seat: of('seatNumber') || own('airplaneSeat', 'seatNumber') || of('name'),
    section: of('seatSection') || own('coachNumber', 'carNumber', 'coach'),
    row: of('seatRow'),
    seatClass: of('seatingType') || own('airplaneSeatClass', 'seatClass'),
    roomType: textsOf(node.lodgingUnitType),
    roomNumber: own('roomNumber', 'lodgingUnitNumber'),
    ...(money && { money }),
  }
}

/** The ticket of one person, or one for each of several; which of them has the seat is unknown. */
function ofEach(names: readonly string[], ticket: Ticket): Ticket[] {
  const [name = '', ...others] = names
  if (others.length === 0) return [{ name, ...ticket }]
  const { seatClass = '', roomType = '', description = '', ...rest } = ticket
  const shared = { seatClass, roomType, description }
  const isOfSome = Object.values(rest).some((value) => value !== '')
  return [...names.map((each) => ({ name: each, ...shared })), ...(isOfSome ? [rest] : [])]
}

/**
 * The tickets of a reservation, else made from the reservation itself. `fields` apply to all of
 * them.
 */
export function ticketsOf(
  node: Node,
  description = '',
): { tickets: Ticket[]; fields: Partial<Paid & { description: string }> } {
  const listed = listOf(node.reservedTicket).filter(isNode).slice(0, maxTickets)
  const people = isOfOne(node) ? [] : namesOf(node.underName)
  const isLong = description.length > maxDescription
  const tickets = (listed.length > 0 ? listed : [{}]).flatMap((one) => {
    const own = namesOf(one.underName)
    // With several people and several tickets, it is unknown who has which.
    const names = own.length > 0 ? own : people.length > 1 && listed.length > 1 ? [] : people
    return ofEach(names, { ...ticketOf(node, one), ...(!isLong && { description }) }).map(stated)
  })
  const total = totalOf(node)
  const [only, ...others] = tickets
  if (only && total && others.length === 0) only.total = total
  return {
    tickets,
    fields: {
      ...(tickets.length > 1 && total),
      ...(isLong && { description }),
    },
  }
}

/** The marks by which a cancellation identifies tickets; empty if one ticket has none. */
export function identitiesOf(tickets: readonly Ticket[]): { tickets?: Ticket[] } {
  const names = tickets.map(
    ({ name = '', number = '', seat = '', roomNumber = '', roomType = '' }) =>
      stated({ name, number, seat, roomNumber, roomType }),
  )
  return names.every((ticket) => Object.keys(ticket).length > 0) ? { tickets: names } : {}
}
