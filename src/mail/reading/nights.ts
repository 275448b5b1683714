/** When a stay begins and ends: its days, and its times or those of the house. */
import { surely } from './doubts.ts'
import { isDay } from './instants.ts'
import type { Node } from './markup.ts'
import { type Location, thingOf } from './markup-values.ts'
import { momentOf } from './moments.ts'
import type { Reason } from './reasons.ts'
import type { Moment } from './reservation.ts'
import { staySpan } from './spans.ts'
import { isTimeOfDay } from './written-times.ts'

/** The days and times of a lodging reservation. Throws a Doubt where one is missing. */
export function nightsOf(node: Node, { zone, country }: Location): { start: Moment; end: Moment } {
  const at = (name: string, reason: Reason) =>
    momentOf(node[`${name}Time`], zone, { day: node[`${name}Date`], country, reason })
  // A day alone takes the time of day from which the house is open to guests, or until which.
  const inHouse = (moment: Moment, name: string): Moment => {
    const clock = thingOf(node.reservationFor)[`${name}Time`]
    if (!isDay(moment) || !isTimeOfDay(clock)) return moment
    return momentOf(clock, moment.zone, { day: moment.local, country }) ?? moment
  }
  const start = surely(at('checkin', 'noStart'), 'noStart')
  const end = surely(at('checkout', 'noEnd'), 'incomplete')
  const span = staySpan({ start, end })
  return { start: inHouse(span.start, 'checkin'), end: inHouse(span.end, 'checkout') }
}
