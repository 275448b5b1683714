/**
 * Checks that the words of an event agree with its times (test/mail/reading/calendar/agreement). A
 * program that writes an event in a wrong zone or on a wrong day often has the right time in its
 * words; only the user can decide which is right. Only times with a label count, such as
 * `Departure: 14:25`.
 */
import type { DateTime } from 'luxon'
import { Doubt } from '../doubtful-bookings.ts'
import { countryIn } from '../times/address-ends.ts'
import { zonesOf } from '../times/countries.ts'
import { localOf } from '../times/instants.ts'
import { localInWords, momentInWords } from '../times/moment-in-words.ts'
import type { EventContext } from './clocks.ts'
import type { EventWords } from './event-words.ts'
import type { EventSubject } from './labels.ts'
import type { SaidClock, SaidDay } from './said-times.ts'
import { type SaidValue, saidValues } from './said-values.ts'
import { type EventTimes, localTime, momentOfTime, type Point, timeIn } from './times.ts'

/** The location of the start or end of an event, as far as known. */
interface EventPlace {
  zone?: string
  /** The code of an airport. */
  code?: string
}

interface EventPlaces {
  start?: EventPlace
  end?: EventPlace
}

/**
 * The start of an event, and its possible ends: a calendar may or may not include the day of
 * departure.
 */
interface EventSpan {
  start: Point
  ends: readonly Point[]
}

/** Which times of the event the words confirm. */
interface Agreement {
  start: boolean
  end: boolean
}

/** The local times that the place may have at that moment. */
interface Shown {
  local: DateTime[]
  /** In UTC; undefined for a day, and for a time in an unknown zone. */
  instant: DateTime | undefined
  isDay: boolean
}

const maxEast = 14 * 60
const maxWest = 12 * 60
/** Minutes between the offsets of zones. */
const step = 15

/** Every possible local time of an instant. */
const anywhere = (instant: DateTime): DateTime[] =>
  Array.from({ length: (maxEast + maxWest) / step + 1 }, (_, at) =>
    instant.plus({ minutes: at * step - maxWest }),
  )

/** A floating time may also be local to the other end. */
function shownFloating({ time }: Point, zones: readonly string[], other?: string): Shown {
  const [zone, ...more] = zones
  if (zone === undefined || more.length > 0)
    return { local: [time], instant: undefined, isDay: false }
  const local = localOf(time)
  const converted = other === undefined ? [] : [timeIn(other, local).setZone(zone)]
  return { local: [time, ...converted], instant: timeIn(zone, local).toUTC(), isDay: false }
}

function shownAt(point: Point, zones: readonly string[], other?: string): Shown {
  const { form, time } = point
  if (form === 'day') return { local: [time], instant: undefined, isDay: true }
  if (form === 'floating') return shownFloating(point, zones, other)
  const instant = time.toUTC()
  const there = zones.map((zone) => time.setZone(zone))
  if (form === 'zoned') return { local: [...there, time], instant, isDay: false }
  return { local: there.length > 0 ? there : anywhere(instant), instant, isDay: false }
}

const isOnDay = (time: DateTime) => (said: SaidDay) =>
  said.month === time.month && said.day === time.day && (said.year ?? time.year) === time.year

/** Whether a value has no date, or that of the time, which may be some days later. */
function hasDay(time: DateTime, { times }: SaidValue): boolean {
  const days = times.flatMap((one) => one.days)
  const later = [0, ...times.map((one) => one.later)]
  return (
    days.length === 0 || later.some((number) => days.some(isOnDay(time.minus({ days: number }))))
  )
}

function hasClock({ hour, minute }: DateTime, { minutes, mayBeEither }: SaidClock): boolean {
  const apart = Math.abs(hour * 60 + minute - minutes) % (24 * 60)
  return apart === 0 || (mayBeEither && apart === 12 * 60)
}

/** Whether a value has the time of day, with a matching date. */
const hasTimeOf = (value: SaidValue, { local, instant }: Shown) =>
  value.times.some(({ clock }) => {
    if (!clock) return false
    const { east, mayBeLocal } = clock
    // Without a known zone of the event, it may be the same time.
    if (east !== undefined && !instant) return true
    const there = east === undefined || !instant ? [] : [instant.plus({ minutes: east })]
    return [...there, ...(mayBeLocal ? local : [])].some(
      (time) => hasClock(time, clock) && hasDay(time, value),
    )
  })

