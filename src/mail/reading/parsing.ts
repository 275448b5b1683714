/** Parsing in a worker thread, one message after the other, with limits of time and memory. */
import { LimitedThreads } from '../../process/threads.ts'
import type { CalendarOfOne, SplitRefusal } from './calendar/split.ts'
import { messageKeyBeside } from './mime/message.ts'
import type { ParsedBookings } from './parse.ts'
import { reasons } from './reasons.ts'
import type { ParsedMail } from './reservation.ts'

const mebi = 1024 * 1024
/** Milliseconds for a message: with all else 2 s up to 10 MiB, more for more. */
const maxTimeOf = (length: number) => 1_500 + 200 * Math.max(0, Math.ceil(length / mebi) - 10)
/** Milliseconds beyond that on a machine that has other work to do. */
const patience = 8_500
/** The heap in MiB; no client waits longer than ten minutes for its message (RFC 5321, 4.5.3.2). */
const limits = { max: 1, maxWait: 600_000, maxHeap: 256 }

/** A calendar that is to be split. */
export interface WholeCalendar {
  calendar: string
}
export type SplitCalendar = CalendarOfOne[] | SplitRefusal

/** A message, JSON-LD that another program has extracted from one, or a calendar to split. */
export type ParseRequest = Uint8Array | string | WholeCalendar
/**
 * Of bytes a `ParsedMail`, of JSON-LD `ParsedBookings`, of a calendar its parts; undefined for what
 * cannot be read.
 */
export type ParseResult = ParsedMail | ParsedBookings | SplitCalendar | undefined

/** Splits calendars into such of one event each. */
export interface CalendarSplitter {
  /** Undefined for one that breaks the limits of time and memory. `key` is as for `parse`. */
  splitCalendar(calendar: string, key?: string): Promise<SplitCalendar | undefined>
}

/** What is kept of a message that could not be read: its bytes alone are stored with it. */
export function unread(messageKey: string): ParsedMail {
  return {
    messageKey,
    subject: '',
    from: [],
    recipients: [],
    html: '',
    text: '',
    bodyPreview: '',
    attachments: [],
    reservations: [],
    doubt: reasons.unreadable,
  }
}

/** A parser of messages. It throws SERVICE_UNAVAILABLE where too many wait, or too long. */
export class MailParser implements CalendarSplitter {
  readonly #threads = new LimitedThreads<ParseRequest, ParseResult>('parse-worker', limits)

  /**
   * Never throws for what a message is: one that breaks the limits is answered as unreadable.
   * `key` says whose it is, as for `Turnstile`: one message of each key after the other.
   */
  async parse(bytes: Uint8Array, key = ''): Promise<ParsedMail> {
    const parsed = (await this.#ask(bytes, key, bytes.length)) as ParsedMail | undefined
    return parsed ?? unread(await messageKeyBeside(new Uint8Array(bytes)))
  }

  /** The reservations in JSON-LD; undefined if it is invalid or breaks the limits. */
  readMarkup(json: string, key = ''): Promise<ParsedBookings | undefined> {
    return this.#ask(json, key, json.length) as Promise<ParsedBookings | undefined>
  }

  splitCalendar(calendar: string, key = ''): Promise<SplitCalendar | undefined> {
    return this.#ask({ calendar }, key, calendar.length) as Promise<SplitCalendar | undefined>
  }

  close(): Promise<void> {
    return this.#threads.close()
  }

  #ask(question: ParseRequest, key: string, length: number): Promise<ParseResult> {
    return this.#threads.ask(question, { key, maxTime: maxTimeOf(length), patience })
  }
}
