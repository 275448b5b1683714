/** Nodes of schema.org markup: plain objects with `@type`, from any form. */
import { isRecord } from '../../../base/values.ts'

export type Node = { [key: string]: unknown }

/** Maximum nesting; deeper values are ignored. */
export const maxNodeDepth = 20

/** The remaining limits on the markup of one message, for all its parts together. */
export interface MarkupBudget {
  /** Top nodes. */
  nodes: number
  /**
   * Values and parts of nodes, each counted twice; a message with a hundred legs needs a twentieth.
   */
  parts: number
  /** Characters of JSON. */
  json: number
}

export const markupBudget = (): MarkupBudget => ({
  nodes: 1_000,
  parts: 200_000,
  json: 3_000_000,
})

export const isNode = (value: unknown): value is Node => isRecord(value)

/** A value, a list or undefined, as a list. */
export const listOf = (value: unknown): unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value]

/** The last word of a URL: `Flight` of `http://schema.org/Flight`. */
export const lastWord = (name: string) => name.trim().split(/[/#]/).at(-1) ?? ''

export const isReservation = (type: string) => /Reservation(Package)?$/.test(type)

/** The specific type of a plain `Reservation`, by the type of `reservationFor`. */
const reservationsFor: readonly [RegExp, string][] = [
  [/^Flight$/, 'FlightReservation'],
  [/^TrainTrip$/, 'TrainReservation'],
  [/^BusTrip$/, 'BusReservation'],
  [/^BoatTrip$/, 'BoatReservation'],
  [/^(RentalCar|Car)$/, 'RentalCarReservation'],
  [
    /^(LodgingBusiness|Hotel|Hostel|Motel|Resort|BedAndBreakfast|Campground)$/,
    'LodgingReservation',
  ],
  [/^(FoodEstablishment|Restaurant|CafeOrCoffeeShop|BarOrPub)$/, 'FoodEstablishmentReservation'],
  [/^([A-Z]\w*)?Event$/, 'EventReservation'],
]

/**
 * The type of a node, without the URL of its vocabulary; of several, a reservation's type, else the
 * first.
 */
export function typeOf(node: Node): string {
  const types = listOf(node['@type'])
    .filter((type) => typeof type === 'string')
    .map(lastWord)
  const ofReservation = types.filter(isReservation)
  const type = ofReservation.find((one) => one !== 'Reservation') ?? ofReservation[0]
  if (type !== 'Reservation') return type ?? types[0] ?? ''
  const [about] = listOf(node.reservationFor).filter(isNode)
  const subjectType = about ? typeOf(about) : ''
  return reservationsFor.find(([pattern]) => pattern.test(subjectType))?.[1] ?? type
}

/** Words for things that are not bookings, such as an offer to book. */
const isNoBooking = (type: string) => /(Action|Offer|Demand|EntryPoint)$/.test(type)

/** The reservations inside a node of another type, such as a message or a list. */
export function reservationsIn(node: Node, depth = 0): Node[] {
  const type = typeOf(node)
  if (isReservation(type)) return [node]
  if (depth > maxNodeDepth || isNoBooking(type)) return []
  return Object.values(node)
    .flatMap(listOf)
    .filter(isNode)
    .flatMap((inner) => reservationsIn(inner, depth + 1))
}
