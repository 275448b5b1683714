/**
 * Reads the moments of a booking, which markup may state several times (test/mail/reading/corpus).
 */

import { Doubt, surely } from '../doubtful-bookings.ts'
import { isNode, listOf, type Node } from '../markup/markup.ts'
import { type Location, textOfValue } from '../markup/markup-values.ts'
import type { Reason } from '../reasons.ts'
import type { Moment } from '../reservation.ts'
import { areaInWords, countryOf } from './countries.ts'
import { isElsewhere, zoneIn } from './country-clocks.ts'
import { dayOf, instantOf, isDay, isMidnight } from './instants.ts'
import { bothInWords, momentInWords, nowhereInWords } from './moment-in-words.ts'
import type { Span } from './spans.ts'
import { isContradictory } from './times.ts'
import { isTimeOfDay, readMoment } from './written-times.ts'

type Place = Pick<Location, 'zone' | 'country'>

/** The context of a moment in markup. */
interface Beside {
  /** The day, if it is a separate value. */
  day?: unknown
  /** The country of the location, by its code or name. */
  country?: string
  /** The reason if the moment is missing; `noStart` by default. */
  reason?: Reason
}

interface Written {
  text: unknown
  zone: string | undefined
}

/** Maximum values of one moment to compare; bookings have two or three. */
const maxValues = 20

/**
 * A value is a text, or a text with its type; `kitinerary-extractor` adds the zone of the location.
 */
function writtenIn(value: unknown): Written[] {
  return listOf(value)
    .slice(0, maxValues)
    .map((one) => {
      const { '@value': text, timezone } = isNode(one) ? one : { '@value': one }
      return { text, zone: typeof timezone === 'string' ? timezone : undefined }
    })
    .filter(({ text }) => typeof text !== 'string' || text.trim() !== '')
}

/** The most exact of several. Throws a Doubt if two have different days or times. */
function agreed(moments: readonly Moment[]): Moment | undefined {
  const times = moments.filter((moment) => !isDay(moment))
  const exact = times.filter((moment) => !isMidnight(moment))
  const stated = exact.length > 0 ? exact : times
  const placed = stated.filter(({ offset }) => offset !== undefined)
  const areSeveral = [
    new Set(moments.map(dayOf)),
    new Set(stated.map(({ local }) => local)),
    new Set(placed.map(({ offset }) => offset)),
  ].some(({ size }) => size > 1)
  if (areSeveral) throw new Doubt('contradictory', bothInWords(...moments))
  return placed[0] ?? stated[0] ?? moments[0]
}

/** A moment with its country's zone if that is certain, else with the country. */
export function inCountry(moment: Moment, country: string | undefined): Moment {
  if (country === undefined || moment.zone !== undefined) return moment
  const zone = zoneIn(country, moment)
  if (zone !== undefined) return { ...moment, zone }
  return isDay(moment) ? moment : { ...moment, country }
}

/**
 * The moment of a value, in the zone of the location, else that in the message, else that of the
 * country. A time of day belongs to `day`. Undefined without a value. Throws a Doubt if it is
 * unreadable or ambiguous.
 */
export function momentOf(
  value: unknown,
  locationZone: string | undefined,
  { day, country: name = '', reason = 'noStart' }: Beside = {},
): Moment | undefined {
  const written = [...writtenIn(value), ...writtenIn(day)]
  if (written.length === 0) return undefined
  const read = ({ text, zone }: Written): Moment => {
    const moment = readMoment(text, locationZone ?? zone)
    if (moment === undefined) throw new Doubt('unreadableTime', textOfValue(text))
    const other = readMoment(text, zone)
    // The zone in the message may differ from that of the location.
    if (other?.zone && instantOf(other) !== instantOf(moment)) {
      throw new Doubt('contradictory', bothInWords(moment, other))
    }
    return moment
  }
  const dated = written.filter(({ text }) => !isTimeOfDay(text)).map(read)
  // A time of day needs a day.
  const date = surely(dated[0] && dayOf(dated[0]), reason)
  const clocks = written
    .filter(({ text }) => isTimeOfDay(text))
    .map(({ text, zone }) => ({ text: `${date} ${String(text).trim().replace(/^T/i, '')}`, zone }))
    .map(read)
  const found = surely(agreed([...clocks, ...dated]), reason)
  const country = countryOf(name)
  if (isContradictory(found)) throw new Doubt('contradictory', nowhereInWords(found))
  if (country !== undefined && isElsewhere(country, found)) {
    throw new Doubt('contradictory', `${momentInWords(found)} in ${areaInWords(name)}`)
  }
  return inCountry(found, country)
}

/** The moment under a name such as `departureTime`, with its day if that is separate. */
export const momentNamed = (node: Node, name: string, place: Place, reason: Reason) =>
  momentOf(node[`${name}Time`], place.zone, {
    day: [node[`${name}Date`], node[`${name}Day`]].flatMap(listOf),
    country: place.country,
    reason,
  })

/** Start and end under such names. Throws a Doubt without a start. */
export function spanNamed(
  node: Node,
  [start, end]: readonly [string, string],
  [from, to]: readonly [Place, Place],
): Span {
  return {
    start: surely(momentNamed(node, start, from, 'noStart'), 'noStart'),
    end: momentNamed(node, end, to, 'noEnd'),
  }
}
