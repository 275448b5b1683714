/**
 * Normalizes names of schema.org, which mailers write with a prefix, as a URL, or in another case.
 */
import { words } from '../../../base/names.ts'
import { isNode, lastWord, listOf } from './markup.ts'

/** The meanings of names in a document: `pnr` is `reservationNumber`, `s:` is schema.org (''). */
export type Terms = ReadonlyMap<string, string>

const vocabulary = /^https?:\/\/(?:www\.)?schema\.org\/?#?/i
const maxTerms = 100

export const schemaTerms: Terms = new Map([['schema', '']])

/** Properties that matter for filing; `checkInTime` is as common as `checkinTime`. */
const known = words(`
  reservationNumber reservationId reservationStatus reservationFor subReservation
  confirmationNumber underName reservedTicket ticketedSeat flightNumber trainNumber busNumber
  vehicleNumber iataCode departureAirport arrivalAirport departureStation arrivalStation
  departureBusStop arrivalBusStop departureBoatTerminal arrivalBoatTerminal departureTime
  arrivalTime boardingTime startTime endTime checkinTime checkoutTime checkinDate checkoutDate
  startDate endDate pickupTime dropoffTime pickupLocation dropoffLocation streetAddress
  postalCode addressLocality addressRegion addressCountry`)
const byLowerCase = new Map(known.map((name) => [name.toLowerCase(), name]))

/** The name without its prefix or URL; unchanged for an unknown vocabulary. */
export function propertyNameOf(written: string, terms: Terms): string {
  const word = written.trim()
  const own = terms.get(word)
  if (own) return own
  const colon = word.indexOf(':')
  const isPrefixed = colon > 0 && terms.get(word.slice(0, colon)) === ''
  return isPrefixed ? word.slice(colon + 1) : word.replace(vocabulary, '')
}

/** The name of a property, with the vocabulary's case. */
export function propertyOf(written: string, terms: Terms): string {
  const name = propertyNameOf(written, terms)
  const word = name.includes('://') ? lastWord(name) : name
  return byLowerCase.get(word.toLowerCase()) ?? word
}

/** The full URL of a term of schema.org, such as `schema:ReservationHold`; others unchanged. */
export function urlOfTerm(written: string, terms: Terms): string {
  const name = propertyNameOf(written, terms)
  return name === written || !/^\w+$/.test(name) ? written : `https://schema.org/${name}`
}

/** The term, if the text is the URL of one of schema.org. */
export const termOf = (url: string) =>
  vocabulary.test(url) ? url.replace(vocabulary, '') : undefined

/** The meanings of names below a `@context`. */
export function termsIn(context: unknown, around: Terms): Terms {
  const terms = new Map(around)
  for (const part of listOf(context).slice(0, maxTerms)) {
    if (!isNode(part)) continue
    for (const [key, value] of Object.entries(part).slice(0, maxTerms)) {
      const meaning = isNode(value) ? value['@id'] : value
      if (typeof meaning !== 'string' || key.startsWith('@')) continue
      const name = propertyNameOf(meaning, terms)
      // Names of other vocabularies stay unchanged.
      const isKnown = meaning.startsWith('@') || name !== meaning
      if (isKnown && /^@?\w*$/.test(name)) terms.set(key, name)
    }
  }
  return terms
}
