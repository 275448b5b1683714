/** What `kitinerary-extractor` writes in its own way (test/mail/kitinerary). */
import { isNode, type Node } from './markup.ts'

/** The program gives days the time of midnight, so that a real midnight looks the same. */
const midnight = /^(\d{4}-\d{2}-\d{2})T00:00(?::00(?:\.0+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/

/** What has no day alone: there, midnight is no time at all. */
const timed = /^(departure|arrival|pickup|dropoff|start|end)Time$/

const isMidnight = (value: unknown): boolean =>
  isNode(value) ? isMidnight(value['@value']) : typeof value === 'string' && midnight.test(value)

function dayOf(value: unknown): unknown {
  if (isNode(value)) return { ...value, '@value': dayOf(value['@value']) }
  return String(value).slice(0, 10)
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  return isNode(value) ? withoutInventedTimes(value) : value
}

/** A node without the times that the program has made of days. */
export function withoutInventedTimes(node: Node): Node {
  const entries = Object.entries(node)
    .filter(([name, value]) => !(timed.test(name) && isMidnight(value)))
    .map(([name, value]) => {
      const isDay = /(Time|Date)$/.test(name) && isMidnight(value)
      return [name, isDay ? dayOf(value) : plain(value)]
    })
  return Object.fromEntries(entries)
}
