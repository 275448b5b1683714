/** Merges the sources of a message: the forms of markup in its parts. */

import { plainText } from '../compared-words.ts'
import { Doubt } from '../doubtful-bookings.ts'
import { isNode, listOf, type Node } from '../markup/markup.ts'
import { textOfValue } from '../markup/markup-values.ts'
import { type Explanation, isAgainst } from '../reasons.ts'
import type { Reservation } from '../reservation.ts'
import { isSameNumber, mergedBooking, newerOf, relationOf, richness } from './one-booking.ts'
import { reservationKindOf } from './reservations.ts'

export interface Source {
  reservations: Reservation[]
  /** Nodes that cannot be filed, with the reasons. */
  doubts: ({ node: Node } & Explanation)[]
}

/** Maximum compared pairs of bookings: enough for `maxReservations` in two forms. */
export const maxCompared = 70_000
/** Maximum nodes with doubts for which another source is searched. */
const maxDoubts = 250

/** The names in an incomplete node. */
function namesOf(node: Node) {
  const about = listOf(node.reservationFor).filter(isNode)
  const numbers = about.map((of) => textOfValue(of.flightNumber ?? of.trainNumber ?? of.busNumber))
  const isJourney = reservationKindOf(node) === 'transportation'
  return {
    code: plainText(textOfValue(node.reservationNumber ?? node.reservationId)),
    numbers: numbers.map(plainText).filter(Boolean),
    name: isJourney ? '' : plainText(textOfValue(node.reservationFor)),
  }
}

/** The reservations of a source that match all names in a node. */
function meantBy(node: Node, { reservations }: Source): Reservation[] {
  const { code, numbers, name } = namesOf(node)
  if (code === '' && numbers.length === 0 && name === '') return []
  const kind = reservationKindOf(node) ?? 'activity'
  const found = reservations.filter(({ fields, ...one }) => {
    const number = plainText(fields.transportNumber)
    return (
      one.kind === kind &&
      (code === '' || plainText(one.code) === code) &&
      (numbers.length === 0 || numbers.some((own) => isSameNumber(own, number))) &&
      (name === '' || plainText(fields.name) === name)
    )
  })
  const isWhole = numbers.every((own) =>
    found.some(({ fields }) => isSameNumber(own, plainText(fields.transportNumber))),
  )
  return isWhole ? found : []
}

/** Whether another source has the complete booking of an incomplete node. */
function isExplainedBy(other: Source, source: Source, node: Node): boolean {
  const meant = meantBy(node, other)
  const { code } = namesOf(node)
  const isLike = (one: Node) =>
    reservationKindOf(one) === reservationKindOf(node) && namesOf(one).code === code
  const doubts = source.doubts.filter((doubt) => isLike(doubt.node))
  return meant.length >= doubts.length + meantBy(node, source).length && meant.length > 0
}

const total = ({ reservations }: Source) =>
  reservations.reduce((sum, reservation) => sum + richness(reservation), 0)

/** Adds the bookings of a source to the known ones. Throws a Doubt if they disagree. */
function join(known: readonly Reservation[], more: readonly Reservation[]): Reservation[] {
  const all = [...known]
  for (const one of more) {
    let isKnown = false
    for (const [at, other] of known.entries()) {
      const relation = relationOf(other, one)
      if (relation === 'different') continue
      isKnown = true
      if (relation === 'same') all[at] = mergedBooking(all[at] as Reservation, one)
      else {
        const newer = newerOf(other, one)
        if (!newer) throw new Doubt(relation)
        all[at] = newer
      }
    }
    if (!isKnown) all.push(one)
  }
  return all
}

/**
 * The bookings of all sources, without duplicates; the most detailed source comes first. Throws a
 * Doubt for a booking that is not complete in any source.
 */
export function bookingsOf(sources: readonly Source[]): Reservation[] {
  const doubts = sources.flatMap((source) => source.doubts.map((doubt) => ({ source, ...doubt })))
  for (const { source, node, reason, about } of doubts) {
    const others = sources.filter((other) => other !== source)
    const isExplained = () => others.some((other) => isExplainedBy(other, source, node))
    // Another form may have what is missing here, but cannot refute a reason against filing.
    const isOpen = isAgainst(reason) || doubts.length > maxDoubts || !isExplained()
    if (isOpen) throw new Doubt(reason, about)
  }
  let known: Reservation[] = []
  let compared = 0
  for (const { reservations } of sources.toSorted((one, other) => total(other) - total(one))) {
    compared += known.length * reservations.length
    if (compared > maxCompared) throw new Doubt('tooMany')
    known = join(known, reservations)
  }
  return known
}
