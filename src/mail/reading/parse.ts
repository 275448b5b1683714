/** One message, read to the end: MIME, markup, calendars (test/mail/corpus). Runs in the worker. */
import { eventsIn } from './calendar.ts'
import { Doubt } from './journeys.ts'
import { markupIn, type Node, nodesIn } from './markup.ts'
import { type Message, readMessage } from './message.ts'
import { reasons } from './reasons.ts'
import { mostReservations, type ParsedMail, type Reservation } from './reservation.ts'
import { reservationsOf } from './reservations.ts'

/** Further passengers of one leg are no further legs. */
function onceEach(found: Reservation[]): Reservation[] {
  const known = new Map<string, Reservation>()
  for (const one of found) {
    const { kind, isCancelled, code, provider, leg, start, fields } = one
    const name = code === '' ? (fields.name ?? fields.departureDescription) : ''
    const key = JSON.stringify([kind, isCancelled, code, provider, leg, start?.local, name])
    if (!known.has(key)) known.set(key, one)
  }
  return [...known.values()]
}

async function readNodes(nodes: readonly Node[]): Promise<Reservation[]> {
  const found: Reservation[] = []
  for (const node of nodes) found.push(...(await reservationsOf(node)))
  return found
}

async function read({ html, calendars }: Message): Promise<Reservation[]> {
  const found = await readNodes(markupIn(html))
  // Where both are there they tell of the same booking, and the markup tells more.
  if (found.length === 0) for (const part of calendars) found.push(...eventsIn(part))
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
  const nodes = nodesIn(json)
  return readSurely(() => readNodes(nodes))
}

/** What a message says. */
export async function parseMail(bytes: Uint8Array): Promise<ParsedMail> {
  const message = await readMessage(bytes)
  const { calendars: _, ...stored } = message
  return { ...stored, ...(await readSurely(() => read(message))) }
}
