/** The events of a calendar: trips and items as properties (RFC 5545). */
import { capitalized } from '../../base/names.ts'
import type { CalendarEntry, CalendarOwner, Facts } from '../../core/queries/calendar.ts'
import { timedKinds } from '../../core/store/kinds.ts'
import { emojiOf } from './emojis.ts'
import { type Component, oneLine, type Property, plain, textProperty } from './jcal.ts'
import { dayIn, type Time, type Zones, zoneAmong } from './zones.ts'

const day = 24 * 3600 * 1000

/** Milliseconds since 1970 of a moment, or of a day in UTC. */
const at = (moment: string) => Date.parse(moment)

const words = (separator: string, ...parts: (string | undefined)[]) =>
  parts
    .map((part) => oneLine(part ?? ''))
    .filter(Boolean)
    .join(separator)

/** `TP 571 (Lisbon – Porto)`, or the known parts of it. */
function titleOf({ kind, facts }: CalendarEntry): string {
  const own = oneLine(facts.name)
  // Only entries with a departure are journeys.
  if (facts.departure === undefined) return own || capitalized(kind)
  const name = own || words(' ', facts.company, facts.number) || words('', facts.type)
  const way = words(' – ', facts.departure, facts.arrival)
  return way ? `${name} (${way})` : name
}

const labelled = (label: string, text: string) => text && `${label}: ${text}`

/** The facts that a traveller looks up, one per line; then the texts. */
function descriptionOf({ facts }: CalendarEntry): string {
  const { description = '', notes = '', reservationDetails = '' } = facts
  const lines = [
    labelled('Trip', words('', facts.trip)),
    labelled('Reservation', words('', facts.reservation)),
    labelled('Room', words('', facts.roomNumber)),
    labelled('From', words(', ', facts.departure, facts.departure && facts.address)),
    labelled('To', words(', ', facts.arrival, facts.arrivalAddress)),
    labelled('Coach', words('', facts.coach)),
    labelled('Seat', words('', facts.seat)),
    labelled('Phone', words('', facts.phone)),
  ].filter(Boolean)
  const texts = [description, notes, reservationDetails].map((text) => plain(text).trim())
  return [lines.join('\n'), ...texts].filter(Boolean).join('\n\n')
}

function websiteOf({ website = '' }: Facts): Property[] {
  const url = URL.canParse(website.trim()) ? new URL(website.trim()) : undefined
  return url && /^https?:$/.test(url.protocol) ? [['url', {}, 'uri', url.href]] : []
}

function placeOf({ departure, address, latitude, longitude }: Facts): Property[] {
  const where = words(', ', departure, address)
  const isKnown = typeof latitude === 'number' && typeof longitude === 'number'
  return [
    ...(where ? [textProperty('location', where)] : []),
    ...(isKnown && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
      ? [['geo', {}, 'float', [latitude, longitude]] satisfies Property]
      : []),
  ]
}

/**
 * Whole days from the first to the last, inclusive: DTEND is the day after the last. The last day
 * of the year 9999 has none after it, and needs no end if it is the only one.
 */
function days(first: string, last: string): Property[] {
  const end = dayIn('UTC', at(last < first ? first : last) + day)
  const starts: Property = ['dtstart', {}, 'date', first]
  return end > first ? [starts, ['dtend', {}, 'date', end]] : [starts]
}

const moment = (name: string, { clock, zone }: Time): Property => [
  name,
  zone === undefined ? {} : { tzid: zone },
  'date-time',
  clock,
]

const lodgings = new Set<string>(
  timedKinds.filter(({ isLodging }) => isLodging).map(({ name }) => name),
)

function timesOf(entry: CalendarEntry, owner: CalendarOwner, zones: Zones): Property[] {
  const { kind, startsAt, endsAt, startZones, endZones, facts } = entry
  const [from, to] = [startsAt ?? endsAt ?? '', endsAt ?? startsAt ?? '']
  if (kind === 'trip') return days(from, to)
  const [fromZone, toZone] = [
    zoneAmong(startsAt === null ? endZones : startZones),
    zoneAmong(endsAt === null ? startZones : endZones),
  ]
  if (facts.allDay || (lodgings.has(kind) && owner.calendarLodgingsAllDay)) {
    return days(dayIn(fromZone, at(from)), dayIn(toZone, at(to)))
  }
  const starts = moment('dtstart', zones.time(at(from), fromZone))
  return at(to) > at(from) ? [starts, moment('dtend', zones.time(at(to), toZone))] : [starts]
}

const maxSequence = 2 ** 31 - 1

/**
 * The event of an entry; identical while the entry is unchanged. Its times are stored ones, and
 * SEQUENCE, which must grow with every change, counts the seconds until the last change.
 */
export function calendarEvent(entry: CalendarEntry, owner: CalendarOwner, zones: Zones): Component {
  const { kind, id, facts, createdAt, updatedAt } = entry
  const title = titleOf(entry)
  const description = descriptionOf(entry)
  const seconds = Math.floor((at(updatedAt) - at(createdAt)) / 1000)
  const times = timesOf(entry, owner, zones)
  const isAllDay = times[0]?.[2] === 'date'
  return [
    'vevent',
    [
      // The creation time makes it unique across installations.
      textProperty('uid', `${kind}-${id}-${at(createdAt)}@trips`),
      ['dtstamp', {}, 'date-time', updatedAt],
      ['created', {}, 'date-time', createdAt],
      ['last-modified', {}, 'date-time', updatedAt],
      ['sequence', {}, 'integer', Math.min(Math.max(seconds, 0), maxSequence)],
      ...times,
      textProperty(
        'summary',
        owner.calendarEmojis ? `${emojiOf(kind, facts.type ?? '')} ${title}` : title,
      ),
      ...(description ? [textProperty('description', description)] : []),
      ...placeOf(facts),
      ...websiteOf(facts),
      // Whole-day entries, such as stays and trips, do not mark the days as busy.
      ...(isAllDay ? [textProperty('transp', 'TRANSPARENT')] : []),
    ],
    [],
  ]
}
