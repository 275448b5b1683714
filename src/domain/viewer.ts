/** Who asks: the `Authorization` header read as contract 1.4 says. */
import { timingSafeEqual } from 'node:crypto'
import DataLoader from 'dataloader'
import type { Viewer } from '../context.ts'
import { fail } from '../errors.ts'
import type { Database } from '../outside/database/database.ts'
import { type Access, accessColumns, accessFrom, accessWhere } from '../permissions/access.ts'
import { sha256 } from './secrets.ts'

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

/** Keys of requests that came in together, each with the trip its address names; 0 for none. */
interface Asked {
  keyHash: string
  tripId: number
}

type Found = Account & { [Field in keyof Access]: Access[Field] | null }

/** The accounts behind keys and, in the same statement, their access to those trips. */
const text = `
  select asked.n::int, k.user_id as id, u.username, u.email, u.name, u.photo_url as "photoUrl",
    u.timezone, u.default_currency as "defaultCurrency", access.*
  from unnest($1::text[], $2::int[]) with ordinality as asked (hash, trip, n)
  join api_key k on k.hash = asked.hash join account u on u.id = k.user_id
  left join lateral (select ${accessColumns} from ${accessFrom}
    where m.trip_id = asked.trip and m.user_id = k.user_id and ${accessWhere}) access on true`

/** Looks up who asks; made once a process. */
export type FindViewer = (asked: Asked) => Promise<Found | undefined>

/**
 * Requests that come in during one turn of the event loop share a statement: under load that halves
 * the round trips. Nothing is kept, so a revoked key is refused by the very next request.
 */
export function viewerFinder(db: Pick<Database, 'query'>): FindViewer {
  const loader = new DataLoader<Asked, Found | undefined>(
    async (asked) => {
      const values = [asked.map(({ keyHash }) => keyHash), asked.map(({ tripId }) => tripId)]
      const rows = await db.query<Found & { n: number }>({ name: 'viewer', text, values })
      const found = new Map(rows.map((row) => [row.n, row]))
      return asked.map((_, index) => found.get(index + 1))
    },
    { cache: false, maxBatchSize: 100, batchScheduleFn: setImmediate },
  )
  return (asked) => loader.load(asked)
}

function nobody(message?: string): Viewer {
  return message === undefined ? { kind: 'nobody' } : { kind: 'nobody', message }
}

interface Credentials {
  find: FindViewer
  operatorKey: string
  /** The trip the request's address names; 0 if it names none. */
  tripId: number
}

async function keyHolder(words: string[], { find, tripId }: Credentials): Promise<Viewer> {
  const [key, ...more] = words
  if (key === undefined) return nobody('Invalid token header. No credentials provided.')
  if (more.length > 0) {
    return nobody('Invalid token header. Token string should not contain spaces.')
  }
  const keyHash = sha256(key)
  const row = await find({ keyHash, tripId })
  if (!row) return nobody('Invalid token.')
  const access = row.tripId === null ? null : (row as Access)
  return { kind: 'user', user: row, keyHash, access: { tripId, access } }
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
  return isOperator(header, credentials.operatorKey) ? { kind: 'operator' } : nobody()
}

/** The signed-in account; the permission table has seen to it that there is one. */
export function account({ viewer }: { viewer: Viewer }): Account {
  return viewer.kind === 'user' ? viewer.user : fail('UNAUTHENTICATED')
}
