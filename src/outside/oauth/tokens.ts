/** Bearer tokens: whom a token of the authorization server names (contract 1.4, 17). */
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { Refusal } from '../../errors.ts'
import { nameIn, type TokenCheck } from './claims.ts'
import { claimsByIntrospection } from './introspection.ts'
import { claimsOfJwt, isJwt } from './jwt.ts'
import { RequestFailed, TokenRefused } from './refused.ts'
import { coolingDown, requests } from './request.ts'
import { serverFinder } from './server.ts'

/** Milliseconds for which a token is believed without another look. */
const belief = 30_000
const mostBelieved = 5000
/** RFC 6750's form of a token; the length bounds the work on what strangers send. */
const wellFormed = /^[\w\-.~+/]+=*$/
const longest = 8192

export interface BearerOptions {
  issuer: string
  audience: string
  client: { id: string; secret: string } | undefined
  account: 'subject' | 'email'
  log: {
    info(facts: object, message: string): void
    warn(facts: object, message: string): void
  }
  clock: () => Date
}

/**
 * Answers the subject or the email of a token, or undefined for one that is no good. Throws
 * SERVICE_UNAVAILABLE while the authorization server is away: that says nothing of the token.
 */
export function bearerTokens(
  options: BearerOptions,
): (token: string) => Promise<string | undefined> {
  const { issuer, audience, client, account, log } = options
  const now = () => options.clock().valueOf()
  const outgoing = requests(now)
  const server = serverFinder({ issuer, requests: outgoing, now })
  const check: TokenCheck = { audience, client, server, requests: outgoing, now }
  const believed = new LRUCache<string, { name: string; until: number }>({ max: mostBelieved })
  const pending = new Map<string, Promise<string>>()

  async function look(token: string, hash: string): Promise<string> {
    const claims = await (isJwt(token) ? claimsOfJwt : claimsByIntrospection)(token, check)
    const name = nameIn(claims, account)
    const end = typeof claims.exp === 'number' ? claims.exp * 1000 : Number.POSITIVE_INFINITY
    believed.set(hash, { name, until: Math.min(now() + belief, end) })
    return name
  }

  function nameOf(token: string): Promise<string> {
    const hash = createHash('sha256').update(token).digest('base64url')
    const known = believed.get(hash)
    if (known && now() < known.until) return Promise.resolve(known.name)
    // A burst of requests with one token is one question.
    const looking = pending.get(hash) ?? look(token, hash).finally(() => pending.delete(hash))
    pending.set(hash, looking)
    return looking
  }

  return async (token) => {
    if (token.length > longest || !wellFormed.test(token)) return undefined
    try {
      return await nameOf(token)
    } catch (error) {
      if (error instanceof TokenRefused) {
        log.info({ reason: error.message }, 'bearer token refused')
        return undefined
      }
      if (!(error instanceof RequestFailed)) throw error
      if (!error.notAsked) log.warn({ err: error, issuer }, 'authorization server away')
      throw new Refusal('SERVICE_UNAVAILABLE', { retryAfter: coolingDown / 1000, cause: error })
    }
  }
}
