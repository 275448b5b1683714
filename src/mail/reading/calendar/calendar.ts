/**
 * Reads the iCalendar parts of a message: invitations, changes and cancellations
 * (test/mail/reading/calendar/calendars).
 */
import type ICAL from 'ical.js'
import { Doubt, surely } from '../doubtful-bookings.ts'
import type { CalendarPart } from '../mime/message.ts'
import type { Event, Reservation } from '../reservation.ts'
import { isCalledOff } from './event-words.ts'
import { ageOf, bookedEvent, type CalendarSources, cancellationOf, propertyText } from './events.ts'
import { KnownAirports } from './flights.ts'
import { calendarsIn, plainLines } from './text.ts'
import { uncertaintyOf } from './uncertain-titles.ts'
import { newestOf } from './versions.ts'
import { CalendarZones } from './zones.ts'

/**
 * Limits on all calendars of a message together: events, characters, and characters that are
 * parsed, whose parsing time is quadratic.
 */
const maxEvents = 100
const maxLength = 2_000_000
const maxReadLength = 200_000
type Verdict = 'invites' | 'cancels' | 'says nothing'

/** The effect of a calendar, by its METHOD and that of its MIME part. */
function verdictOf(calendar: ICAL.Component, ofPart: string, status: string): Verdict {
  const own = propertyText(calendar, 'method').toUpperCase()
  const known = ['', 'REQUEST', 'PUBLISH', 'CANCEL']
  if (!known.includes(own) || !known.includes(ofPart)) return 'says nothing'
  const isCancelled = /^cancell?ed$/i.test(status)
  const cancels = own === 'CANCEL' || (own === '' && ofPart === 'CANCEL')
  if (isCancelled || (cancels && !/^confirmed$/i.test(status))) return 'cancels'
  if (cancels || ofPart === 'CANCEL') {
    throw new Doubt('severalStatuses', [own, ofPart, status].filter(Boolean).join(', '))
  }
  return 'invites'
}

async function reservation(
  event: ICAL.Component,
  known: CalendarSources,
  verdict: Verdict,
): Promise<Event> {
  if (verdict === 'cancels') return cancellationOf(event, known)
  if (/^tentative$/i.test(propertyText(event, 'status'))) {
    throw new Doubt('notConfirmed', propertyText(event, 'summary'))
  }
  // Of several dates, only a person can decide which belongs to the trip.
  const isOne = /COUNT=1(;|$)/.test(propertyText(event, 'rrule')) || !event.hasProperty('rrule')
  if (!isOne || event.hasProperty('rdate'))
    throw new Doubt('recurring', propertyText(event, 'summary'))
  const summary = surely(propertyText(event, 'summary'), 'incomplete', 'the title of the event')
  if (isCalledOff({ summary })) throw new Doubt('severalStatuses', summary)
  const uncertain = uncertaintyOf(summary)
  if (uncertain) throw new Doubt(uncertain, summary)
  return bookedEvent(event, known)
}

/** The events of a calendar; `ofPart` is the method of its MIME part. */
async function eventsOf(
  calendar: ICAL.Component,
  ofPart: string,
  airports: KnownAirports,
  sentAt: string | undefined,
): Promise<Reservation[]> {
  const events = calendar.getAllSubcomponents('vevent')
  if (events.length > maxEvents) throw new Doubt('tooMany')
  const known = { zones: new CalendarZones(calendar), airports }
  const found: Reservation[] = []
  for (const event of events) {
    const verdict = verdictOf(calendar, ofPart, propertyText(event, 'status'))
    if (verdict === 'says nothing') continue
    const read = await reservation(event, known, verdict)
    found.push({ ...read, isCancelled: verdict === 'cancels', ...ageOf(event, sentAt) })
  }
  return found
}

/**
 * The events in the calendars of a message sent at `sentAt` (ISO 8601). Throws a Doubt for one that
 * cannot be filed.
 */
export async function eventsIn(
  parts: readonly CalendarPart[],
  sentAt?: string,
): Promise<Reservation[]> {
  const lengthOf = (texts: string[]) => texts.reduce((sum, { length }) => sum + length, 0)
  if (lengthOf(parts.map(({ text }) => text)) > maxLength) throw new Doubt('unreadable')
  const plain = parts.map(({ text, method }) => ({ lines: plainLines(text), method }))
  if (lengthOf(plain.map(({ lines }) => lines)) > maxReadLength) throw new Doubt('unreadable')
  const airports = new KnownAirports()
  const found: Reservation[] = []
  for (const { lines, method } of plain) {
    for (const calendar of calendarsIn(lines)) {
      found.push(...(await eventsOf(calendar, method, airports, sentAt)))
      if (found.length > maxEvents) throw new Doubt('tooMany')
    }
  }
  return newestOf(found)
}
