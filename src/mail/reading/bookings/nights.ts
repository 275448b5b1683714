/** Start and end of a stay: its dates, and its times or those of the house. */
import { surely } from '../doubtful-bookings.ts'
import type { Node } from '../markup/markup.ts'
import { type Location, thingOf } from '../markup/markup-values.ts'
import type { Moment } from '../reservation.ts'
import { isDay } from '../times/instants.ts'
import { momentOf, spanNamed } from '../times/moments.ts'
import { staySpan } from '../times/spans.ts'
import { isTimeOfDay } from '../times/written-times.ts'

/** The dates and times of a lodging reservation. Throws a Doubt if one is missing. */
export function nightsOf(node: Node, place: Location): { start: Moment; end: Moment } {
  // A date without a time gets the house's check-in or check-out time.
  const inHouse = (moment: Moment, name: string): Moment => {
    const clock = thingOf(node.reservationFor)[`${name}Time`]
    if (!isDay(moment) || !isTimeOfDay(clock)) return moment
    return momentOf(clock, moment.zone, { day: moment.local, country: place.country }) ?? moment
  }
  const { start, end } = spanNamed(node, ['checkin', 'checkout'], [place, place])
  const span = staySpan({ start, end: surely(end, 'incomplete', 'the day of departure') })
  return { start: inHouse(span.start, 'checkin'), end: inHouse(span.end, 'checkout') }
}
