/** One message, read to the end: MIME, markup, calendars (contract 17). Runs in the worker. */
import { eventsIn } from './calendar.ts'
import { Doubt } from './journeys.ts'
import { markupIn } from './markup.ts'
import { type Message, readMessage } from './message.ts'
import { type Reason, reasons } from './reasons.ts'
import type { ParsedMail, Reservation } from './reservation.ts'
import { reservationsOf } from './reservations.ts'

/** Further passengers of one leg are no further legs. */
function onceEach(found: Reservation[]): Reservation[] {
  const known = new Map<string, Reservation>()
  for (const one of found) {
    const { kind, isCancelled, code, provider, leg, start, fields } = one
    const place = code === '' ? (fields.name ?? fields.departureDescription) : ''
    const key = JSON.stringify([kind, isCancelled, code, provider, leg, start?.local, place])
    if (!known.has(key)) known.set(key, one)
  }
  return [...known.values()]
}

async function read({ html, calendars }: Message): Promise<Reservation[]> {
  const found: Reservation[] = []
  for (const node of markupIn(html)) found.push(...(await reservationsOf(node)))
  // Where both are there they tell of the same booking, and the markup tells more.
  if (found.length === 0) for (const part of calendars) found.push(...eventsIn(part))
  return onceEach(found)
}

async function readSurely(
  message: Message,
): Promise<{ reservations: Reservation[]; reason?: Reason }> {
  try {
    const reservations = await read(message)
    return reservations.length > 0 ? { reservations } : { reservations, reason: 'nothingFound' }
  } catch (error) {
    // Broken markup and calendars throw errors of their libraries: they say nothing exactly.
    return { reservations: [], reason: error instanceof Doubt ? error.reason : 'incomplete' }
  }
}

/** What a message says; `doubt` is the sentence why it cannot be filed, or ''. */
export async function parseMail(bytes: Uint8Array): Promise<ParsedMail> {
  const message = await readMessage(bytes)
  const { reservations, reason } = await readSurely(message)
  const { calendars: _, ...stored } = message
  return { ...stored, reservations, doubt: reason ? reasons[reason] : '' }
}
