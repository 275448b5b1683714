/** Transportation in markup: flights, trains, buses, boats, cars. */

import { areWithin, wordsIn } from '../compared-words.ts'
import { Doubt, surely } from '../doubtful-bookings.ts'
import { type Node, typeOf } from '../markup/markup.ts'
import { type Location, locationOf, textOfValue, thingOf } from '../markup/markup-values.ts'
import type { Moment, ReservationFields } from '../reservation.ts'
import { type Airport, airportOf } from '../times/airports.ts'
import { countryOf, countryPart, mayBeSame, withNamedTown } from '../times/countries.ts'
import { instantOf, isDay } from '../times/instants.ts'
import { zoneOfRailways } from '../times/mainlands.ts'
import { momentNamed, spanNamed } from '../times/moments.ts'
import { type Span, timedSpan } from '../times/spans.ts'
import { isTimeOfDay } from '../times/written-times.ts'
import { landing } from './arrivals.ts'

/** Maximum days. Anything longer has a wrong year in one of its times, or is not a journey. */
const maxDays = { airplane: 2, train: 9, bus: 9, ferry: 60, transfer: 2, car: 366 } as const

interface Journey {
  type: string
  fields: ReservationFields
  start: Moment
  end: Moment | undefined
  leg: string
  provider: string
}

const onTheWay = ['departure', 'arrival'] as const

interface End extends Pick<Location, 'name' | 'latitude' | 'longitude' | 'zone' | 'country'> {
  airport?: Airport
}

/** An airport by its IATA code, which may be part of its name: `Lisbon (LIS)`; else by its name. */
async function airport(value: unknown): Promise<End> {
  const location = locationOf(value)
  const code = textOfValue(thingOf(value).iataCode).toUpperCase()
  const named = /\(([A-Z]{3})\)$/.exec(location.name)?.[1] ?? ''
  const found = await airportOf(code || named)
  if (found === undefined) {
    if (code !== '') throw new Doubt('unknownAirport', code)
    return { ...location, name: surely(location.name, 'incomplete', 'an airport') }
  }
  const { zone, latitude, longitude } = found
  const name = location.name || found.name
  const shown = name.includes(found.code) ? name : `${name} (${found.code})`
  return { name: shown, latitude, longitude, zone, country: location.country, airport: found }
}

/** Departure and landing; the date of the landing may follow from the departure. */
function flown(of: Node, from: End, to: End): Span {
  const isClock = isTimeOfDay(of.arrivalTime) && of.arrivalDate === undefined
  if (!isClock) return spanNamed(of, onTheWay, [from, to])
  const start = surely(momentNamed(of, 'departure', from, 'noStart'), 'noStart')
  const [departure, arrival] = [surely(from.airport, 'noEnd'), surely(to.airport, 'noEnd')]
  return { start, end: landing(String(of.arrivalTime), start, departure, arrival) }
}

/** The times of a flight. At an airport known only by name, local times do not give an instant. */
function timesOf(of: Node, from: End, to: End): Span {
  const { start, end } = timedSpan(flown(of, from, to), maxDays.airplane)
  const isPlaced = (moment: Moment) => isDay(moment) || instantOf(moment) !== undefined
  if (!isPlaced(start)) throw new Doubt('unknownZone', from.name)
  return { start, end: end && isPlaced(end) ? end : undefined }
}

const airlineOf = (of: Node) => thingOf(of.airline ?? of.provider ?? of.carrier)
const carrierOf = (of: Node) => textOfValue(airlineOf(of).iataCode).toUpperCase()

/** `LX571`, even if airline and number are separate; '' without a number. */
export function flightNumberOf(of: Node): string {
  const number = textOfValue(of.flightNumber).replace(/\s+/g, '').toUpperCase()
  return /^\d+$/.test(number) ? `${carrierOf(of)}${number}` : number
}

/** A flight, which needs both airports, the departure and the number. */
async function flight(of: Node): Promise<Journey> {
  const [from, to] = [await airport(of.departureAirport), await airport(of.arrivalAirport)]
  const transportNumber = surely(flightNumberOf(of), 'incomplete', 'the flight number')
  const company = textOfValue(airlineOf(of).name) || carrierOf(of)
  return {
    type: 'airplane',
    ...timesOf(of, from, to),
    leg: transportNumber,
    provider: company,
    fields: {
      company,
      transportNumber,
      departureDescription: from.name,
      departureLatitude: from.latitude,
      departureLongitude: from.longitude,
      departureTerminal: textOfValue(of.departureTerminal),
      departureGate: textOfValue(of.departureGate),
      arrivalDescription: to.name,
      arrivalLatitude: to.latitude,
      arrivalLongitude: to.longitude,
      arrivalTerminal: textOfValue(of.arrivalTerminal),
      arrivalGate: textOfValue(of.arrivalGate),
    },
  }
}

/** Departure and arrival of journeys other than flights. */
function ends(from: Location, to: Location): ReservationFields {
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

/** A reader for trains, buses or boats, by the type's names of stops and numbers. */
function ride(type: keyof typeof maxDays, stop: string, number: string) {
  const at = (value: unknown): Location => {
    const location = locationOf(value)
    if (type !== 'train') return location
    return { ...location, zone: location.zone ?? zoneOfRailways(location.country) }
  }
  return async (of: Node): Promise<Journey> => {
    const [from, to] = [at(of[`departure${stop}`]), at(of[`arrival${stop}`])]
    surely(from.name || from.address, 'incomplete', 'the place of departure')
    surely(to.name || to.address, 'incomplete', 'the place of arrival')
    const transportNumber = textOfValue(of[number])
    const provider = textOfValue(of.provider ?? of.carrier)
    const span = timedSpan(spanNamed(of, onTheWay, [from, to]), maxDays[type])
    return {
      type,
      ...span,
      leg: transportNumber || span.start.local,
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

/** A place where a car is; an airport has its zone. */
async function carPlace(value: unknown): Promise<Location> {
  const location = locationOf(value)
  const airport = await airportOf(textOfValue(thingOf(value).iataCode).toUpperCase())
  if (!airport) return location
  return { ...location, name: location.name || airport.name, zone: location.zone ?? airport.zone }
}

/** The place whose zone the time of return has: that of pick-up, unless the other says more. */
function returnedTo(from: Location, to: Location): Location {
  const isAbroad = to.country !== '' && !mayBeSame(from.country, to.country)
  if (to.zone !== undefined || isAbroad) return to
  const [there, here] = [wordsIn(to.name || to.address), wordsIn(`${from.name} ${from.address}`)]
  const country = countryOf(from.country)
  if (to.country !== '' || !country || there.length === 0 || areWithin(there, here)) return from
  // A name alone may be that of another town, which may have another time.
  const whole = countryPart(country)
  const area = withNamedTown(whole, to.name)
  return area === whole ? from : { ...to, country: area }
}

/** A rental car or taxi, which the reservation node itself describes. */
export async function car(node: Node): Promise<Journey> {
  const [from, to] = [
    await carPlace(node.pickupLocation),
    await carPlace(node.dropoffLocation ?? {}),
  ]
  surely(from.name || from.address, 'incomplete', 'the pick-up location')
  const provider =
    textOfValue(node.provider ?? node.broker) ||
    textOfValue(thingOf(node.reservationFor).rentalCompany)
  const type = typeOf(node) === 'TaxiReservation' ? 'transfer' : 'car'
  const span = spanNamed(node, ['pickup', 'dropoff'], [from, returnedTo(from, to)])
  return {
    type,
    ...timedSpan(span, maxDays[type]),
    leg: '',
    provider,
    fields: { company: provider, ...ends(from, to) },
  }
}
