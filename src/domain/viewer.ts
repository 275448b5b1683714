/** Who asks: the `Authorization` header read as contract 1.4 says. */
import { timingSafeEqual } from 'node:crypto'
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

/** The account behind a key and, in the same statement, its access to the trip an address names. */
const text = `
  select k.user_id as id, u.username, u.email, u.name, u.photo_url as "photoUrl", u.timezone,
    u.default_currency as "defaultCurrency", access.*
  from api_key k join account u on u.id = k.user_id
  left join lateral (select ${accessColumns} from ${accessFrom}
    where m.trip_id = $2 and m.user_id = k.user_id and ${accessWhere}) access on true
  where k.hash = $1`

function nobody(message?: string): Viewer {
  return message === undefined ? { kind: 'nobody' } : { kind: 'nobody', message }
}

type Row = Account & { [Field in keyof Access]: Access[Field] | null }

interface Credentials {
  db: Pick<Database, 'query'>
  operatorKey: string
  /** The trip the request's address names; 0 if it names none. */
  tripId: number
}

async function keyHolder(words: string[], { db, tripId }: Credentials): Promise<Viewer> {
  const [key, ...more] = words
  if (key === undefined) return nobody('Invalid token header. No credentials provided.')
  if (more.length > 0) {
    return nobody('Invalid token header. Token string should not contain spaces.')
  }
  const keyHash = sha256(key)
  const [row] = await db.query<Row>({ name: 'viewer', text, values: [keyHash, tripId] })
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
