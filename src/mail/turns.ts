/**
 * Whose message is parsed next (test/mail/turns). Many slow ones of one account wait for each
 * other, and delay others by one at a time.
 */
import { Turnstile } from '../process/turnstile.ts'
import type { ParsedMail } from './reading/reservation.ts'

export interface Parser {
  /** `key` says whose message it is: those of one key are parsed in the order of arrival. */
  parse(bytes: Uint8Array, key: string): Promise<ParsedMail>
}

/** Who a message is for, and who brings it. */
export interface Turn {
  /** The account; undefined where only the message itself says whose it is. */
  owner: number | undefined
  /** A client, or a source without clients of its own. */
  client: string
}

/**
 * Of each account one message at a time, so many wait, for so long: a sender hears within ten
 * minutes (RFC 5321, 4.5.3.2), and half of that is for the queue behind this one. Neither key can
 * be invented: an account exists, and a client has its connection.
 */
const ofAccounts = {
  name: 'mailsOfAccount',
  ...{ max: Number.POSITIVE_INFINITY, maxPerKey: 1 },
  ...{ maxWaitingPerKey: 100, maxWait: 300_000 },
}

/**
 * A parser in which accounts take turns, and the clients that bring their messages: who has many
 * addresses, or many accounts, is still one of the other. A message for several recipients is
 * parsed once.
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
