/** How one gets from here to there: flights, trains, buses, boats, cars, by their markup. */
import { type Airport, airportOf } from './airports.ts'
import { landing } from './arrivals.ts'
import { surely } from './doubts.ts'
import { zoneOfRailways } from './mainlands.ts'
import { listOf, type Node, typeOf } from './markup.ts'
import { type Location, locationOf, textOf, thingOf } from './markup-values.ts'
import { momentOf } from './moments.ts'
import type { Reason } from './reasons.ts'
import type { Moment, Reservation } from './reservation.ts'
import { type Span, timedSpan } from './spans.ts'
import { isTimeOfDay } from './written-times.ts'

type Place = Pick<Location, 'zone' | 'country'>

/** What takes longer has another year in one of its times, or is no journey. */
const mostDays = { airplane: 2, train: 9, bus: 9, ferry: 60, transfer: 2, car: 366 } as const

export type Fields = Reservation['fields']

export interface Journey {
  type: string
  fields: Fields
  start: Moment
  end: Moment | undefined
  leg: string
  provider: string
}

/** The times of a journey: under these names, each with its day where that stands apart. */
function times(
  of: Node,
  [departure, arrival]: readonly [string, string],
  [from, to]: readonly [Place, Place],
): Span {
  const at = (name: string, { zone, country }: Place, reason: Reason) =>
    momentOf(of[`${name}Time`], zone, {
      day: [of[`${name}Date`], of[`${name}Day`]].flatMap(listOf),
      country,
      reason,
    })
  const start = surely(at(departure, from, 'noStart'), 'noStart')
  return { start, end: at(arrival, to, 'noEnd') }
}

interface End {
  name: string
  location: Location
  airport: Airport
}

async function airport(value: unknown): Promise<End> {
  const code = textOf(thingOf(value).iataCode).toUpperCase()
  const found = surely(await airportOf(code), 'incomplete')
  const location = locationOf(value)
  const name = location.name || found.name
  return { name: name.includes(code) ? name : `${name} (${code})`, location, airport: found }
}

/** Departure and landing, which may leave its day to the departure. */
function flown(of: Node, from: End, to: End): Span {
  const places = [from, to].map(({ airport: { zone }, location: { country } }) => ({
    zone,
    country,
  })) as [Place, Place]
  const isClock = isTimeOfDay(of.arrivalTime) && of.arrivalDate === undefined
  if (!isClock) return times(of, ['departure', 'arrival'], places)
  const { start } = times({ ...of, arrivalTime: undefined }, ['departure', 'arrival'], places)
  return { start, end: landing(String(of.arrivalTime), start, from.airport, to.airport) }
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
    ...timedSpan(flown(of, from, to), mostDays.airplane),
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
function ride(type: keyof typeof mostDays, stop: string, number: string) {
  const at = (value: unknown): Location => {
    const location = locationOf(value)
    if (type !== 'train') return location
    return { ...location, zone: location.zone ?? zoneOfRailways(location.country) }
  }
  return async (of: Node): Promise<Journey> => {
    const [from, to] = [at(of[`departure${stop}`]), at(of[`arrival${stop}`])]
    surely(from.name || from.address, 'incomplete')
    surely(to.name || to.address, 'incomplete')
    const transportNumber = textOf(of[number])
    const provider = textOf(of.provider ?? of.carrier)
    const { start, end } = timedSpan(
      times(of, ['departure', 'arrival'], [from, to]),
      mostDays[type],
    )
    return {
      type,
      start,
      end,
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
  const type = typeOf(node) === 'TaxiReservation' ? 'transfer' : 'car'
  // It comes back to where it was, unless that says otherwise.
  const isElsewhere = to.zone !== undefined || (to.country !== '' && to.country !== from.country)
  const span = times(node, ['pickup', 'dropoff'], [from, isElsewhere ? to : from])
  return {
    type,
    ...timedSpan(span, mostDays[type]),
    leg: '',
    provider,
    fields: {
      company: provider,
      ...ends(from, to),
    },
  }
}
