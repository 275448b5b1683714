/**
 * KDE's `kitinerary-extractor`, which reads PDFs, passes and the mails of many vendors, beside
 * our own parser (test/mail/kitinerary; KITINERARY_EXTRACTOR). It runs for messages without markup,
 * those with only a calendar included. Its failures are logged, and the message is processed as if
 * it were not installed.
 */
import type { FastifyBaseLogger } from 'fastify'
import { Refusal } from '../../../base/errors.ts'
import { Turnstile } from '../../../process/turnstile.ts'
import type { MailParser } from '../parsing.ts'
import { reasons } from '../reasons.ts'
import type { ParsedMail } from '../reservation.ts'
import { agreed, isOfCalendars } from './agreement.ts'
import { extractorAt, NoAnswer } from './program.ts'

export interface KitineraryOptions {
  /** The path of the program. */
  program: string
  parser: Pick<MailParser, 'parse' | 'readMarkup'>
  log: Pick<FastifyBaseLogger, 'warn'>
  /** Milliseconds for one message; 5 s, except in tests. */
  timeLimit?: number
}

export interface AskingParser {
  /** As `MailParser.parse`; where too many wait for the program, it throws SERVICE_UNAVAILABLE. */
  parse(bytes: Uint8Array, key?: string): Promise<ParsedMail>
  /** Ends the program where it runs. */
  close(): void
}

/**
 * One process at a time for messages of strangers; the queue of a key and the wait are limited by
 * the timeout of an SMTP client (RFC 5321, 4.5.3.2).
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
        return { ...parsed, ...(isEmpty ? reading : agreed(parsed.reservations, reading)) }
      } catch (error) {
        // A full or closed queue is not the fault of the message: it may be sent again.
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
