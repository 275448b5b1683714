/** 17 Inbound mail: a message with very many bookings waits in the inbox, and stops no one. */
import { afterAll, describe, expect, it } from 'vitest'
import type { FilingCandidate } from '../../../src/mail/filing/candidates.ts'
import { Comparisons } from '../../../src/mail/filing/comparisons.ts'
import { decide } from '../../../src/mail/filing/filing-plan.ts'
import { partIn } from '../../../src/mail/filing/likeness.ts'
import { prepareStarts } from '../../../src/mail/filing/open-trips.ts'
import { ticketed } from '../../../src/mail/reading/bookings/combined-tickets.ts'
import { MailParser } from '../../../src/mail/reading/parsing.ts'
import { reasons } from '../../../src/mail/reading/reasons.ts'
import type { Reservation } from '../../../src/mail/reading/reservation.ts'
import { cast, db, premium } from '../../world.ts'
import {
  file,
  filedAt,
  flight,
  objectsIn,
  stay,
  table,
  waitingFor,
  whereIs,
} from '../parsed-messages.ts'
import { rawMail } from '../raw-mails.ts'

const parser = new MailParser()
afterAll(() => parser.close())

const flightNumbered = (number: number) => ({
  '@context': 'http://schema.org',
  '@type': 'FlightReservation',
  reservationNumber: `KX${number}`,
  reservationStatus: 'http://schema.org/ReservationConfirmed',
  reservationFor: {
    '@type': 'Flight',
    flightNumber: String(number),
    airline: { '@type': 'Airline', name: 'Air Prado', iataCode: 'AP' },
    departureAirport: { '@type': 'Airport', name: 'Lisbon', iataCode: 'LIS' },
    departureTime: '2031-04-18T08:10:00+01:00',
    arrivalAirport: { '@type': 'Airport', name: 'Frankfurt', iataCode: 'FRA' },
    arrivalTime: '2031-04-18T12:05:00+02:00',
  },
})

const parsed = (markup: object) =>
  parser.parse(
    rawMail({ html: `<script type="application/ld+json">${JSON.stringify(markup)}</script>` }),
  )

async function parsedFlights(count: number) {
  const flights = Array.from({ length: count }, (_, at) => flightNumbered(at + 1))
  const { reservations, doubt } = await parsed(flights)
  return { bookings: reservations.length, doubt }
}

/** A cancellation of so many flights of one reservation. */
async function cancelledFlights(count: number) {
  const { reservations, doubt } = await parsed({
    '@type': 'FlightReservation',
    reservationNumber: 'KX1',
    reservationStatus: 'http://schema.org/ReservationCancelled',
    reservationFor: Array.from({ length: count }, (_, at) => ({ flightNumber: `AP${at + 1}` })),
  })
  return { bookings: reservations.length, doubt }
}

/** The price of a flight for which so many tickets of 10 EUR were sold. */
async function priceOfTickets(count: number) {
  const ticket = (at: number) => ({ '@type': 'Ticket', ticketNumber: `${at}`, totalPrice: 10 })
  const reservedTicket = Array.from({ length: count }, (_, at) => ({
    ...ticket(at),
    priceCurrency: 'EUR',
  }))
  const { reservations } = await parsed({ ...flightNumbered(1), reservedTicket })
  return reservations.map((one) => ticketed(one).fields.price)
}

