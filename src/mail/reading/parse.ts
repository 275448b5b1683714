/** One message, read to the end: MIME, markup, calendars (test/mail/corpus). Runs in the worker. */
import { eventsIn } from './calendar.ts'
import { Doubt } from './doubts.ts'
import { withoutMidnights } from './kitinerary-values.ts'
import { isNode, type MarkupBudget, markupBudget, type Node, reservationsIn } from './markup.ts'
import { readMessage, type Told, wordsOf } from './message.ts'
import { firstDay, isOtherwise, isSameEnd, isSameStart } from './one-booking.ts'
import { formsIn, jsonNodes } from './page.ts'
import { plainNodes } from './plain-nodes.ts'
import { reasons } from './reasons.ts'
import { mostReservations, type ParsedMail, type Reservation } from './reservation.ts'
import { reservationsOf } from './reservations.ts'
import { bookingsOf, mostCompared, type Source } from './sources.ts'
import { joined, ticketed } from './tickets.ts'
import { isDoubtfulUtc } from './utc-times.ts'

/** Characters of a page in which times of day are looked for. */
const mostWords = 200_000

/**
 * Further passengers of one leg are no further legs: their seats are told with the first. Throws
 * the doubt that one booking is said to be at two times.
 */
function onceEach(found: Reservation[]): Reservation[] {
  const known = new Map<string, Reservation>()
  const flights = new Map<string, Reservation>()
  for (const one of found) {
    const { kind, isCancelled, code, provider, leg, start, fields } = one
    const name = fields.name ?? (code === '' || isCancelled ? fields.departureDescription : '')
    const key = JSON.stringify([kind, isCancelled, code, provider, leg, start?.local, name])
    const before = known.get(key)
    if (before && !isSameEnd(before, one)) throw new Doubt('contradictory')
    if (fields.transportationType === 'airplane' && !isCancelled) {
      const flight = JSON.stringify([code, leg, fields.departureDescription, firstDay(one)])
      if (!isSameStart(flights.get(flight) ?? one, one)) throw new Doubt('contradictory')
      flights.set(flight, one)
    }
    known.set(key, before ? joined(before, one) : one)
  }
  return [...known.values()].map(ticketed)
}

async function readNodes(nodes: readonly Node[]): Promise<Source> {
  const source: Source = { reservations: [], doubts: [] }
  for (const node of nodes.flatMap((one) => reservationsIn(one))) {
    try {
      source.reservations.push(...(await reservationsOf(node)))
    } catch (error) {
      if (!(error instanceof Doubt)) throw error
      source.doubts.push({ node, reason: error.reason })
    }
  }
  return { ...source, reservations: onceEach(source.reservations) }
}

/** A page that was sent as plain text. */
const pageIn = (text: string) => (/^\s*<(!doctype html|html|body)\b/i.test(text) ? text : '')

/** The markup of a message and of those attached to it, form by form. */
async function markupIn(told: Told, budget: MarkupBudget): Promise<Source[]> {
  const { html, text, documents, attached } = told
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
    const { date } = message
    for (const { reservations, doubts } of await markupIn(message, budget)) {
      // Whoever forwards a message says nothing newer.
      const said = reservations.map((one) => ({ ...(date && { saidAt: date }), ...one }))
      sources.push({ reservations: said, doubts })
    }
  }
  return sources
}

const calendarsIn = ({ calendars, attached }: Told): Told['calendars'] => [
  ...calendars,
  ...attached.flatMap(calendarsIn),
]

/** What a message and those attached to it show a reader. */
const shownIn = ({ html, text, attached }: Told): string =>
  [text, wordsOf(html, mostWords), ...attached.map(shownIn)].join('\n')

/** Throws the doubt that the calendars say otherwise; one that cannot be read says nothing. */
async function compareCalendars(told: Told, markup: readonly Reservation[]): Promise<void> {
  const confirmed = markup.filter(({ isCancelled }) => !isCancelled)
  if (confirmed.length === 0) return
  const events = await eventsIn(calendarsIn(told), told.date).catch(() => [])
  if (events.some(({ isCancelled }) => isCancelled)) throw new Doubt('confirmedAndCancelled')
  if (events.length * confirmed.length > mostCompared) throw new Doubt('tooMany')
  if (isOtherwise(events, confirmed)) throw new Doubt('otherReading')
}

async function read(told: Told): Promise<Reservation[]> {
  const markup = bookingsOf(await markupIn(told, markupBudget()))
  // Where both are there they tell of the same booking, and the markup tells more.
  const found = markup.length > 0 ? markup : await eventsIn(calendarsIn(told), told.date)
  await compareCalendars(told, markup)
  if (isDoubtfulUtc(found, () => shownIn(told))) throw new Doubt('contradictory')
  return found
}

/** What a message says of bookings; `doubt` is the sentence why it cannot be filed, or ''. */
export type Reading = Pick<ParsedMail, 'reservations' | 'doubt'>

async function readSurely(find: () => Promise<Reservation[]>): Promise<Reading> {
  try {
    const reservations = onceEach(await find())
    if (reservations.length > mostReservations) return { reservations: [], doubt: reasons.tooMany }
    return { reservations, doubt: reservations.length > 0 ? '' : reasons.nothingFound }
  } catch (error) {
    // Broken markup and calendars throw errors of their libraries: they say nothing exactly.
    const reason = error instanceof Doubt ? error.reason : 'incomplete'
    return { reservations: [], doubt: reasons[reason] }
  }
}

/** What JSON-LD says that another program has read in a message. Throws for what is none. */
export async function readMarkup(json: string): Promise<Reading> {
  const list: unknown = JSON.parse(json)
  if (!Array.isArray(list) || !list.every(isNode)) throw new Error('this is not a JSON-LD list')
  const nodes = plainNodes([list], markupBudget()).map(withoutMidnights)
  return readSurely(async () => bookingsOf([await readNodes(nodes)]))
}

/** What a message says. */
export async function parseMail(bytes: Uint8Array): Promise<ParsedMail> {
  const message = await readMessage(bytes)
  const { calendars: _, documents: __, attached: ___, ...stored } = message
  return { ...stored, ...(await readSurely(() => read(message))) }
}
