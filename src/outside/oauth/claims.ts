/** The claims of a token, of either kind, and the account that they name. */

import type { Requests } from './request.ts'
import type { Server } from './server.ts'
import { TokenRefused } from './token-errors.ts'

export interface Claims {
  sub?: string
  exp?: number
  [claim: string]: unknown
}

/** Parameters for checking tokens. */
export interface TokenCheck {
  audience: string
  /** Whether a token without an audience is accepted. */
  audienceMayBeMissing: boolean
  /** The service's credentials for introspection; undefined: no introspection. */
  client: { id: string; secret: string } | undefined
  server: () => Promise<Server>
  requests: Requests
  /** Milliseconds since 1970. */
  now: () => number
}

/** Seconds by which the server's clock may differ. */
export const leeway = 5
const maxLength = 255

/** The scopes that are evaluated; without either, every token gives full access. */
export interface EvaluatedScopes {
  read: string | undefined
  write: string | undefined
}

/** What a token permits. */
export type TokenAccess = 'everything' | 'reading' | 'nothing'

/** The scopes of a token: `scope` of RFC 9068 and RFC 7662, or `scp` of some servers. */
function scopesIn({ scope, scp }: Claims): Set<unknown> {
  const words = (value: unknown) => (typeof value === 'string' ? value.split(' ') : value)
  return new Set([scope, scp].flatMap(words))
}

/** The access that a token's scopes give (B5). */
export function accessIn(claims: Claims, { read, write }: EvaluatedScopes): TokenAccess {
  if (read === undefined && write === undefined) return 'everything'
  const held = scopesIn(claims)
  if (write !== undefined && held.has(write)) return 'everything'
  return read !== undefined && held.has(read) ? 'reading' : 'nothing'
}

/** 1 to 255 characters that can be stored and compared. */
const isName = (value: unknown): value is string =>
  typeof value === 'string' && /^[^\p{Cc}\p{Cs}]+$/u.test(value) && [...value].length <= maxLength

/**
 * The token's subject, or its email in lower case if the server has verified it. Refuses a token
 * bound to a key (`cnf`): it is not a bearer token, and must be as useless to a thief here as
 * elsewhere.
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
