/** Corrects peculiarities of `kitinerary-extractor` (test/mail/reading/kitinerary). */
import { isNode, type Node } from '../markup/markup.ts'

/** The extractor writes days with the time midnight, indistinguishable from a real midnight. */
const midnight = /^(\d{4}-\d{2}-\d{2})T00:00(?::00(?:\.0+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/

/** Properties that always have a time: here, midnight means an unknown one. */
const timed = /^(departure|arrival|pickup|dropoff|start|end)Time$/

const isMidnight = (value: unknown): boolean =>
  isNode(value) ? isMidnight(value['@value']) : typeof value === 'string' && midnight.test(value)

function dayOf(value: unknown): unknown {
  if (isNode(value)) return { ...value, '@value': dayOf(value['@value']) }
  return String(value).slice(0, 10)
}

const textIn = (value: unknown) => String(isNode(value) ? value['@value'] : value)
const withOffset = /T.*(?:Z|[+-]\d{2}:?\d{2})$/
const maxFlight = 24 * 60 * 60 * 1000

/**
 * A flight without the date of an arrival more than a day later: if a message has no date, the
 * extractor assumes the next day for any time of day before that of the departure.
 */
function withoutGuess(flight: Node): Node {
  const times = [textIn(flight.departureTime), textIn(flight.arrivalTime)]
  const [from = 0, to = 0] = times.map((time) => Date.parse(time))
  const isGuess = times.every((time) => withOffset.test(time)) && to - from > maxFlight
  const clock = times[1]?.slice(11, 16)
  return isGuess && 'arrivalAirport' in flight ? { ...flight, arrivalTime: clock } : flight
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  return isNode(value) ? withoutInventedTimes(value) : value
}

/** A node without times that the extractor made from days, and days that it guessed. */
export function withoutInventedTimes(node: Node): Node {
  const entries = Object.entries(node)
    .filter(([name, value]) => !(timed.test(name) && isMidnight(value)))
    .map(([name, value]) => {
      const isDay = /(Time|Date)$/.test(name) && isMidnight(value)
      return [name, isDay ? dayOf(value) : plain(value)]
    })
  return withoutGuess(Object.fromEntries(entries))
}
