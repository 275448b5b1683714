/**
 * Merges the calendars of a message with the output of the extractor
 * (test/mail/reading/kitinerary). Calendars have the exact times, the extractor more details.
 */
import { DateTime } from 'luxon'
import type { ParsedBookings } from '../parse.ts'
import { isAgainst, reasonSaying, reasons } from '../reasons.ts'
import type { Moment, Reservation } from '../reservation.ts'
import { dayAfter, dayOf, instantOf, isDay, localOf } from '../times/instants.ts'

/** Whether all bookings come from calendars, where the UID of an event is not in a field. */
export const isOfCalendars = ({ doubt, reservations }: ParsedBookings): boolean =>
  doubt === '' &&
  reservations.every(
    ({ isCancelled, fields }) => !isCancelled && fields.providerReservationCode === undefined,
  )

/** `unclear`: the common fields do not decide. */
type Verdict = 'same' | 'other' | 'unclear'

const verdict = (isSame: boolean): Verdict => (isSame ? 'same' : 'other')

/** The local time; undefined for UTC, which may be anywhere. */
function localTime(moment: Moment): string | undefined {
  const { local, zone, offset } = moment
  if (zone === undefined) return offset === 0 ? undefined : local
  const instant = instantOf(moment)
  if (instant === undefined) return undefined
  return localOf(DateTime.fromMillis(instant, { zone }))
}

function sameTime(event: Moment, read: Moment): Verdict {
  const [one, other] = [instantOf(event), instantOf(read)]
  if (one !== undefined && other !== undefined) return verdict(one === other)
  const [here, there] = [localTime(event), localTime(read)]
  return here === undefined || there === undefined ? 'unclear' : verdict(here === there)
}

/** A time on the day of a whole-day event completes it; a day for a timed event proves nothing. */
function sameStart(event: Moment, read: Moment): Verdict {
  if (!isDay(event) && !isDay(read)) return sameTime(event, read)
  if (dayOf(event) !== dayOf(read)) return 'other'
  return isDay(event) ? 'same' : 'unclear'
}

/** Whole days end with the last night of a stay, or with the day after it. */
function sameEnd(event: Moment | undefined, read: Moment | undefined): Verdict {
  if (!event || !read) return 'unclear'
  if (!isDay(event) && !isDay(read)) return sameTime(event, read)
  const days = [dayOf(event), ...(isDay(event) ? [dayAfter(event.local, 1)] : [])]
  return verdict(days.includes(dayOf(read)))
}

function compare(event: Reservation, read: Reservation): Verdict {
  if (!event.start || !read.start) return 'unclear'
  const start = sameStart(event.start, read.start)
  return start === 'same' && sameEnd(event.end, read.end) === 'other' ? 'other' : start
}

/** The extracted booking, with the event's zone for the same time. */
function inZoneOf(event: Reservation | undefined, read: Reservation): Reservation {
  const surer = (own?: Moment, other?: Moment) =>
    own && other && !isDay(own) && !isDay(other) && instantOf(own) === undefined ? other : own
  return { ...read, start: surer(read.start, event?.start), end: surer(read.end, event?.end) }
}

/** A time without a zone, in the zone of both ends of an event. */
function inZone(moment: Moment | undefined, { start, end }: Reservation): Moment | undefined {
  const isFree = moment && !isDay(moment) && instantOf(moment) === undefined
  const zone = start?.zone === end?.zone ? start?.zone : undefined
  return isFree && zone !== undefined ? { local: moment.local, zone } : moment
}

/**
 * The consecutive legs of an event's journey: the first begins with it, and the last ends with it.
 * Undefined if there are none.
 */
function legsOf(event: Reservation, found: readonly Reservation[]): Reservation[] | undefined {
  if (event.kind === 'hosting' || found.length < 2) return undefined
  const legs = found.map((leg, at) => {
    const end = inZone(leg.end, event) ?? (at === found.length - 1 ? event.end : undefined)
    const start = inZone(leg.start, event)
    return { ...leg, ...(start && { start }), ...(end && { end }) }
  })
  const times = legs.flatMap(({ start, end }) => [start, end])
  const instants = times.map((one) => (one ? instantOf(one) : undefined))
  const isInOrder = instants.every((at, index) => {
    const before = index === 0 ? at : instants[index - 1]
    return at !== undefined && before !== undefined && before <= at
  })
  const [first, last] = [event.start, event.end].map((one) => one && instantOf(one))
  const isWhole = first !== undefined && instants[0] === first && instants.at(-1) === last
  const areJourneys = legs.every(
    ({ kind, isCancelled }) => kind === 'transportation' && !isCancelled,
  )
  return areJourneys && isInOrder && isWhole ? legs : undefined
}

/** Maximum events and bookings to compare, because this does not run in a worker. */
const maxEvents = 1_000

/**
 * The events, replaced by extracted bookings at the same time. An event stays if the extracted
 * booking has no comparable time. If both have times and none agree, the result is a doubt, as it
 * is unknown which are right.
 */
export function agreed(events: readonly Reservation[], reading: ParsedBookings): ParsedBookings {
  const own: ParsedBookings = { reservations: [...events], doubt: '' }
  if (isAgainst(reasonSaying(reading.doubt))) return { reservations: [], doubt: reading.doubt }
  const found = reading.reservations
  if (found.length === 0 || found.length * events.length > maxEvents) return own
  const [event, ...others] = events
  const legs = event && others.length === 0 ? legsOf(event, found) : undefined
  if (legs) return { reservations: legs, doubt: '' }
  const matches = new Map<Reservation, Reservation | undefined>()
  const known = new Set<Reservation>()
  for (const read of found) {
    const verdicts = events.map((event) => [event, compare(event, read)] as const)
    const same = verdicts.filter(([, is]) => is === 'same').map(([event]) => event)
    for (const event of same) known.add(event)
    const isUnclear = same.length === 0 && verdicts.some(([, is]) => is === 'unclear')
    if (!isUnclear) matches.set(read, same[0])
  }
  const isOther = [...matches.values()].includes(undefined) && known.size < events.length
  if (isOther || found.some(({ isCancelled }) => isCancelled)) {
    return { reservations: [], doubt: reasons.otherReading }
  }
  const read = [...matches].map(([one, event]) => inZoneOf(event, one))
  return { reservations: [...read, ...events.filter((event) => !known.has(event))], doubt: '' }
}
