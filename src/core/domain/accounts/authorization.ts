/** Reads the `Authorization` header (test/spec/01.4). */
import { timingSafeEqual } from 'node:crypto'
import { catalogue, InsufficientScope } from '../../../base/errors.ts'
import { sha256 } from '../../../base/hashes.ts'
import type { TokenHolder } from '../../../outside/oauth/tokens.ts'
import type { Access } from '../../access.ts'
import { includesTrip, narrowed, onlyReading } from '../../narrowing.ts'
import { isFound } from '../../store/rows.ts'
import type { FindViewer, FoundCaller, Viewer } from '../../store/viewer.ts'

/** The message for unknown credentials, refused even where anonymous requests are accepted. */
const notProvided = catalogue.UNAUTHENTICATED

function anonymous(message: string): Viewer {
  return message ? { kind: 'anonymous', message } : { kind: 'anonymous' }
}

/** How Bearer tokens identify accounts. */
interface Bearer {
  by: 'subject' | 'email'
  /** The holder of a token sent from `ip`; undefined for an invalid token. */
  holderOf(token: string, ip: string): Promise<TokenHolder | undefined>
}

interface Credentials {
  find: FindViewer
  operatorKey: string
  /** Undefined without an authorization server. */
  bearer: Bearer | undefined
  /** The trip in the request's path; 0 without one. */
  tripId: number
  /** The client's IP address. */
  ip: string
}

async function keyHolder(words: string[], { find, tripId }: Credentials): Promise<Viewer> {
  const [key, ...more] = words
  if (key === undefined) return anonymous('Invalid token header. No credentials provided.')
  if (more.length > 0) {
    return anonymous('Invalid token header. Token string should not contain spaces.')
  }
  const keyHash = sha256(key)
  const row = await find({ by: 'key', name: keyHash, tripId })
  return row ? user(row, keyHash, tripId) : anonymous('Invalid token.')
}

function user(row: FoundCaller, keyHash: string | null, tripId: number): Viewer {
  const access =
    isFound<Access>(row, 'tripId') && includesTrip(row, tripId) ? narrowed(row, row) : null
  return { kind: 'user', user: row, keyHash, access: { tripId, access } }
}

/** Whether the token is a key of this service, sent under the wrong scheme. */
async function isOurs(token: string, { find, operatorKey }: Credentials): Promise<boolean> {
  if (isOperator(`Operator ${token}`, operatorKey)) return true
  const asKey = { by: 'key', name: sha256(token), tripId: 0 } as const
  return /^[0-9a-f]{40}$/.test(token) && (await find(asKey)) !== undefined
}

/**
 * A token without an account is refused without a reason (test/spec/01.4). Throws InsufficientScope
 * for a token that permits nothing.
 */
async function tokenHolder(words: string[], credentials: Credentials): Promise<Viewer> {
  const { bearer, find, tripId, ip } = credentials
  const [token, ...more] = words
  if (!bearer || token === undefined || more.length > 0) return anonymous(notProvided)
  // The authorization server must never see the key.
  if (await isOurs(token, credentials)) return anonymous(notProvided)
  const holder = await bearer.holderOf(token, ip)
  const row = holder && (await find({ by: bearer.by, name: holder.name, tripId }))
  if (!row) return anonymous(notProvided)
  if (holder.access === 'nothing') throw new InsufficientScope()
  const narrowing = holder.access === 'reading' ? onlyReading : undefined
  return user({ ...row, narrowing }, null, tripId)
}

/** Whether an `Authorization` header carries the operators' key; compared in constant time. */
export function isOperator(header: string | undefined, operatorKey: string): boolean {
  const [scheme = '', ...words] = (header ?? '').trim().split(/\s+/)
  const hashed = (secret: string) => Buffer.from(sha256(secret))
  return (
    scheme.toLowerCase() === 'operator' &&
    timingSafeEqual(hashed(words.join(' ')), hashed(operatorKey))
  )
}

/**
 * The viewer behind an `Authorization` header. Unknown credentials, and an API key sent as
 * `Bearer`, give an anonymous viewer with a message.
 */
export async function viewerOf(
  header: string | undefined,
  credentials: Credentials,
): Promise<Viewer> {
  const [scheme = '', ...words] = (header ?? '').trim().split(/\s+/)
  if (scheme.toLowerCase() === 'token') return keyHolder(words, credentials)
  if (scheme.toLowerCase() === 'bearer') return tokenHolder(words, credentials)
  if (isOperator(header, credentials.operatorKey)) return { kind: 'operator' }
  return anonymous(scheme && notProvided)
}
