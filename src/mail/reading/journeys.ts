/** How one gets from here to there: flights, trains, buses, boats, cars, by their markup. */
import { type Airport, airportOf } from './airports.ts'
import { isNode, listOf, type Node, typeOf } from './markup.ts'
import { type Location, locationOf, textOf, thingOf } from './markup-values.ts'
import type { Reason } from './reasons.ts'
import type { Moment, Reservation } from './reservation.ts'
import { isContradictory, readMoment } from './times.ts'

/** What is said but cannot be filed; thrown while a reservation is read. */
export class Doubt extends Error {
  readonly reason: Reason

  constructor(reason: Reason) {
    super(reason)
    this.reason = reason
  }
}

export type Fields = Reservation['fields']

export interface Journey {
  type: string
  fields: Fields
  start: Moment
  end: Moment | undefined
  leg: string
  provider: string
}

/** The value, or the doubt that it is not there. */
export function surely<T>(value: T | undefined, reason: Reason): T {
  if (value === undefined || value === '') throw new Doubt(reason)
  return value
}

/**
 * A moment that is there must be readable, and say one thing. It is a text, or a value with its
 * type; `kitinerary-extractor` writes the zone of the location beside it, which counts if ours is
 * not known.
 */
export function momentOf(value: unknown, locationZone: string | undefined): Moment | undefined {
  const [first] = listOf(value)
  const { '@value': text, timezone } = isNode(first) ? first : { '@value': first }
  if (first === undefined || text === '') return undefined
  const zone = locationZone ?? (typeof timezone === 'string' ? timezone : undefined)
  const moment = surely(readMoment(text, zone), 'noStart')
  if (isContradictory(moment)) throw new Doubt('contradictory')
  return moment
}

async function airport(
  value: unknown,
): Promise<{ name: string; location: Location; airport: Airport }> {
  const code = textOf(thingOf(value).iataCode).toUpperCase()
  const found = surely(await airportOf(code), 'incomplete')
  const location = locationOf(value)
  const name = location.name || found.name
  return { name: name.includes(code) ? name : `${name} (${code})`, location, airport: found }
}

/** A flight: both airports, the departure and the number, or nothing. */
async function flight(of: Node): Promise<Journey> {
  const [from, to] = [await airport(of.departureAirport), await airport(of.arrivalAirport)]
  const airline = thingOf(of.airline ?? of.provider ?? of.carrier)
  const carrier = textOf(airline.iataCode).toUpperCase()
  const number = surely(textOf(of.flightNumber).replace(/\s+/g, '').toUpperCase(), 'incomplete')
  const transportNumber = /^\d+$/.test(number) ? `${carrier}${number}` : number
  return {
    type: 'airplane',
    start: surely(momentOf(of.departureTime, from.airport.zone), 'noStart'),
    end: momentOf(of.arrivalTime, to.airport.zone),
    leg: transportNumber,
    provider: textOf(airline.name) || carrier,
    fields: {
      company: textOf(airline.name) || carrier,
      transportNumber,
      departureDescription: from.name,
      departureLatitude: from.airport.latitude,
      departureLongitude: from.airport.longitude,
      departureTerminal: textOf(of.departureTerminal),
      departureGate: textOf(of.departureGate),
      arrivalDescription: to.name,
      arrivalLatitude: to.airport.latitude,
      arrivalLongitude: to.airport.longitude,
      arrivalTerminal: textOf(of.arrivalTerminal),
      arrivalGate: textOf(of.arrivalGate),
    },
  }
}

/** From where and to where, for everything that is no flight. */
function ends(from: Location, to: Location): Fields {
  return {
    departureDescription: from.name || from.address,
    departureAddress: from.address,
    departureLatitude: from.latitude,
    departureLongitude: from.longitude,
    arrivalDescription: to.name || to.address,
    arrivalAddress: to.address,
    arrivalLatitude: to.latitude,
    arrivalLongitude: to.longitude,
  }
}

/** A train, bus or boat: by the names its type gives to stops and numbers. */
function ride(type: string, stop: string, number: string) {
  return async (of: Node): Promise<Journey> => {
    const [from, to] = [locationOf(of[`departure${stop}`]), locationOf(of[`arrival${stop}`])]
    surely(from.name || from.address, 'incomplete')
    surely(to.name || to.address, 'incomplete')
    const transportNumber = textOf(of[number])
    const provider = textOf(of.provider ?? of.carrier)
    const start = surely(momentOf(of.departureTime, from.zone), 'noStart')
    return {
      type,
      start,
      end: momentOf(of.arrivalTime, to.zone),
      leg: transportNumber || start.local,
      provider,
      fields: { company: provider, transportNumber, ...ends(from, to) },
    }
  }
}

/** The journeys inside a reservation, by the reservation's type. */
export const journeys: Readonly<Record<string, (of: Node) => Promise<Journey>>> = {
  FlightReservation: flight,
  TrainReservation: ride('train', 'Station', 'trainNumber'),
  BusReservation: ride('bus', 'BusStop', 'busNumber'),
  BoatReservation: ride('ferry', 'BoatTerminal', 'vehicleNumber'),
}

/** A rented car or a taxi is told by the reservation itself. */
export function car(node: Node): Journey {
  const [from, to] = [locationOf(node.pickupLocation), locationOf(node.dropoffLocation ?? {})]
  surely(from.name || from.address, 'incomplete')
  const provider =
    textOf(node.provider ?? node.broker) || textOf(thingOf(node.reservationFor).rentalCompany)
  const start = surely(momentOf(node.pickupTime, from.zone), 'noStart')
  const isTaxi = typeOf(node) === 'TaxiReservation'
  return {
    type: isTaxi ? 'transfer' : 'car',
    start,
    end: momentOf(node.dropoffTime, to.zone ?? from.zone),
    leg: '',
    provider,
    fields: {
      company: provider,
      ...ends(from, to),
    },
  }
}
