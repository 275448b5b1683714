/** Arrivals with a time of day but no date (test/mail/reading/corpus). */

import { Doubt } from '../doubtful-bookings.ts'
import type { Moment } from '../reservation.ts'
import type { Airport } from '../times/airports.ts'
import { dayAfter, dayOf, instantOf } from '../times/instants.ts'
import { momentOf } from '../times/moments.ts'

const kilometresOfEarth = 6371
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Kilometres on the great circle. */
function distance(from: Airport, to: Airport): number {
  const [north, south] = [radians(from.latitude), radians(to.latitude)]
  const width = radians(to.longitude - from.longitude)
  const half =
    Math.sin((south - north) / 2) ** 2 +
    Math.cos(north) * Math.cos(south) * Math.sin(width / 2) ** 2
  return 2 * kilometresOfEarth * Math.asin(Math.sqrt(Math.min(1, half)))
}

const hour = 3_600_000

/**
 * The landing of a flight at a time of day: on the only date that implies a speed of at most 1000
 * km/h and, with three hours on the ground, at least 400 km/h. Throws a Doubt unless exactly one
 * date does.
 */
export function landing(clock: string, start: Moment, from: Airport, to: Airport): Moment {
  const departure = instantOf(start)
  if (departure === undefined) throw new Doubt('noEnd')
  const kilometres = distance(from, to)
  const possible = [-1, 0, 1, 2]
    .map((days) => momentOf(clock, to.zone, { day: dayAfter(dayOf(start), days), reason: 'noEnd' }))
    .filter((moment) => {
      const hours = ((moment && instantOf(moment)) ?? departure) - departure
      return (
        hours > 0 && hours >= (kilometres / 1000) * hour && hours <= (3 + kilometres / 400) * hour
      )
    })
  const [only, ...others] = possible
  if (only === undefined || others.length > 0) throw new Doubt('noEnd')
  return only
}
