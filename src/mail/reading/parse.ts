/**
 * Parses one message completely: MIME, markup, calendars (test/mail/reading/corpus). Runs in a
 * worker.
 */

import { isCancellingSubject, unlessCancelled } from './bookings/cancelling-subjects.ts'
import { withTicketsOf } from './bookings/combined-tickets.ts'
import { eventsBeside } from './bookings/events-beside.ts'
import { bookingsOf, maxCompared, type Source } from './bookings/merged-sources.ts'
import { firstDay, isSameEnd, isSameStart } from './bookings/one-booking.ts'
import { reservationsOf } from './bookings/reservations.ts'
import { eventsIn } from './calendar/calendar.ts'
import { Doubt } from './doubtful-bookings.ts'
import { withoutInventedTimes } from './kitinerary/values.ts'
import {
  isNode,
  type MarkupBudget,
  markupBudget,
  type Node,
  reservationsIn,
} from './markup/markup.ts'
import { formsIn, jsonNodes } from './markup/page.ts'
import { plainNodes } from './markup/plain-nodes.ts'
import { type MessageContent, readMessage } from './mime/message.ts'
import { visibleText } from './mime/visible-text.ts'
import { quotedAge } from './quoted-messages.ts'
import { because, inWords, reasons } from './reasons.ts'
import { agedAs, maxReservations, type ParsedMail, type Reservation } from './reservation.ts'
import { forgetZones } from './times/kept-zones.ts'
import { bothInWords } from './times/moment-in-words.ts'
import { isDoubtfulUtc, maxText } from './times/utc-times.ts'

/** The names that tell a booking from others of its number, leg and time. */
function namesBeside({ isCancelled, code, fields }: Reservation): unknown[] {
  const { name, departureDescription, arrivalDescription, vehicleDescription } = fields
  if (name !== undefined) return [name]
  // One number may be that of two buses or cars; a journey with a number of its own is one.
  if (!fields.transportNumber && !isCancelled)
    return [departureDescription, arrivalDescription, vehicleDescription]
  return [code === '' || isCancelled ? departureDescription : '']
}

/**
 * Merges nodes of one leg, with the tickets of all passengers. Throws a Doubt if one booking has
 * two different times.
 */
function onceEach(found: Reservation[]): Reservation[] {
  const known = new Map<string, Reservation>()
  const flights = new Map<string, Reservation>()
  for (const one of found) {
    const { kind, isCancelled, code, provider, leg, start } = one
    const names = namesBeside(one)
    const key = JSON.stringify([kind, isCancelled, code, provider, leg, start?.local, names])
    const before = known.get(key)
    if (before && !isSameEnd(before, one)) {
      throw new Doubt('contradictory', bothInWords(before.end, one.end))
    }
    if (one.fields.transportationType === 'airplane' && !isCancelled) {
      const flight = JSON.stringify([code, leg, one.fields.departureDescription, firstDay(one)])
      const same = flights.get(flight) ?? one
      if (!isSameStart(same, one)) {
        throw new Doubt('contradictory', bothInWords(same.start, one.start))
      }
      flights.set(flight, one)
    }
    known.set(key, before ? withTicketsOf(before, one) : one)
  }
  return [...known.values()]
}

async function readNodes(nodes: readonly Node[]): Promise<Source> {
  const source: Source = { reservations: [], doubts: [] }
  let next = maxReservations + 1
  for (const node of nodes.flatMap((one) => reservationsIn(one))) {
    try {
      source.reservations.push(...(await reservationsOf(node)))
    } catch (error) {
      if (!(error instanceof Doubt)) throw error
      source.doubts.push({ node, reason: error.reason, about: error.about })
    }
    // Hundreds more would only take time.
    if (source.reservations.length < next) continue
    if (onceEach(source.reservations).length > maxReservations) throw new Doubt('tooMany')
    next += maxReservations
  }
  return { ...source, reservations: onceEach(source.reservations) }
}

/** An HTML page sent as plain text. */
const pageIn = (text: string) => (/^\s*<(!doctype html|html|body)\b/i.test(text) ? text : '')

/** The markup of a message and its attached messages, by form. */
async function markupIn(content: MessageContent, budget: MarkupBudget): Promise<Source[]> {
  const { html, text, documents, attached } = content
  const pages = documents.filter(({ form }) => form === 'html')
  const forms = [html || pageIn(text), ...pages.map((page) => page.text)].flatMap((page) =>
    formsIn(page, budget),
  )
  const json = documents.filter(({ form }) => form === 'json')
  forms.push(
    jsonNodes(
      json.map((one) => one.text),
      budget,
    ),
  )
  const sources: Source[] = []
  for (const nodes of forms) sources.push(await readNodes(nodes))
  for (const message of attached) {
    for (const { reservations, doubts } of await markupIn(message, budget)) {
      // Bookings in a forwarded message keep its date.
      const age = quotedAge(message) ?? { saidAt: message.date }
      sources.push({ reservations: agedAs(age, reservations), doubts })
    }
  }
  return sources
}

