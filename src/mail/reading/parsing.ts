/** Parses in a worker thread, one message at a time, with limits on time and memory. */
import { mebi } from '../../base/values.ts'
import { LimitedThreads } from '../../process/threads.ts'
import type { CalendarOfOne, SplitRefusal } from './calendar/split.ts'
import { messageKeyBeside } from './mime/message.ts'
import type { ParsedBookings } from './parse.ts'
import { reasons } from './reasons.ts'
import type { ParsedMail } from './reservation.ts'

/** Maximum milliseconds per message: with everything else 2 s up to 10 MiB, then more. */
const maxTimeOf = (length: number) => 1_500 + 200 * Math.max(0, Math.ceil(length / mebi) - 10)
/** Additional milliseconds on a busy machine. */
const patience = 8_500
/** SMTP clients wait ten minutes (RFC 5321, 4.5.3.2); the heap is in MiB. */
const limits = { max: 1, maxWait: 600_000, maxHeap: 256 }

/** A calendar to split. */
interface WholeCalendar {
  calendar: string
}
type SplitCalendar = CalendarOfOne[] | SplitRefusal

/** A message, the extractor's JSON-LD, or a calendar to split. */
export type ParseRequest = Uint8Array | string | WholeCalendar
/**
 * For bytes a `ParsedMail`, for JSON-LD `ParsedBookings`, for a calendar its parts; undefined for
 * unreadable input.
 */
export type ParseResult = ParsedMail | ParsedBookings | SplitCalendar | undefined

/** Splits calendars into calendars of one event. */
export interface CalendarSplitter {
  /** Undefined if it exceeds the limits on time or memory. `key` is as for `parse`. */
  splitCalendar(calendar: string, key?: string): Promise<SplitCalendar | undefined>
}

/** The result for an unreadable message, of which only the bytes are stored. */
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

/**
 * A parser of messages. Methods throw SERVICE_UNAVAILABLE if too many messages wait, or one too
 * long.
 */
export class MailParser implements CalendarSplitter {
  readonly #threads = new LimitedThreads<ParseRequest, ParseResult>('parse-worker', limits)

  /**
   * Parses a message; one that exceeds the limits is returned as unreadable, so content never makes
   * this throw. `key` identifies its owner, as for `Turnstile`: keys take turns.
   */
  async parse(bytes: Uint8Array, key = ''): Promise<ParsedMail> {
    const parsed = (await this.#ask(bytes, key, bytes.length)) as ParsedMail | undefined
    return parsed ?? unread(await messageKeyBeside(new Uint8Array(bytes)))
  }

  /** The reservations in JSON-LD; undefined if it is invalid or exceeds the limits. */
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
