/** Messages about one booking, one after the other: their bytes, and what becomes of each. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { fileMail } from '../../../src/mail/filing/filing.ts'
import { parseMail } from '../../../src/mail/reading/parse.ts'
import type { ReservationKind } from '../../../src/mail/reading/reservation.ts'
import { cast, db, type Person } from '../../world.ts'
import { objectsIn, whereIs } from '../parsed-messages.ts'

export type MarkupNode = Record<string, unknown>

const confirmed = {
  '@context': 'http://schema.org',
  reservationStatus: 'http://schema.org/ReservationConfirmed',
}

/** A flight from Lisbon to Frankfurt on the first day of the cast's trip. */
export const flightFor = (name: string, more: MarkupNode = {}): MarkupNode => ({
  ...confirmed,
  '@type': 'FlightReservation',
  reservationNumber: 'KX77QP',
  ...(name && { underName: { '@type': 'Person', name } }),
  reservationFor: {
    '@type': 'Flight',
    flightNumber: '123',
    airline: { '@type': 'Airline', name: 'Air Prado', iataCode: 'AP' },
    departureAirport: { '@type': 'Airport', name: 'Lisbon', iataCode: 'LIS' },
    departureTime: '2031-04-18T08:10:00+01:00',
    arrivalAirport: { '@type': 'Airport', name: 'Frankfurt', iataCode: 'FRA' },
    arrivalTime: '2031-04-18T12:05:00+02:00',
  },
  ...more,
})

/** A room in Lisbon for all nights of the cast's trip. */
export const roomFor = (name: string, more: MarkupNode = {}): MarkupNode => ({
  ...confirmed,
  '@type': 'LodgingReservation',
  reservationNumber: 'H-4711',
  ...(name && { underName: { '@type': 'Person', name } }),
  reservationFor: { '@type': 'Hotel', name: 'Casa do Largo', address: 'Largo 3, Lisboa, Portugal' },
  checkinTime: '2031-04-18T15:00:00+01:00',
  checkoutTime: '2031-04-21T11:00:00+01:00',
  ...more,
})

/** Tickets for a concert in Lisbon. */
export const ticketsTo = (tickets: MarkupNode[], more: MarkupNode = {}): MarkupNode => ({
  ...confirmed,
  '@type': 'EventReservation',
  reservationNumber: 'EV-9',
  reservationFor: {
    '@type': 'Event',
    name: 'Fado night',
    startDate: '2031-04-19T20:00:00+01:00',
    location: { '@type': 'Place', name: 'Teatro Azul', address: 'Rua 5, Lisboa' },
  },
  reservedTicket: tickets,
  ...more,
})

export const cancelling = (node: MarkupNode): MarkupNode => ({
  ...node,
  reservationStatus: 'http://schema.org/ReservationCancelled',
})

export const price = (totalPrice: number): MarkupNode => ({ totalPrice, priceCurrency: 'EUR' })

/** The lines of a calendar event, which is a part of the message. */
export type EventLines = readonly string[]

function calendarOf(events: readonly EventLines[]): string {
  const stamped = (lines: EventLines) => [
    ...['BEGIN:VEVENT', 'DTSTAMP:20310228T074500Z', ...lines],
    'END:VEVENT',
  ]
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'METHOD:REQUEST', ...events.flatMap(stamped)]
  return [...lines, 'END:VCALENDAR', ''].join('\r\n')
}

export interface MailParts {
  markup?: readonly MarkupNode[]
  events?: readonly EventLines[]
}

/** The bytes of a message that is sent so many days after the first of March. */
export function mailOf({ markup = [], events = [] }: MailParts, day = 0): Buffer {
  const script = `<script type="application/ld+json">${JSON.stringify(markup)}</script>`
  const parts = [
    ['text/html; charset=utf-8', `<p>Your booking</p>${markup.length > 0 ? script : ''}`],
    ...(events.length > 0
      ? [['text/calendar; charset=utf-8; method=REQUEST', calendarOf(events)]]
      : []),
  ]
  const body = parts.flatMap(([type, text]) => ['--b', `Content-Type: ${type}`, '', text])
  const lines = [
    'From: Booking <booking@air.example>',
    'To: somebody@mail.example',
    'Subject: Your booking',
    `Date: ${String(day + 1).padStart(2, '0')} Mar 2031 08:45:00 +0000`,
    `Message-ID: <${randomUUID()}@air.example>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    ...['', ...body, '--b--', ''],
  ]
  return Buffer.from(lines.join('\r\n'))
}

/** Reads and files a message; the reason why it waits, or ''. */
export async function deliver(person: Person, mail: MailParts, day = 0) {
  const bytes = mailOf(mail, day)
  const parsed = await parseMail(bytes)
  const at = new Date('2031-03-31T00:00:00Z')
  const stored = await fileMail(db, { ownerId: person.id, source: 'test', bytes, parsed, at })
  const { filed, reason, ...place } = await whereIs(stored.id)
  return { id: stored.id, filed, reason, place }
}

/** A message of a sequence, and the columns of the objects that are there after it. */
export interface MailStep extends MailParts {
  /** In the inbox for this reason; without one it has been filed. */
  waits?: string
  /** What was left out of a message that has been filed. */
  says?: string
  /** Of an older message that arrives late: so many days after the first of March. */
  day?: number
  /** Each object by the columns that are named; none where all are deleted. */
  rows: readonly MarkupNode[]
}

/** Delivers the messages of a sequence to the owner of a new trip, and checks each step. */
export async function follow(kind: ReservationKind, steps: readonly MailStep[]): Promise<void> {
  const { olga, trip } = await cast()
  for (const [
    at,
    { rows: expected, waits = '', says = waits, day = at, ...mail },
  ] of steps.entries()) {
    const { filed, reason } = await deliver(olga, mail, day)
    expect({ at, filed, reason }).toEqual({ at, filed: waits === '', reason: says })
    const rows = await objectsIn(trip.id, kind)
    const shown = rows.map((row, index) =>
      Object.fromEntries(Object.keys(expected[index] ?? {}).map((name) => [name, row[name]])),
    )
    expect({ at, rows: shown, count: rows.length }).toEqual({
      at,
      rows: expected,
      count: expected.length,
    })
  }
}
