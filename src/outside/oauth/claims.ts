/** What both kinds of token come to: claims, and the account they name. */

import type { Requests } from './request.ts'
import type { Server } from './server.ts'
import { TokenRefused } from './token-errors.ts'

export interface Claims {
  sub?: string
  exp?: number
  [claim: string]: unknown
}

/** How tokens are judged. */
export interface TokenCheck {
  audience: string
  /** Whether a token that the server names no audience of is taken all the same. */
  audienceMayBeMissing: boolean
  /** As whom this service asks about tokens; undefined: it does not. */
  client: { id: string; secret: string } | undefined
  server: () => Promise<Server>
  requests: Requests
  /** Milliseconds since 1970. */
  now: () => number
}

/** Seconds by which the two clocks may differ. */
export const leeway = 5
const maxLength = 255

/** The scopes that are evaluated; neither: none are. */
export interface EvaluatedScopes {
  read: string | undefined
  write: string | undefined
}

/** What a token lets its client do. */
export type TokenAccess = 'everything' | 'reading' | 'nothing'

/** The scopes of a token: `scope` of RFC 9068 and RFC 7662, or `scp`, as some servers call it. */
function scopesIn({ scope, scp }: Claims): Set<unknown> {
  const words = (value: unknown) => (typeof value === 'string' ? value.split(' ') : value)
  return new Set([scope, scp].flatMap(words))
}

/** What the scopes of a token allow (B5). */
export function accessIn(claims: Claims, { read, write }: EvaluatedScopes): TokenAccess {
  if (read === undefined && write === undefined) return 'everything'
  const held = scopesIn(claims)
  if (write !== undefined && held.has(write)) return 'everything'
  return read !== undefined && held.has(read) ? 'reading' : 'nothing'
}

/** A text that can be stored and compared. */
const isName = (value: unknown): value is string =>
  typeof value === 'string' && /^[^\p{Cc}\p{Cs}]+$/u.test(value) && [...value].length <= maxLength

/**
 * The subject of the token, or its email in lower case, provided that the server has verified it.
 * A token bound to a key (`cnf`) is not a bearer token: useless to a thief elsewhere, it must be
 * useless here, too.
 */
export function nameIn(claims: Claims, account: 'subject' | 'email'): string {
  const { sub, email, cnf } = claims
  if (cnf !== undefined) throw new TokenRefused('bound to a key (cnf)')
  if (!isName(sub)) throw new TokenRefused('no "sub"')
  if (account === 'subject') return sub
  if (claims.email_verified !== true) throw new TokenRefused('email address not verified')
  if (!isName(email)) throw new TokenRefused('no "email"')
  return email.trim().toLowerCase()
}
