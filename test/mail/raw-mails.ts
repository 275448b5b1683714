/** Messages as they come in: bytes. */
import { randomUUID } from 'node:crypto'

export interface Raw {
  from?: string
  to?: string
  headers?: string[]
  messageId?: string | null
  subject?: string
  date?: string
  html?: string
}

/** A message in RFC 5322 form. */
export function rawMail(raw: Raw = {}): Buffer {
  const { from = 'Air Prado <booking@air.example>', to = 'somebody@mail.example' } = raw
  const { messageId = `<${randomUUID()}@air.example>`, subject = 'Your booking' } = raw
  const { date = 'Sat, 01 Mar 2031 08:45:00 +0100' } = raw
  const lines = [
    ...(raw.headers ?? []),
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Date: ${date}`,
    ...(messageId === null ? [] : [`Message-ID: ${messageId}`]),
    'MIME-Version: 1.0',
    'Content-Type: text/html; charset=utf-8',
    '',
    raw.html ?? '<p>Seat 21</p>',
    '',
  ]
  return Buffer.from(lines.join('\r\n'))
}

/** HTML with a flight from Lisbon to Frankfurt, which is in the trip of the cast. */
export function flightHtml(more: Record<string, unknown> = {}): string {
  const markup = {
    '@context': 'http://schema.org',
    '@type': 'FlightReservation',
    reservationNumber: 'KX77QP',
    reservationStatus: 'http://schema.org/ReservationConfirmed',
    underName: { '@type': 'Person', name: 'Ines Prado' },
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
  }
  const script = `<script type="application/ld+json">${JSON.stringify(markup)}</script>`
  return `<html><body><p>Seat 21</p>${script}</body></html>`
}

/** A message whose calendar alone speaks: an event that starts then, as iCalendar writes it. */
export function calendarMail(start: string, status = 'CONFIRMED'): Buffer {
  const event = [`DTSTART:${start}`, `STATUS:${status}`, 'SUMMARY:Lisbon to Frankfurt']
  const lines = [
    'From: Air Prado <booking@air.example>',
    'To: somebody@mail.example',
    'Subject: Your booking',
    'Date: Sat, 01 Mar 2031 08:45:00 +0100',
    `Message-ID: <${randomUUID()}@air.example>`,
    'MIME-Version: 1.0',
    'Content-Type: text/calendar; charset=utf-8; method=REQUEST',
    '',
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'METHOD:REQUEST'],
    ...['BEGIN:VEVENT', 'UID:one@air.example', 'DTSTAMP:20310301T074500Z', ...event],
    ...['END:VEVENT', 'END:VCALENDAR', ''],
  ]
  return Buffer.from(lines.join('\r\n'))
}
