/** Time zones of points on earth, by exact boundaries. */
import { find, setCache } from 'geo-tz/all'
import { LRUCache } from 'lru-cache'
import { IANAZone } from 'luxon'
import { isZone } from './instants.ts'

// Not cached, as parts of the map would take hundreds of MiB; the results are cached instead.
setCache({ store: { get: () => undefined, set: () => undefined } })
const answers = new LRUCache<string, readonly string[]>({
  max: 2_000,
  memoMethod: (point) => {
    const [latitude = 0, longitude = 0] = point.split(' ').map(Number)
    return find(latitude, longitude).filter((zone) => !zone.startsWith('Etc/'))
  },
})

/**
 * The IANA zones at a point by the boundaries of OpenStreetMap (ODbL); a new point takes a few ms.
 * Several on a boundary and in disputed places; none on the high seas.
 */
export function zonesAt(latitude: number, longitude: number): readonly string[] {
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  return isOnEarth ? answers.memo(`${latitude} ${longitude}`) : []
}

const hour = 60 * 60 * 1000
const today = Date.now()
const hoursOfDay = Array.from({ length: 24 }, (_, at) => at * hour)
const days = Array.from({ length: 2 * 366 }, (_, at) => today + at * 24 * hour)

/** The offsets of a zone over two years, as a text that is equal for equal rules. */
function readRules(name: string): string {
  const zone = IANAZone.create(name)
  const offsets = days.map((day) => zone.offset(day))
  const changes = days
    .filter((_, at) => offsets[at] !== offsets[at + 1])
    .map((day) => hoursOfDay.map((later) => zone.offset(day + later)))
  return JSON.stringify([offsets, changes])
}
const rules = new LRUCache<string, string>({ max: 1_000, memoMethod: readRules })

/**
 * Whether two zones have the same time from now on; false for a zone that the runtime does not
 * know, as the boundaries may have newer ones.
 */
export const areAlike = (one: string, other: string): boolean =>
  isZone(one) && (one === other || rules.memo(one) === rules.memo(other))

/** The first zone if all are alike; undefined if any two differ, or one is unknown. */
export function commonZone(zones: readonly string[]): string | undefined {
  const [first] = zones
  return first && zones.every((zone) => areAlike(zone, first)) ? first : undefined
}

/** The IANA zone of a point; undefined on the high seas, and where different zones meet. */
export const zoneOf = (latitude: number, longitude: number): string | undefined =>
  commonZone(zonesAt(latitude, longitude))
