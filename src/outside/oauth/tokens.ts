/**
 * Finds the holders of Bearer tokens from the authorization server (test/spec/01.4,
 * test/outside/oauth).
 */
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { Refusal } from '../../base/errors.ts'
import type { Log } from '../../base/log.ts'
import { clientOf } from '../../process/networks.ts'
import { Turnstile } from '../../process/turnstile.ts'
import {
  accessIn,
  type EvaluatedScopes,
  nameIn,
  type TokenAccess,
  type TokenCheck,
} from './claims.ts'
import { claimsByIntrospection } from './introspection.ts'
import { claimsOfJwt, isJwt } from './jwt.ts'
import { coolingDown, requests } from './request.ts'
import { serverFinder } from './server.ts'
import { RequestFailed, TokenRefused } from './token-errors.ts'

/** Milliseconds for which the result of a check is cached. */
const belief = 30_000
const maxBelieved = 5000
/**
 * Concurrent checks. Anybody can send invalid tokens, so tokens not seen before wait in a short
 * queue per client; tokens that have been valid do not wait behind them.
 */
const questionsAboutUnknown = {
  name: 'unknownTokens',
  max: 20,
  maxPerKey: 4,
  maxWaitingPerKey: 20,
  maxWait: 3000,
}
const questionsAboutKnown = { name: 'knownTokens', max: 30, maxWait: 3000 }
/** The form of a token in RFC 6750; the length bounds the work on untrusted input. */
const wellFormed = /^[\w\-.~+/]+=*$/
const maxLength = 8192

interface BearerOptions {
  issuer: string
  audience: string
  audienceMayBeMissing: boolean
  client: { id: string; secret: string } | undefined
  account: 'subject' | 'email'
  scopes: EvaluatedScopes
  log: Pick<Log, 'info' | 'warn'>
  clock: () => Date
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/** The subject or email of a token, and what it permits. */
export interface TokenHolder {
  name: string
  access: TokenAccess
}

/**
 * Returns the holder of a token, or undefined for an invalid one; `ip` is the client that sent it.
 * Throws SERVICE_UNAVAILABLE if the authorization server is unreachable, or if too many tokens of
 * this client wait: the token may be valid.
 */
export function bearerTokens(
  options: BearerOptions,
): (token: string, ip: string) => Promise<TokenHolder | undefined> {
  const { issuer, audience, audienceMayBeMissing, client, account, log } = options
  const now = () => options.clock().valueOf()
  const outgoing = requests(now)
  const server = serverFinder({ issuer, requests: outgoing, now })
  const check: TokenCheck = {
    audience,
    audienceMayBeMissing,
    client,
    server,
    requests: outgoing,
    now,
  }
  const believed = new LRUCache<string, TokenHolder & { until: number }>({ max: maxBelieved })
  const pending = new Map<string, Promise<TokenHolder>>()
  const unknown = new Turnstile(questionsAboutUnknown)
  const known = new Turnstile(questionsAboutKnown)

  async function claimsOf(token: string, ip: string, wasGood: boolean) {
    if (isJwt(token)) return claimsOfJwt(token, check)
    // Without introspection, only a JWT can be valid; others need no slot.
    if (client === undefined) throw new TokenRefused('not a JWT, and OAUTH_CLIENT_ID is not set')
    const turnstile = wasGood ? known : unknown
    return turnstile.pass(clientOf(ip), () => claimsByIntrospection(token, check))
  }

  async function look(token: string, hash: string, ip: string): Promise<TokenHolder> {
    const claims = await claimsOf(token, ip, believed.has(hash))
    const holder = { name: nameIn(claims, account), access: accessIn(claims, options.scopes) }
    const end = typeof claims.exp === 'number' ? claims.exp * 1000 : Number.POSITIVE_INFINITY
    believed.set(hash, { ...holder, until: Math.min(now() + belief, end) })
    return holder
  }

  function holderOf(token: string, ip: string): Promise<TokenHolder> {
    const hash = hashOf(token)
    const found = believed.get(hash)
    if (found && now() < found.until) return Promise.resolve(found)
    // A burst of requests with one token causes one check.
    const looking = pending.get(hash) ?? look(token, hash, ip).finally(() => pending.delete(hash))
    pending.set(hash, looking)
    return looking
  }

  return async (token, ip) => {
    if (token.length > maxLength || !wellFormed.test(token)) return undefined
    try {
      return await holderOf(token, ip)
    } catch (error) {
      if (error instanceof TokenRefused) {
        believed.delete(hashOf(token))
        log.info({ reason: error.message }, 'bearer token refused')
        return undefined
      }
      if (!(error instanceof RequestFailed)) throw error
      if (!error.notAsked) log.warn({ err: error, issuer }, 'authorization server unavailable')
      throw new Refusal('SERVICE_UNAVAILABLE', { retryAfter: coolingDown / 1000, cause: error })
    }
  }
}
