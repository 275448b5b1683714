/** Details of a booking besides place and time: operator, vehicle, number of people. */
import { isWebUrl } from '../../../core/input/web-urls.ts'
import type { Node } from '../markup/markup.ts'
import { type Location, postalAddress, textOfValue, thingOf } from '../markup/markup-values.ts'
import type { Moment, ReservationFields } from '../reservation.ts'
import { endAfter } from '../times/durations.ts'
import { zoneOf } from '../times/zones.ts'
import { labelledLines } from './combined-tickets.ts'

const firstText = (...values: unknown[]) =>
  values.map((value) => textOfValue(value)).find(Boolean) ?? ''

/** The operator of a train, a bus or a flight, if it differs from the seller. */
const companyOf = (node: Node, of: Node) =>
  firstText(of.trainCompany, of.busCompany, of.operatedBy, of.operator, node.provider)

/** `Volkswagen Golf, Economy`: parts that another part contains are not repeated. */
function vehicleOf(node: Node): string {
  const car = thingOf(node.reservationFor)
  const [brand, model, name] = [
    firstText(car.brand, car.manufacturer),
    textOfValue(car.model),
    textOfValue(node.reservationFor),
  ]
  const type = [brand, model].filter((word) => word && !name.includes(word)).join(' ')
  return [type, name].filter(Boolean).join(', ')
}

/** The URL to view or change the booking. */
function urlOf(node: Node): string {
  const urls = [node.url, node.modifyReservationUrl].map((url) => textOfValue(url, 2048))
  return urls.find((url) => isWebUrl(url)) ?? ''
}

/** Details of a leg that `fields` lack. */
export function detailsOfJourney(
  node: Node,
  of: Node,
  fields: ReservationFields,
): { company: string } & ReservationFields {
  const isCar = fields.transportationType === 'car' || fields.transportationType === 'transfer'
  const providerUrl = urlOf(node)
  // A platform is filed like a gate.
  const [from, to] = [textOfValue(of.departurePlatform), textOfValue(of.arrivalPlatform)]
  return {
    company: String(fields.company || (isCar ? '' : companyOf(node, of))),
    ...(providerUrl && { providerUrl }),
    ...(isCar && { vehicleDescription: vehicleOf(node) }),
    ...(from && { departureGate: from }),
    ...(to && { arrivalGate: to }),
  }
}

/** The end of a leg that states its duration, if the zone of the arrival is known. */
export function endOfJourney(
  start: Moment,
  of: Node,
  fields: ReservationFields,
): Moment | undefined {
  const { arrivalLatitude: latitude, arrivalLongitude: longitude } = fields
  const isKnown = typeof latitude === 'number' && typeof longitude === 'number'
  const zone = isKnown ? zoneOf(latitude, longitude) : undefined
  return zone === undefined ? undefined : endAfter(start, of.journeyDuration ?? of.duration, zone)
}

/** A number of people or things under one of these names; '' if none is stated. */
function count(node: Node, ...names: string[]): string {
  const [value] = names.map((name) => node[name]).filter((one) => one !== undefined)
  const text = textOfValue(thingOf(value).value ?? value)
  return /^[1-9]\d{0,3}$/.test(text) ? text : ''
}

/** Details of a stay: the booked rooms, and for how many people. */
export function detailsOfStay(node: Node): string {
  const [adults, children] = [count(node, 'numAdults'), count(node, 'numChildren')]
  const guests = adults === '' ? count(node, 'partySize') : ''
  const description = [
    textOfValue(node.lodgingUnitDescription, 20_000),
    labelledLines([
      ['Rooms', count(node, 'numberOfRooms', 'numRooms')],
      ['Adults', adults],
      ['Children', adults && children],
      ['Guests', guests],
    ]),
  ]
  return description.filter(Boolean).join('\n')
}

/** Details of a table or an event: for how many people. */
export const detailsOfVisit = (node: Node): string =>
  labelledLines([['Guests', count(node, 'partySize', 'numSeats')]])

/** The venue of an event, with its address. */
export function venueOf({ name, address }: Location, event: Node): string {
  const where = address || postalAddress(event.address)
  return where.includes(name) ? where : [name, where].filter(Boolean).join(', ')
}
