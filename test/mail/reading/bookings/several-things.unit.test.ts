/** Inbound mail: one reservation for several flights, events, houses, tables or cars. */
import { describe, expect, it } from 'vitest'
import { reservationsOf } from '../../../../src/mail/reading/bookings/reservations.ts'

const price = { totalPrice: '400.00', priceCurrency: 'EUR' }
const flight = (flightNumber: string, day: string, [from, to]: [string, string]) => ({
  ...{
    '@type': 'Flight',
    flightNumber,
    departureTime: `${day}T08:10`,
    arrivalTime: `${day}T12:05`,
  },
  departureAirport: { iataCode: from },
  arrivalAirport: { iataCode: to },
})
const there = flight('AP123', '2031-04-18', ['LIS', 'FRA'])
const back = flight('AP124', '2031-04-21', ['FRA', 'LIS'])
const flights = (...reservationFor: unknown[]) => ({
  ...{ '@type': 'FlightReservation', reservationNumber: 'KX77QP', reservationFor, ...price },
})
/** The prices of each of the bookings, in total and of its tickets. */
const pricesIn = async (node: Record<string, unknown>) =>
  (await reservationsOf(node)).map(({ fields, tickets = [] }) =>
    [fields.price, ...tickets.flatMap(({ total, money }) => [total?.price, money?.price])].filter(
      (one) => one !== undefined,
    ),
  )

describe('17 Inbound mail: one price for several flights', () => {
  it('is not that of each of them', async () => {
    expect(await pricesIn(flights(there, back))).toEqual([[], []])
    const reservedTicket = [{ '@type': 'Ticket', ticketNumber: '1', ...price }]
    expect(await pricesIn({ ...flights(there, back), reservedTicket })).toEqual([[], []])
    const { reservationFor: _, ...whole } = flights()
    const parts = [there, back].map((one) => ({
      ...{ '@type': 'FlightReservation', reservationFor: one },
    }))
    expect(await pricesIn({ ...whole, subReservation: parts })).toEqual([[], []])
  })

  it('is that of the only one', async () => {
    expect((await pricesIn(flights(there))).flat()).toContain(400)
  })
})
