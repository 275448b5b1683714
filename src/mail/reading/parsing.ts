/** Parsing in a worker thread, one message after the other, with limits of time and memory. */
import { LimitedThreads } from '../../process/threads.ts'
import { messageKeyBeside } from './mime/message.ts'
import type { Reading } from './parse.ts'
import { reasons } from './reasons.ts'
import type { ParsedMail } from './reservation.ts'

const mebi = 1024 * 1024
/** Milliseconds for a message: with all else 2 s up to 10 MiB, more for more. */
const maxTimeOf = ({ length }: { length: number }) =>
  1_500 + 200 * Math.max(0, Math.ceil(length / mebi) - 10)
/** Milliseconds beyond that on a machine that has other work to do. */
const patience = 8_500
/** The heap in MiB; no client waits longer than ten minutes for its message (RFC 5321, 4.5.3.2). */
const limits = { max: 1, maxWait: 600_000, maxHeap: 256 }

/** The bytes of a message, or the JSON-LD that another program has extracted from one. */
export type Question = Uint8Array | string
/** Of bytes a `ParsedMail`, of JSON-LD a `Reading`; undefined for JSON-LD that is none. */
export type Answer = ParsedMail | Reading | undefined

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
export class MailParser {
  readonly #threads = new LimitedThreads<Question, Answer>('parse-worker', limits)

  /**
   * Never throws for what a message is: one that breaks the limits is answered as unreadable.
   * `key` says whose it is, as for `Turnstile`: one message of each key after the other.
   */
  async parse(bytes: Uint8Array, key = ''): Promise<ParsedMail> {
    const parsed = (await this.#ask(bytes, key)) as ParsedMail | undefined
    return parsed ?? unread(await messageKeyBeside(new Uint8Array(bytes)))
  }

  /** The reservations in JSON-LD; undefined for what is none, or breaks the limits. */
  readMarkup(json: string, key = ''): Promise<Reading | undefined> {
    return this.#ask(json, key)
  }

  close(): Promise<void> {
    return this.#threads.close()
  }

  #ask(question: Question, key: string): Promise<Answer> {
    return this.#threads.ask(question, { key, maxTime: maxTimeOf(question), patience })
  }
}
