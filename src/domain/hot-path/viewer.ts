/** Who asks: the `Authorization` header read as test/spec/01.4 says. */
import { timingSafeEqual } from 'node:crypto'
import DataLoader from 'dataloader'
import type { Viewer } from '../../context.ts'
import { catalogue, fail } from '../../errors.ts'
import type { Database } from '../../outside/database/database.ts'
import { type Access, accessFrom, accessWhere } from '../../permissions/access.ts'
import { sha256 } from '../accounts/secrets.ts'
import { accessColumns } from './access.ts'

/** What every request knows of the account that makes it. */
export interface Account {
  id: number
  username: string
  email: string
  name: string
  photoUrl: string | null
  timezone: string
  defaultCurrency: string
}

/** Names of requests that came in together, each with the trip its address names; 0 for none. */
interface Asked {
  by: keyof typeof holders
  /** The hash of a key, or the subject or the email of a token. */
  name: string
  tripId: number
}

type Found = Account & { [Field in keyof Access]: Access[Field] | null }

/** SQL: the account `u` whom the credentials name. */
const holders = {
  key: 'api_key k on k.hash = asked.name join account u on u.id = k.user_id',
  subject: 'account u on u.oauth_subject = asked.name',
  email: 'account u on u.email = asked.name',
}

/** The accounts behind credentials and, in the same statement, their access to those trips. */
const textFor = (holder: string) => `
  select asked.n::int, u.id, u.username, u.email, u.name, u.photo_url as "photoUrl",
    u.timezone, u.default_currency as "defaultCurrency", access.*
  from unnest($1::text[], $2::int[]) with ordinality as asked (name, trip, n)
  join ${holder}
  left join lateral (select ${accessColumns} from ${accessFrom}
    where m.trip_id = asked.trip and m.user_id = u.id and ${accessWhere}) access on true`

/** Looks up who asks; made once a process. */
export type FindViewer = (asked: Asked) => Promise<Found | undefined>

/**
 * Requests that come in during one turn of the event loop share a statement: under load that halves
 * the round trips. Nothing is kept, so a revoked key is refused by the very next request.
 */
export function viewerFinder(db: Pick<Database, 'query'>): FindViewer {
  const loaderOf = (by: Asked['by']) => {
    const text = textFor(holders[by])
    return new DataLoader<Asked, Found | undefined>(
      async (asked) => {
        const values = [asked.map((one) => one.name), asked.map(({ tripId }) => tripId)]
        const rows = await db.query<Found & { n: number }>({ text, values, isPrepared: true })
        const found = new Map(rows.map((row) => [row.n, row]))
        return asked.map((_, index) => found.get(index + 1))
      },
      { cache: false, maxBatchSize: 100, batchScheduleFn: setImmediate },
    )
  }
  const loaders = { key: loaderOf('key'), subject: loaderOf('subject'), email: loaderOf('email') }
  return (asked) => loaders[asked.by].load(asked)
}

/** Of credentials that are none of ours; what is open to callers without any is not to these. */
const notProvided = catalogue.UNAUTHENTICATED

function anonymous(message: string): Viewer {
  return message ? { kind: 'anonymous', message } : { kind: 'anonymous' }
}

/** What Bearer tokens are worth here. */
export interface Bearer {
  by: 'subject' | 'email'
  /** The subject or the email that a token from `ip` names; undefined for one that is no good. */
  nameIn(token: string, ip: string): Promise<string | undefined>
}

interface Credentials {
  find: FindViewer
  operatorKey: string
  /** undefined: no authorization server is set. */
  bearer: Bearer | undefined
  /** The trip the request's address names; 0 if it names none. */
  tripId: number
  /** The client's address. */
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

function user(row: Found, keyHash: string | null, tripId: number): Viewer {
  const access = row.tripId === null ? null : (row as Access)
  return { kind: 'user', user: row, keyHash, access: { tripId, access } }
}

/** Whether somebody has put a key of this service under the wrong scheme. */
async function isOurs(token: string, { find, operatorKey }: Credentials): Promise<boolean> {
  if (isOperator(`Operator ${token}`, operatorKey)) return true
  const asKey = { by: 'key', name: sha256(token), tripId: 0 } as const
  return /^[0-9a-f]{40}$/.test(token) && (await find(asKey)) !== undefined
}

/** No reason is given for a token that names no account (test/spec/01.4). */
async function tokenHolder(words: string[], credentials: Credentials): Promise<Viewer> {
  const { bearer, find, tripId, ip } = credentials
  const [token, ...more] = words
  if (!bearer || token === undefined || more.length > 0) return anonymous(notProvided)
  // It would go to the authorization server, which has no business knowing it.
  if (await isOurs(token, credentials)) return anonymous(notProvided)
  const name = await bearer.nameIn(token, ip)
  const row = name === undefined ? undefined : await find({ by: bearer.by, name, tripId })
  return row ? user(row, null, tripId) : anonymous(notProvided)
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
 * The viewer behind an `Authorization` header. An unknown `Bearer` token is no credential; an API
 * key is none either under that scheme.
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

/** The signed-in account; the permission table has seen to it that there is one. */
export function account({ viewer }: { viewer: Viewer }): Account {
  return viewer.kind === 'user' ? viewer.user : fail('UNAUTHENTICATED')
}