const hasClocks = ({ times }: SaidValue) => times.some(({ clock }) => clock !== undefined)
const hasDays = ({ times }: SaidValue) => times.some(({ days }) => days.length > 0)

/**
 * The first value, if none has the date or none the time of day; with several legs, one has both.
 */
function contradicting(values: readonly SaidValue[], all: readonly Shown[]): SaidValue | undefined {
  const fits = (value: SaidValue) => all.some((shown) => hasTimeOf(value, shown))
  const isOfDay = (value: SaidValue) =>
    fits(value) || all.some(({ local }) => local.some((time) => hasDay(time, value)))
  const dated = values.filter(hasDays)
  if (dated.length > 0 && !dated.some(isOfDay)) return dated[0]
  const timed = all.some(({ isDay }) => isDay) ? [] : values.filter(hasClocks)
  return timed.length > 0 && !timed.some(fits) ? timed[0] : undefined
}

/** The values that are not about another airport, as in descriptions of a whole journey. */
function ofPlace(values: readonly SaidValue[], { code }: EventPlace): SaidValue[] {
  return values.filter(({ about }) => {
    const codes = about.match(/(?<![A-Za-z])[A-Z]{3}(?![A-Za-z])/g) ?? []
    const named = codes.filter((one) => !isWord.test(one))
    return code === undefined || named.length === 0 || named.includes(code)
  })
}
/** Words of three capitals that do not mean airports. */
const isWord = new RegExp(
  '^(?:MON|TUE|WED|THU|FRI|SAT|SUN|JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC' +
    '|UTC|GMT|[A-Z][ESD]T|HRS|ETD|ETA|STD|STA)$',
)

/** For a stay, a time of day counts only with a date: alone, it is the house's check-in time. */
const ofStay = (values: readonly SaidValue[], [point]: readonly Point[]): SaidValue[] =>
  values.map((value) => {
    const isMidnight = point?.time.hour === 0 && point.time.minute === 0
    const isExact = hasDays(value) && !isMidnight
    return isExact ? value : { ...value, times: value.times.filter(({ clock }) => !clock) }
  })

/** `2031-04-18 15:25 (Europe/Lisbon)` */
function pointInWords(point: Point, [zone, ...others]: readonly string[]): string {
  const { form, time } = point
  if (form === 'day' || form === 'floating') return localInWords(localTime(point))
  const isPlaced = zone !== undefined && others.length === 0
  return momentInWords(momentOfTime(isPlaced ? time.setZone(zone) : time))
}

/** Trains and buses may cross borders, while calendars stay in the zone of departure. */
const acrossABorder = (shown: Shown): Shown => ({
  ...shown,
  local: shown.local.flatMap((time) => [0, -1, 1].map((hours) => time.plus({ hours }))),
})

/**
 * Which of an event's times its words confirm. Throws a Doubt with both values if a label has a
 * different one, except for a cancellation.
 */
export function surelyAgree(
  subject: EventSubject,
  words: EventWords,
  { start, ends }: EventSpan,
  { here, isCancelled }: EventContext,
  places: EventPlaces = {},
): Agreement {
  const none = { start: false, end: false }
  const values = isCancelled ? [] : saidValues(words, subject)
  if (values.length === 0) return none
  const country = here === undefined ? countryIn(words.location) : undefined
  const nearby = here === undefined ? (country ? zonesOf(country) : []) : [here]
  const zonesAt = (place: EventPlace | undefined) => (place?.zone ? [place.zone] : nearby)
  const isAgreed = (of: 'start' | 'end', points: readonly Point[], isNear: boolean): boolean => {
    const [first] = points
    const own = ofPlace(
      values.filter((value) => value.of === of),
      places[of] ?? {},
    )
    const said = subject === 'stay' ? ofStay(own, points) : own
    if (!first) return false
    const zones = zonesAt(places[of])
    const other = of === 'end' ? places.start?.zone : undefined
    const all = points.map((point) => shownAt(point, zones, other))
    const wrong = contradicting(said, isNear ? all.map(acrossABorder) : all)
    if (wrong) throw new Doubt('otherWords', `${wrong.written} and ${pointInWords(first, zones)}`)
    return said.some(hasClocks)
  }
  const isStart = isAgreed('start', [start], false)
  const isNear = subject === 'journey' && isStart && places.end?.zone === undefined
  return { start: isStart, end: isAgreed('end', ends, isNear) }
}

/** The span of an event with a single possible end. */
export const spanOf = ({ start, end }: EventTimes): EventSpan => ({
  start,
  ends: end ? [end] : [],
})
