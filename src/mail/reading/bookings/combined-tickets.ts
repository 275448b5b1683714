/**
 * Combines the tickets of a reservation: all seats in one text, the sum of the prices
 * (test/mail/reading/corpus, test/mail/filing/passengers).
 */
import type { Paid, Reservation, ReservationFields, Ticket } from '../reservation.ts'
import { saysNothing, unitedTickets } from './people.ts'
import { maxTickets, together } from './tickets.ts'

const isSameMoney = (one: Paid, other: Paid | undefined) =>
  one.price === other?.price && one.currency === other.currency

/** The sum; undefined unless all are known, in the same currency. */
function sumOf(prices: readonly (Paid | undefined)[]): Paid | undefined {
  const currency = prices[0]?.currency
  // At the maximum, further tickets may have been omitted.
  if (currency === undefined || prices.length >= maxTickets) return undefined
  let price = 0
  for (const money of prices) {
    if (money?.currency !== currency) return undefined
    price += money.price
  }
  // Removes the rounding errors of binary fractions; currencies have at most four decimals.
  return { price: Math.round(price * 10_000) / 10_000, currency }
}

/** The price of all tickets. Equal totals are the price of the whole; different ones are parts. */
function priceOf(tickets: readonly Ticket[]): Paid | undefined {
  const some = tickets.filter((ticket) => !saysNothing(ticket))
  const totals = some.map(({ total }) => total)
  const [first] = totals
  if (first && totals.every((total) => isSameMoney(first, total))) return first
  return sumOf(totals) ?? sumOf(some.map(({ money }) => money))
}

/** Lines such as `Seat: 4, 5`, without those that lack a value. */
export const labelledLines = (
  values: readonly (readonly [label: string, value: string])[],
): string =>
  values
    .filter(([, value]) => value !== '')
    .map(([label, value]) => `${label}: ${value}`)
    .join('\n')

const filled = (fields: ReservationFields): ReservationFields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))

/** Whether the type has coaches; in an aeroplane, a section is a cabin class. */
const hasCoaches = ({ transportationType }: ReservationFields) =>
  transportationType === 'train' || transportationType === 'bus'

function fieldsOf({ kind, fields }: Reservation, tickets: readonly Ticket[]): ReservationFields {
  const of = (name: keyof Omit<Ticket, 'money' | 'total'>) =>
    together(tickets.map((one) => one[name] ?? ''))
  const descriptions = new Set([fields.description, ...tickets.map((one) => one.description)])
  const described = (...more: string[]) =>
    filled({ description: [...descriptions, ...more].filter(Boolean).join('\n') })
  if (kind === 'hosting') {
    const roomNumber = of('roomNumber')
    return { roomType: of('roomType'), ...filled({ roomNumber }), ...described() }
  }
  const numbers = labelledLines([['Ticket', of('number')]])
  const bought = filled({ providerReservationDescription: numbers })
  if (kind === 'activity') {
    const seats = labelledLines([
      ['Section', of('section')],
      ['Row', of('row')],
      ['Seat', of('seat')],
    ])
    return { ...bought, ...described(seats) }
  }
  const coachNumber = hasCoaches(fields) ? of('section') : ''
  return {
    ...bought,
    ...filled({ coachNumber, seatNumber: of('seat'), seatClass: of('seatClass') }),
  }
}

/** The fields of a reservation's kind, combined from all its tickets. */
export function joinedFields(reservation: Reservation): ReservationFields {
  const { tickets, fields } = reservation
  if (tickets === undefined) return {}
  const paid = fields.price === undefined ? priceOf(tickets) : undefined
  return { ...paid, ...fieldsOf(reservation, tickets) }
}

/** A reservation with the combined fields of its tickets. */
export function ticketed(reservation: Reservation): Reservation {
  const { tickets: _, ...rest } = reservation
  return { ...rest, fields: { ...rest.fields, ...joinedFields(reservation) } }
}

/** The total; null if totals differ, as they may or may not be parts of one. */
function totalOfBoth(one: ReservationFields, other: ReservationFields): ReservationFields {
  const priced = [one, other].filter(({ price }) => price !== undefined)
  const [{ price, currency } = {}] = priced
  if (price === undefined || currency === undefined) return {}
  const isSame = priced.every((each) => each.price === price && each.currency === currency)
  return isSame ? { price, currency } : { price: null, currency: '' }
}

/** A part of a reservation, with the tickets of another node for a different passenger. */
export function withTicketsOf<R extends Reservation>(one: R, other: Reservation): R {
  const { tickets, areSure } = unitedTickets(one.kind, one.tickets ?? [], other.tickets ?? [])
  const isWhole = one.fields.price !== undefined || other.fields.price !== undefined
  const total = isWhole || !areSure ? totalOfBoth(ticketed(one).fields, ticketed(other).fields) : {}
  return { ...one, tickets: tickets.slice(0, maxTickets), fields: { ...one.fields, ...total } }
}
