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

const station = (name: string) => ({ '@type': 'TrainStation', name, identifier: 'uic:9400000' })

/** A train with a seat in a coach; newer versions of the program tell the price of the ticket. */
export const extractedTrain = {
  '@context': 'http://schema.org',
  '@type': 'TrainReservation',
  modifiedTime: '2031-03-01T07:45:00Z',
  provider: { '@type': 'Organization', name: 'Rail Sale' },
  reservationFor: {
    '@type': 'TrainTrip',
    arrivalPlatform: '9',
    arrivalStation: station('Porto'),
    arrivalTime: '2031-04-18T11:05:00+01:00',
    departureDay: '2031-04-18',
    departurePlatform: '3',
    departureStation: station('Lisboa'),
    departureTime: qDateTime('2031-04-18T08:10:00+01:00', 'Europe/Lisbon') as unknown,
    provider: { '@type': 'Organization', name: 'Rail Co' },
    trainNumber: 'IC 571',
  },
  reservationNumber: 'R1',
  reservationStatus: 'http://schema.org/ReservationConfirmed',
  reservedTicket: {
    '@type': 'Ticket',
    ticketNumber: 'T-9',
    ticketToken: 'qrCode:R1',
    ticketedSeat: { '@type': 'Seat', seatNumber: '21', seatSection: '7', seatingType: '2' },
    totalPrice: 31.5,
    priceCurrency: 'EUR',
  },
  url: 'https://rail.example/b/R1',
}

/** A script that answers this, whatever the message is. */
export const saying = (answer: unknown) =>
  `process.stdout.write(${JSON.stringify(JSON.stringify(answer))})`