describe('17 Inbound mail: very many bookings', () => {
  it('the parser refuses 900 flights, and accepts 250', async () => {
    expect(await parsedFlights(900)).toEqual({ bookings: 0, doubt: reasons.tooMany })
    expect(await parsedFlights(251)).toEqual({ bookings: 0, doubt: reasons.tooMany })
    expect(await parsedFlights(250)).toEqual({ bookings: 250, doubt: '' })
  })

  it('a cancellation of 251 flights cancels none; one of 250 cancels all', async () => {
    expect(await cancelledFlights(251)).toEqual({ bookings: 0, doubt: reasons.tooMany })
    expect(await cancelledFlights(250)).toEqual({ bookings: 250, doubt: '' })
  })

  it('too many tickets to read have no total', async () => {
    expect(await priceOfTickets(200)).toEqual([2000])
    expect(await priceOfTickets(300)).toEqual([undefined])
  })

  it.each([
    [500, 'changes one of them'],
    [501, 'waits in the inbox'],
  ])('a message with the number of %d objects %s', async (count, what) => {
    const { olga, trip } = await cast()
    await db.query({
      text: `insert into hosting (trip_id, owner_id, name, provider_reservation_code)
        select $1, $2, 'Casa ' || n, 'H-4711' from generate_series(1, $3) n`,
      values: [trip.id, olga.id, count],
    })
    const { id } = await file(olga, [stay({ fields: { name: 'Casa 7' } })])
    const changed = (await objectsIn(trip.id, 'hosting')).filter(({ starts_at }) => starts_at)
    if (what === 'waits in the inbox') {
      expect(changed).toEqual([])
      expect(await whereIs(id)).toEqual(waitingFor(reasons.tooMuchKnown))
    } else {
      expect(changed).toMatchObject([{ name: 'Casa 7' }])
      expect(await whereIs(id)).toEqual(filedAt({ hostingId: changed[0]?.id as number }))
    }
  })

  it.each([
    [10, 'changes one of them'],
    [250, 'waits in the inbox'],
  ])('a message with the number of %d objects with long texts %s', async (count, what) => {
    const { olga, trip } = await cast()
    await db.query({
      text: `insert into hosting
          (trip_id, owner_id, name, description, notes, provider_reservation_code)
        select $1, $2, 'Casa ' || n, $4, $4, 'H-4711' from generate_series(1, $3) n`,
      values: [trip.id, olga.id, count, 'é'.repeat(20_000)],
    })
    const { id } = await file(olga, [stay({ fields: { name: 'Casa 7' } })])
    expect(await whereIs(id)).toMatchObject(
      what === 'waits in the inbox' ? waitingFor(reasons.tooMuchKnown) : { filed: true },
    )
  })

  it.each([
    [500, 1, reasons.severalTrips],
    [501, 1, reasons.tooMuchKnown],
    [100, 250, reasons.severalTrips],
    [101, 250, reasons.tooMuchKnown],
  ])('%d trips for %d stays of these days: %s', async (count, stays, reason) => {
    const { stan } = await cast()
    await premium(stan, true)
    await db.query({
      text: `insert into trip (owner_id, timezone, starts_at, ends_at, has_dates)
        select $1, 'Europe/Lisbon', '2031-04-18', '2031-04-21', true from generate_series(1, $2)`,
      values: [stan.id, count],
    })
    const all = Array.from({ length: stays }, (_, at) => stay({ code: `H-${at}` }))
    const { id } = await file(stan, all)
    expect(await whereIs(id)).toEqual(waitingFor(reason))
  })

  it('the start times in many trips are computed in many turns of the event loop', async () => {
    const stays = Array.from({ length: 20 }, (_, at) => stay({ code: `H-${at}` }))
    const days = { firstDay: '2031-04-17', lastDay: '2031-04-22', canEditExpenses: true }
    const zones = Intl.supportedValuesOf('timeZone').slice(0, 50)
    let turns = 0
    const turn = () => {
      turns += 1
      next = setImmediate(turn)
    }
    let next = setImmediate(turn)
    await prepareStarts(
      stays,
      zones.map((timezone, id) => ({ id, name: '', timezone, ...days })),
    )
    clearImmediate(next)
    expect(turns).toBeGreaterThanOrEqual(99)
  })

  describe('250 bookings compared with 500 known objects', () => {
    const days = { firstDay: '2031-04-17', lastDay: '2031-04-22' }
    const trip = { id: 1, name: '', timezone: 'Europe/Lisbon', ...days, canEditExpenses: true }
    const saidAt = '2031-03-01T00:00:00.000Z'
    const letters = Array.from({ length: 120 }, (_, at) => String.fromCodePoint(0x4e00 + at))
    // All words but one are the same, so that each is looked at.
    const nameOf = (own: string) => [...letters, own].join(' ')
    const people = (of: string) =>
      Array.from({ length: 20 }, (_, at) => ({ name: `Ann${at} Reis${of}${at}` }))
    type Make = (own: string, at: number) => Reservation
    const anyTable: Make = (own) => table({ provider: nameOf(own), code: own })
    const oneNumber: Make = (own) => table({ provider: nameOf(own), code: 'T9' })
    const anyFlight: Make = (own, at) =>
      flight({ code: own, leg: `AP${at + 1}`, tickets: people(own) })
    const oneFlight: Make = (own) => flight({ code: own, tickets: people(own) })
    const oneHouse: Make = (own) =>
      stay({ provider: nameOf(own), code: own, fields: { name: nameOf('a') } })

    /** An object that is known by ten long names. */
    function knownAs(reservation: Reservation, id: number): FilingCandidate {
      const { kind, tickets = [] } = reservation
      const { facts, booking, fields } = partIn({ ...reservation, saidAt }, trip)
      const bookings = Array.from({ length: 10 }, (_, at) => ({
        ...booking,
        provider: nameOf(`z${id} ${at}`),
      }))
      const said = { saidAt, tripId: trip.id, bookings, fields: {}, tickets }
      const of = { kind, id, tripId: trip.id, isOfMail: true } as const
      return { ...of, bookings, facts: [facts, facts], said, values: fields }
    }

    it.each([
      { what: 'tables of one restaurant', make: anyTable, plan: { trip } },
      { what: 'tables under one number', make: oneNumber, plan: { trip } },
      { what: 'flights with twenty passengers each', make: anyFlight, plan: { trip } },
      {
        what: 'twenty passengers each of one flight',
        make: oneFlight,
        plan: { reason: 'tooMany' },
      },
      { what: 'stays in one house', make: oneHouse, plan: { trip } },
    ])('$what: others are let through after at most 720 comparisons', async ({ make, plan }) => {
      const known = Array.from({ length: 500 }, (_, id) => knownAs(make(`k${id}`, id), id))
      const mail = Array.from({ length: 250 }, (_, at) => ({ ...make(`m${at}`, at), saidAt }))
      const comparisons = new Comparisons()
      const facts = { trips: [trip], known, cancellations: [] }
      expect(await decide(mail, facts, comparisons)).toMatchObject(plan)
      expect(comparisons.longest).toBeGreaterThan(300)
      // 300, and one object: its bookings, and twenty passengers with twenty others.
      expect(comparisons.longest).toBeLessThanOrEqual(720)
    })

    it('cancellations of 5,000 people of one flight wait in the inbox, uncompared', async () => {
      const known = [knownAs(oneFlight('KX1', 0), 0)]
      const mail = Array.from({ length: 250 }, (_, at) => {
        const one = flight({ code: 'KX1', isCancelled: true, tickets: people(`${at}`) })
        return { ...one, saidAt: '2031-03-02T00:00:00.000Z' }
      })
      const facts = { trips: [trip], known, cancellations: [] }
      expect(await decide(mail, facts, new Comparisons())).toMatchObject({ reason: 'tooMany' })
    })
  })
})
