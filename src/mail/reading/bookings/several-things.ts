/**
 * Reservations for several things: each has its own times, or none of them is certain
 * (test/mail/reading/bookings/several-things).
 */
import { plainText } from '../compared-words.ts'
import { Doubt } from '../doubtful-bookings.ts'
import { isNode, listOf, type Node, typeOf } from '../markup/markup.ts'
import { textOfValue } from '../markup/markup-values.ts'

/** A reservation without its price, which is that of several things together. */
export function unpriced(node: Node): Node {
  const { totalPrice: _, price: __, priceSpecification: ___, ...rest } = node
  const tickets = listOf(node.reservedTicket)
  if (tickets.length === 0) return rest
  return { ...rest, reservedTicket: tickets.map((one) => (isNode(one) ? unpriced(one) : one)) }
}

const nameOf = (thing: Node) => textOfValue(thing) || textOfValue(thing.model)

/** The different things by name; events also by their start. */
function thingsIn(node: Node, isEvent: boolean): Node[] {
  const things = new Map<string, Node>()
  for (const thing of listOf(node.reservationFor).filter(isNode)) {
    const start = isEvent ? [thing.startDate, thing.startTime].map((time) => textOfValue(time)) : []
    const key = [plainText(nameOf(thing)), ...start].join(' ').trim()
    if (key !== '' && !things.has(key)) things.set(key, thing)
  }
  return [...things.values()]
}

/**
 * A reservation for several events as one for each. Throws a Doubt for several houses, tables or
 * cars, whose times the reservation states only once.
 */
export function ofOneThing(node: Node): Node[] {
  const isEvent = typeOf(node) === 'EventReservation'
  const things = thingsIn(node, isEvent)
  if (things.length < 2) return [node]
  if (!isEvent) throw new Doubt('severalThings', things.map(nameOf).join(', '))
  const shared = unpriced(node)
  return things.map((thing) => ({ ...shared, reservationFor: thing }))
}
