/** iCalendar parts of a message: what they invite to, change or cancel (test/mail/corpus). */
import ICAL from 'ical.js'
import { IANAZone } from 'luxon'
import { Doubt, surely } from './doubts.ts'
import { textOf } from './markup-values.ts'
import type { CalendarPart } from './message.ts'
import { momentOf } from './moments.ts'
import type { Moment, Reservation } from './reservation.ts'

const mostEvents = 100
/** Characters; the time to read a calendar grows with the square of them. */
const longestCalendar = 500_000
const words = (event: ICAL.Component, name: string, most?: number) =>
  textOf(event.getFirstPropertyValue(name)?.toString(), most)

/** The zone that a TZID means; names of mail programs that are no IANA names have none. */
function zoneOf(property: ICAL.Property): string | undefined {
  const name = String(property.getParameter('tzid') ?? '').replace(/^\/.*?\/(?=[A-Z]\w+\/)/, '')
  return IANAZone.isValidZone(name) ? name : undefined
}

/** A whole day, UTC, a time with its zone, or a floating time. */
function moment(event: ICAL.Component, name: string): Moment | undefined {
  const property = event.getFirstProperty(name)
  const value = property?.getFirstValue()
  if (!property || !(value instanceof ICAL.Time)) return undefined
  const zone = zoneOf(property)
  // A zone that no one else knows is a contradiction to be looked at, not a floating time.
  if (property.getParameter('tzid') && zone === undefined) throw new Doubt('contradictory')
  const isUtc = value.zone === ICAL.Timezone.utcTimezone
  return momentOf(`${value.toString().replace(/Z$/, '')}${isUtc ? 'Z' : ''}`, zone)
}

/** The last day of a whole-day event, which iCalendar names by the day after. */
function lastDay(end: Moment | undefined): Moment | undefined {
  if (end === undefined || end.local.includes('T')) return end
  const day = new Date(`${end.local}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() - 1)
  return { ...end, local: day.toISOString().slice(0, 10) }
}

function reservation(event: ICAL.Component, isCancelled: boolean): Reservation {
  const code = surely(words(event, 'uid'), 'incomplete')
  const provider = words(event, 'organizer').replace(/^mailto:/i, '')
  const key = { kind: 'activity', provider, code, leg: '' } as const
  if (isCancelled || /^cancelled$/i.test(words(event, 'status'))) {
    return { ...key, isCancelled: true, fields: {} }
  }
  if (/^tentative$/i.test(words(event, 'status'))) throw new Doubt('notConfirmed')
  // One of many times is not said exactly: which of them is meant by the trip is for a person.
  if (event.getFirstProperty('rrule')) throw new Doubt('incomplete')
  const start = surely(moment(event, 'dtstart'), 'noStart')
  const end = lastDay(moment(event, 'dtend'))
  const [latitude, longitude] = String(event.getFirstPropertyValue('geo') ?? '')
    .split(/[,;]/)
    .map(Number)
  const isOnEarth = Number.isFinite(latitude) && Number.isFinite(longitude)
  return {
    ...key,
    isCancelled: false,
    start,
    ...(end && { end }),
    fields: {
      activityType: 'event',
      name: surely(words(event, 'summary'), 'incomplete'),
      description: words(event, 'description', 20_000),
      address: words(event, 'location', 20_000),
      latitude: isOnEarth ? (latitude as number) : null,
      longitude: isOnEarth ? (longitude as number) : null,
      allDay: !start.local.includes('T'),
    },
  }
}

/** The events of a part. Throws a Doubt for what it says but not exactly. */
export function eventsIn({ text, method }: CalendarPart): Reservation[] {
  if (text.length > longestCalendar) throw new Doubt('incomplete')
  const calendar = new ICAL.Component(ICAL.parse(text))
  const said = method || words(calendar, 'method').toUpperCase()
  if (said !== '' && !['REQUEST', 'PUBLISH', 'CANCEL'].includes(said)) return []
  const events = calendar.getAllSubcomponents('vevent')
  if (events.length > mostEvents) throw new Doubt('incomplete')
  return events.map((event) => reservation(event, said === 'CANCEL'))
}
