/** Reads one event as a journey, a stay, or an activity (test/mail/reading/corpus/calendar). */
import type ICAL from 'ical.js'
import { Doubt, surely } from '../doubtful-bookings.ts'
import { locationOf, textOfValue } from '../markup/markup-values.ts'
import type { Event } from '../reservation.ts'
import { countryIn } from '../times/address-ends.ts'
import { zoneIn } from '../times/country-clocks.ts'
import { localOf } from '../times/instants.ts'
import { readMoment } from '../times/written-times.ts'
import { spanOf, surelyAgree } from './agreement.ts'
import { clocksIn, type EventContext, momentAtPlace } from './clocks.ts'
import { eventWords } from './event-words.ts'
import { flightIn, type KnownAirports } from './flights.ts'
import { journeyIn } from './named-stops.ts'
import { rentalIn } from './rentals.ts'
import { stayIn } from './stays.ts'
import { tableIn } from './tables.ts'
import { type EventTimes, type Point, timesOf } from './times.ts'
import type { CalendarZones } from './zones.ts'

/** The context for reading the events of a calendar. */
export interface CalendarSources {
  zones: CalendarZones
  airports: KnownAirports
}

/** The text of a property on one line. */
export const propertyText = (event: ICAL.Component, name: string, max?: number) =>
  textOfValue(event.getFirstPropertyValue(name)?.toString(), max)

/** The raw value of a property; an invalid one matters only if it is needed. */
const written = (event: ICAL.Component, name: string) =>
  String((event.getFirstProperty(name)?.toJSON() as unknown[] | undefined)?.[3] ?? '')

/** Coordinates, from GEO or vendors' properties, with the zone there. */
function geoOf(event: ICAL.Component) {
  const [latitude, longitude, ...more] = propertyText(event, 'geo').split(/[,;]/)
  const location = locationOf(more.length > 0 ? {} : { geo: { latitude, longitude } })
  const isOnEarth = location.latitude !== null && location.longitude !== null
  return isOnEarth ? location : locationOf({})
}

/** The identifier of an event: its UID, with the original time of one occurrence. */
function codeOf(event: ICAL.Component): string {
  const uid = propertyText(event, 'uid')
  const one = event.getFirstProperty('recurrence-id')
  if (!one) return uid
  if (one.getFirstParameter('range')) throw new Doubt('recurring', propertyText(event, 'summary'))
  const time = readMoment(written(event, 'recurrence-id'))
  const { local } = surely(time, 'incomplete', 'the RECURRENCE-ID')
  return `${surely(uid, 'incomplete', 'the UID')} ${local}`
}

/** The time of the last change, if stated, unless it is later than the message. */
export function ageOf(event: ICAL.Component, sentAt: string | undefined) {
  const sequence = Number(written(event, 'sequence') || Number.NaN)
  const latest = Date.parse(sentAt ?? '') + 86_400_000
  const stamps = ['last-modified', 'dtstamp']
    .map((name) => written(event, name))
    .map((time) => (time.endsWith('Z') ? Date.parse(time) : Number.NaN))
    .filter((at) => Number.isFinite(at) && !(at > latest))
  const isCount = Number.isInteger(sequence) && sequence >= 0 && sequence <= 2_147_483_647
  return {
    saidAt: stamps.length > 0 ? new Date(Math.max(...stamps)).toISOString() : undefined,
    sequence: isCount ? sequence : undefined,
  }
}

/** The last day of a whole-day event, whose end in iCalendar is the day after. */
function lastOf({ start, end }: EventTimes): Point | undefined {
  if (end?.form !== 'day' || end.time.equals(start.time)) return end
  return { ...end, time: end.time.minus({ days: 1 }) }
}

/** The zone of a country at an instant, if the whole country has the same time then. */
function zoneAt(country: string | undefined, { form, time }: Point): string | undefined {
  if (country === undefined || form === 'day' || form === 'floating') return undefined
  return zoneIn(country, { local: localOf(time.toUTC()), offset: 0 })
}

/** An event that is neither a journey nor a stay. */
function activityOf(event: ICAL.Component, times: EventTimes, context: EventContext): Event {
  const last = lastOf(times)
  const { latitude, longitude } = geoOf(event)
  return {
    kind: 'activity',
    provider: propertyText(event, 'organizer').replace(/^mailto:/i, ''),
    code: '',
    leg: '',
    start: momentAtPlace(times.start, context),
    end: last && momentAtPlace(last, context),
    fields: {
      activityType: 'event',
      name: propertyText(event, 'summary'),
      description: propertyText(event, 'description', 20_000),
      address: propertyText(event, 'location', 20_000),
      latitude,
      longitude,
      allDay: times.start.form === 'day',
    },
  }
}

/** Words for journeys that are not read in more detail. */
const vehicle = new RegExp(
  `(?<!\\p{L})(?:${[
    ...['flight', 'flug', 'vol', 'vuelo', 'voo', 'volo', 'vlucht', 'train', 'zug', 'treno', 'tren'],
    ...['comboio', 'trein', 'bus', 'coach', '(?:flix|fern|auto|omni)bus', 'autobús', 'autocar'],
    ...[
      'ônibus',
      'autocarro',
      'pullman',
      'ferry',
      'fähre',
      'traghetto',
      'veerboot',
      'transbordador',
    ],
  ].join('|')})(?!\\p{L})`,
  'iu',
)

/**
 * Classifies an event by its words and times; uses its UID if the words have no number. Throws a
 * Doubt if these disagree, except for a cancellation.
 */
export async function bookedEvent(
  event: ICAL.Component,
  { zones, airports }: CalendarSources,
  isCancelled = false,
): Promise<Event> {
  const own = codeOf(event)
  const texts = eventWords(event)
  const clocks = clocksIn(`${texts.summary}\n${texts.description}`)
  const times = timesOf(event, zones)
  const isFloating = times.start.form === 'floating'
  const country = countryIn(texts.location)
  const context = {
    isCancelled,
    here: geoOf(event).zone ?? zoneAt(country, times.start),
    country,
    shown: zones.shown,
    clocks,
    ...(isFloating && { defined: zones.defined }),
  }
  const found =
    (await flightIn(texts, times, context, airports)) ??
    journeyIn(texts, times, context) ??
    stayIn(texts, times, context) ??
    rentalIn(texts, times, context) ??
    tableIn(texts, times, context)
  if (!found && vehicle.test(texts.summary)) {
    surelyAgree('journey', texts, spanOf(times), context)
  }
  const read = found ?? activityOf(event, times, context)
  return { ...read, code: read.code || own }
}

/** A cancellation, which needs only its number; everything else may be missing or wrong. */
export async function cancellationOf(
  event: ICAL.Component,
  known: CalendarSources,
): Promise<Event> {
  const provider = propertyText(event, 'organizer').replace(/^mailto:/i, '')
  const bare: Event = { kind: 'activity', provider, code: codeOf(event), leg: '', fields: {} }
  const read = await bookedEvent(event, known, true).catch((error: unknown) => {
    if (error instanceof Doubt) return bare
    throw error
  })
  surely(read.code, 'incomplete', 'the UID')
  return { ...read, end: undefined, fields: {} }
}
