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

const at = (name: string, day: string) => ({
  ...{ '@type': 'Event', name, startDate: `${day}T20:00:00+01:00`, location: { name: 'Mesa' } },
})
const fado = at('Fado', '2031-04-18')
const events = (...reservationFor: unknown[]) => ({
  ...{ '@type': 'EventReservation', reservationNumber: 'E-1', reservationFor, ...price },
})

describe('17 Inbound mail: one reservation for several events', () => {
  it.each([
    ['on two days', fado, at('Jazz', '2031-04-19')],
    ['of one name on two days', fado, at('Fado', '2031-04-19')],
  ])('is one for each of them: %s', async (_, ...both) => {
    const found = await reservationsOf(events(...both))
    expect(found.map(({ code, leg }) => `${code} ${leg}`)).toEqual([
      'E-1 2031-04-18T20:00:00',
      'E-1 2031-04-19T20:00:00',
    ])
    expect(await pricesIn(events(...both))).toEqual([[], []])
  })

  it('is one if they are the same', async () => {
    expect((await pricesIn(events(fado, { ...fado, url: 'https://a.example' }))).flat()).toContain(
      400,
    )
  })

  it('is doubted if one of them has no start', async () => {
    const found = reservationsOf(events(fado, { '@type': 'Event', name: 'Jazz' }))
    await expect(found).rejects.toMatchObject({ reason: 'noStart' })
  })

  it('is cancelled for the one that is', async () => {
    const jazz = { ...at('Jazz', '2031-04-19'), eventStatus: 'EventCancelled' }
    expect(await reservationsOf(events(fado, jazz))).toMatchObject([
      { isCancelled: false, leg: '2031-04-18T20:00:00' },
      { isCancelled: true, fields: { name: 'Jazz' } },
    ])
  })
})

const place = { address: { addressCountry: 'PT', addressLocality: 'Lisboa' } }
const house = (name: string) => ({ '@type': 'LodgingBusiness', name, ...place })
const lodging = { checkinDate: '2031-04-18', checkoutDate: '2031-04-21' }
const table = (name: string) => ({ '@type': 'FoodEstablishment', name, ...place })
const evening = { startTime: '2031-04-18T20:00:00+01:00' }
const car = (model: string) => ({ '@type': 'RentalCar', model })
const rental = {
  ...{ pickupTime: '2031-04-18T10:00:00+01:00', dropoffTime: '2031-04-20T10:00:00+01:00' },
  pickupLocation: { name: 'Wheels', ...place },
}

describe('17 Inbound mail: one reservation with the times of one thing', () => {
  const kinds = [
    ['LodgingReservation', lodging, house('Casa do Largo'), house('Quinta do Vale')],
    ['FoodEstablishmentReservation', evening, table('Tasca'), table('Adega')],
    ['RentalCarReservation', rental, car('Fiat Panda'), car('Renault Clio')],
  ] as const

  it.each(kinds)('%s is doubted for two', async (type, more, one, other) => {
    const node = { '@type': type, reservationNumber: 'R-1', ...more, reservationFor: [one, other] }
    await expect(reservationsOf(node)).rejects.toMatchObject({ reason: 'severalThings' })
  })

  it.each(kinds)('%s is read for one, even if it is repeated', async (type, more, one) => {
    const node = { '@type': type, reservationNumber: 'R-1', ...more, reservationFor: [one, one] }
    expect(await reservationsOf(node)).toHaveLength(1)
  })
})
