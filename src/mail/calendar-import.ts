/**
 * A calendar from another program: each event becomes a message that contains it, and is
 * processed like any other message (test/mail/calendar-imports).
 */
import { refuse } from '../base/errors.ts'
import { type CalendarOfOne, splitRefusals } from './reading/calendar/split.ts'

/** Encodes any text as a header value (RFC 2047), in words of at most 45 bytes. */
function headerOf(text: string): string {
  const words: string[] = []
  let word = ''
  for (const character of text.toWellFormed()) {
    if (Buffer.byteLength(word + character) > 45) {
      words.push(word)
      word = ''
    }
    word += character
  }
  return [...words, word]
    .map((one) => `=?UTF-8?B?${Buffer.from(one).toString('base64')}?=`)
    .join('\r\n ')
}

/** The message of one event. Its ID is always the same, so that it is stored only once. */
function messageOfEvent({ key, summary, text }: CalendarOfOne): Uint8Array {
  const head = [
    `Message-ID: <${key}@calendar>`,
    `Subject: ${headerOf(summary)}`,
    'MIME-Version: 1.0',
    'Content-Type: text/calendar; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
  ]
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${text}`)
}

interface Ways<Taken> {
  split(
    text: string,
    key: string,
  ): Promise<CalendarOfOne[] | keyof typeof splitRefusals | undefined>
  take(mail: Uint8Array, client: string): Promise<Taken>
}

/**
 * Ingests the events of a calendar for an account, one after the other; other messages of the
 * account may be ingested in between. Throws BAD_USER_INPUT for a text that is not a calendar, or
 * too large. After an error, importing the same calendar again continues where it stopped.
 */
export async function importCalendar<Taken>(
  text: string,
  ownerId: number,
  { split, take }: Ways<Taken>,
): Promise<Taken[]> {
  const client = `account ${ownerId}`
  const parts = (await split(text, client)) ?? 'none'
  if (typeof parts === 'string') return refuse('content', splitRefusals[parts])
  const taken: Taken[] = []
  for (const part of parts) taken.push(await take(messageOfEvent(part), client))
  return taken
}