const calendarsIn = ({ calendars, attached }: MessageContent): MessageContent['calendars'] => [
  ...calendars,
  ...attached.flatMap(calendarsIn),
]

/** The visible text of a message and its attached messages. */
const textOf = ({ html, text, attached }: MessageContent): string =>
  [text, visibleText(html, maxText), ...attached.map(textOf)].join('\n')

/**
 * The events that differ from the bookings in the markup. Throws a Doubt if the two disagree, or a
 * calendar contradicts itself; ignores an unreadable one.
 */
async function furtherEvents(
  content: MessageContent,
  markup: readonly Reservation[],
): Promise<Reservation[]> {
  const confirmed = markup.filter(({ isCancelled }) => !isCancelled)
  if (confirmed.length === 0) return []
  const events = await eventsIn(calendarsIn(content), content.date).catch((error: unknown) => {
    if (error instanceof Doubt && error.reason === 'otherWords') throw error
    return []
  })
  if (events.some(({ isCancelled }) => isCancelled)) throw new Doubt('confirmedAndCancelled')
  if (events.length * confirmed.length > maxCompared) throw new Doubt('tooMany')
  return eventsBeside(events, confirmed)
}

async function read(content: MessageContent): Promise<Reservation[]> {
  const markup = bookingsOf(await markupIn(content, markupBudget()))
  // The markup has more details of the same booking.
  const found =
    markup.length > 0
      ? [...markup, ...(await furtherEvents(content, markup))]
      : await eventsIn(calendarsIn(content), content.date)
  if (isDoubtfulUtc(found, () => textOf(content))) {
    throw new Doubt('contradictory', 'the text has other times than those in UTC')
  }
  return found
}

/** The bookings in a message; `doubt` is a sentence why they cannot be filed, or ''. */
export type ParsedBookings = Pick<ParsedMail, 'reservations' | 'doubt'>

async function readSurely(find: () => Promise<Reservation[]>): Promise<ParsedBookings> {
  try {
    const reservations = onceEach(await find())
    if (reservations.length > maxReservations) return { reservations: [], doubt: reasons.tooMany }
    return { reservations, doubt: reservations.length > 0 ? '' : reasons.nothingFound }
  } catch (error) {
    // Libraries throw other errors for broken markup and calendars.
    const why = error instanceof Doubt ? error : because('incomplete')
    return { reservations: [], doubt: inWords(why) }
  } finally {
    forgetZones()
  }
}

/** The reservations in the extractor's JSON-LD. Throws if it is invalid. */
export async function readMarkup(json: string): Promise<ParsedBookings> {
  const list: unknown = JSON.parse(json)
  if (!Array.isArray(list) || !list.every(isNode)) throw new Error('this is not a JSON-LD list')
  const nodes = plainNodes([list], markupBudget()).map(withoutInventedTimes)
  return readSurely(async () => bookingsOf([await readNodes(nodes)]))
}

/**
 * The doubt about an attached message whose subject cancels what its own markup books, or ''. One
 * without bookings, in a forwarded bundle, says nothing about those of the others.
 */
async function doubtOfAttached({ attached }: MessageContent): Promise<string> {
  for (const message of attached) {
    if (isCancellingSubject(message.subject)) {
      const own = await readSurely(() => read({ ...message, attached: [] }))
      const left = unlessCancelled(message.subject, own)
      if (left !== own) return left.doubt
    }
    const doubt = await doubtOfAttached(message)
    if (doubt !== '') return doubt
  }
  return ''
}

/** Parses a message. */
export async function parseMail(bytes: Uint8Array): Promise<ParsedMail> {
  const message = await readMessage(bytes)
  const { calendars: _, documents: __, attached: ___, ...stored } = message
  const found = await readSurely(() => read(message))
  const isCancelling = found.reservations.some(({ isCancelled }) => isCancelled)
  const doubt = isCancelling || found.doubt !== '' ? '' : await doubtOfAttached(message)
  if (doubt !== '') return { ...stored, reservations: [], doubt }
  const quoted = quotedAge(message)
  return { ...stored, ...(quoted && { quoted }), ...unlessCancelled(message.subject, found) }
}
