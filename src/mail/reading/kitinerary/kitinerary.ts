/**
 * Runs KDE's `kitinerary-extractor`, which reads PDFs, passes and the mails of many vendors, in
 * addition to the parser here (test/mail/reading/kitinerary; KITINERARY_EXTRACTOR). It runs for
 * messages without markup, even if they have a calendar. Its failures are logged, and the message
 * is processed without it.
 */
import { Refusal } from '../../../base/errors.ts'
import type { Log } from '../../../base/log.ts'
import { Turnstile } from '../../../process/turnstile.ts'
import { unlessCancelled } from '../bookings/cancelling-subjects.ts'
import type { MailParser } from '../parsing.ts'
import { reasons } from '../reasons.ts'
import type { ParsedMail } from '../reservation.ts'
import { agreed, isOfCalendars } from './agreement.ts'
import { extractorAt, NoAnswer } from './program.ts'

interface KitineraryOptions {
  /** The path of the program. */
  program: string
  parser: Pick<MailParser, 'parse' | 'readMarkup'>
  log: Pick<Log, 'warn'>
  /** Milliseconds for one message; 5 s, except in tests. */
  timeLimit?: number
}

export interface AskingParser {
  /**
   * As `MailParser.parse`; throws SERVICE_UNAVAILABLE if too many messages wait for the program.
   */
  parse(bytes: Uint8Array, key?: string): Promise<ParsedMail>
  /** Ends the program if it runs. */
  close(): void
}

/**
 * One process at a time for untrusted messages; the queue per key and the wait fit into the timeout
 * of SMTP clients (RFC 5321, 4.5.3.2).
 */
const bounds = { name: 'kitinerary', max: 1, maxWaitingPerKey: 100, maxWait: 600_000 }

/** Reads messages with the parser, and runs the program for those without markup. */
export function askKitinerary(options: KitineraryOptions): AskingParser {
  const { program, parser, log, timeLimit = 5_000 } = options
  const turnstile = new Turnstile(bounds)
  const extractor = extractorAt(program)
  const ask = (bytes: Uint8Array) => extractor.ask(bytes, timeLimit)

  return {
    async parse(bytes, key = '') {
      const parsed = await parser.parse(bytes, key)
      const isEmpty = parsed.doubt === reasons.nothingFound
      if (!isEmpty && !isOfCalendars(parsed)) return parsed
      try {
        const reading = await parser.readMarkup(await turnstile.pass(key, () => ask(bytes)), key)
        if (reading === undefined) throw new NoAnswer('output is not a JSON-LD list')
        const found = isEmpty ? reading : agreed(parsed.reservations, reading)
        return { ...parsed, ...unlessCancelled(parsed.subject, found) }
      } catch (error) {
        // A full or closed queue is temporary: the message may be sent again.
        if (error instanceof Refusal) throw error
        const { code } = error as NodeJS.ErrnoException
        const problem = error instanceof NoAnswer ? error.message : (code ?? 'could not be started')
        log.warn({ problem }, 'kitinerary-extractor failed')
        return parsed
      }
    },
    close: () => extractor.close(),
  }
}
