/** Programs that stand in for `kitinerary-extractor`: scripts that a test writes. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface FakeProgram {
  path: string
  /** What it has noted, a line each. */
  notes(): string[]
  remove(): void
}

const prelude = (notes: string) => `#!${process.execPath}
const { appendFileSync, readFileSync } = require('node:fs')
const note = (text) => appendFileSync(${JSON.stringify(notes)}, text + '\\n')
const input = readFileSync(0)
note('asked')
`

/** A program that reads its input, notes that it was asked, and does what `script` says. */
export function fakeProgram(script: string): FakeProgram {
  const directory = mkdtempSync(join(tmpdir(), 'trips-extractor-'))
  const [path, notes] = [join(directory, 'extractor.js'), join(directory, 'notes')]
  writeFileSync(notes, '')
  writeFileSync(path, `${prelude(notes)}${script}\n`, { mode: 0o755 })
  return {
    path,
    notes: () => readFileSync(notes, 'utf8').split('\n').filter(Boolean),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  }
}

/** A moment as the program writes it. */
export const qDateTime = (value: string, timezone: string) => ({
  '@type': 'QDateTime',
  '@value': value,
  timezone,
})

const airport = (iataCode: string, name: string) => ({ '@type': 'Airport', iataCode, name })

/** A flight from Lisbon to Frankfurt as the program writes it, in the trip of the cast. */
export const extractedFlight = {
  '@context': 'http://schema.org',
  '@type': 'FlightReservation',
  airplaneSeat: '21A',
  modifiedTime: '2031-03-01T08:45:00+01:00',
  reservationNumber: 'KX77QP',
  reservationStatus: 'http://schema.org/ReservationConfirmed',
  reservationFor: {
    '@type': 'Flight',
    airline: { '@type': 'Airline', iataCode: 'AP', name: 'Air Prado' },
    departureAirport: airport('LIS', 'Lisbon'),
    departureDay: '2031-04-18',
    departureTime: qDateTime('2031-04-18T08:10:00+01:00', 'Europe/Lisbon'),
    arrivalAirport: airport('FRA', 'Frankfurt'),
    arrivalTime: qDateTime('2031-04-18T12:05:00+02:00', 'Europe/Berlin'),
    flightNumber: '123',
  },
}

/** A stay whose place has no coordinates: the program alone knows the zone. */
export const extractedStay = {
  '@context': 'http://schema.org',
  '@type': 'LodgingReservation',
  checkinTime: qDateTime('2031-04-18T14:00:00+01:00', 'Europe/Lisbon'),
  checkoutTime: qDateTime('2031-04-21T10:00:00+01:00', 'Europe/Lisbon'),
  reservationFor: { '@type': 'LodgingBusiness', name: 'Casa do Largo' },
  reservationNumber: 'H-4711',
}

/** A script that answers this, whatever the message is. */
export const saying = (answer: unknown) =>
  `process.stdout.write(${JSON.stringify(JSON.stringify(answer))})`
