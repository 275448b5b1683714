/** The calendar of an account as one text (RFC 5545). */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { mebi } from '../../base/values.ts'
import { type CalendarOwner, calendarEntries } from '../../core/queries/calendar.ts'
import type { Queryable } from '../../outside/database/database.ts'
import { calendarEvent } from './events.ts'
import { type Component, componentLines, type Property, textProperty } from './jcal.ts'
import { Zones } from './zones.ts'

/** Limits of one feed: events, bytes of their texts, and days until past entries are left out. */
const maxFeed = { events: 2_000, bytes: 2 * mebi, daysBack: 365 }

/** Events written per turn of the event loop. */
const together = 50
const maxHidden = 1_000
const day = 24 * 3600 * 1000

const properties: Property[] = [
  textProperty('version', '2.0'),
  textProperty('prodid', '-//Trips//Calendar feed//EN'),
  textProperty('calscale', 'GREGORIAN'),
  // Unknown to ical.js, which would otherwise add VALUE=TEXT, and some programs reject that.
  ['name', {}, 'unknown', 'Trips'],
  ['x-wr-calname', {}, 'unknown', 'Trips'],
  ['refresh-interval', {}, 'duration', 'PT1H'],
  ['x-published-ttl', {}, 'unknown', 'PT1H'],
]

/** The types, categories and kinds that the profile hides. */
function hiddenBy({ calendarHiddenCategories: hidden, calendarTripsAllDay }: CalendarOwner) {
  const names = Array.isArray(hidden) ? hidden.slice(0, maxHidden) : []
  const isText = (name: unknown): name is string => typeof name === 'string'
  // A trip has no times: it is a whole-day entry or omitted.
  return [...names.filter(isText), ...(calendarTripsAllDay ? [] : ['trip'])]
}

/** The feed of the account, in UTF-8. */
export async function feedOf(db: Queryable, owner: CalendarOwner, now: Date): Promise<Buffer> {
  const entries = await calendarEntries(db, {
    userId: owner.id,
    since: new Date(now.getTime() - maxFeed.daysBack * day).toISOString(),
    hidden: hiddenBy(owner),
    maxEntries: maxFeed.events,
    maxBytes: maxFeed.bytes,
  })
  const zones = new Zones()
  const events: string[] = []
  for (const [index, entry] of entries.entries()) {
    if (index % together === together - 1) await nextTurn()
    events.push(componentLines(calendarEvent(entry, owner, zones)))
  }
  const end = 'END:VCALENDAR\r\n'
  const calendar: Component = ['vcalendar', properties, zones.components()]
  return Buffer.from([componentLines(calendar).slice(0, -end.length), ...events, end].join(''))
}
