/**
 * Decides whose message is parsed next (test/mail/turns): slow messages of one account wait for
 * each other, and delay others by at most one.
 */
import { Turnstile } from '../process/turnstile.ts'
import type { ParsedMail } from './reading/reservation.ts'

export interface Parser {
  /** `key` identifies the owner; messages of one key are parsed in order of arrival. */
  parse(bytes: Uint8Array, key: string): Promise<ParsedMail>
}

/** The owner and the deliverer of a message. */
interface Turn {
  /** The account; undefined if only the message itself can tell. */
  owner: number | undefined
  /** A client, or a source without separate clients. */
  client: string
}

/**
 * One message per account at a time, with a bounded queue and wait: senders time out after ten
 * minutes (RFC 5321, 4.5.3.2), half of which is left for the next queue. Keys cannot be forged:
 * accounts exist, and clients are connected.
 */
const ofAccounts = {
  name: 'mailsOfAccount',
  max: Number.POSITIVE_INFINITY,
  maxPerKey: 1,
  maxWaitingPerKey: 100,
  maxWait: 300_000,
}

/**
 * A parser in which accounts take turns, and so do the delivering clients: an attacker with many
 * addresses still has one account, or with many accounts one client. A message for several
 * recipients is parsed once.
 */
export function takeTurns(parser: Parser) {
  const accounts = new Turnstile(ofAccounts)
  const reading = new WeakMap<Uint8Array, Promise<ParsedMail>>()
  return (bytes: Uint8Array, { owner, client }: Turn): Promise<ParsedMail> => {
    const parse = () => parser.parse(bytes, client)
    const parsed = reading.get(bytes) ?? accounts.pass(String(owner ?? ''), parse)
    reading.set(bytes, parsed)
    return parsed
  }
}
