/** Who asks: the `Authorization` header read as contract 1.4 says. */
import { timingSafeEqual } from 'node:crypto'
import type { Viewer } from '../context.ts'
import { fail } from '../errors.ts'
import type { Database } from '../outside/database/database.ts'
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

const text = `
  select o.id, o.username, o.email, o.name, o.photo_url as "photoUrl", o.timezone,
    o.default_currency as "defaultCurrency"
  from api_key k join account o on o.id = k.user_id where k.hash = $1`

function nobody(message?: string): Viewer {
  return message === undefined ? { kind: 'nobody' } : { kind: 'nobody', message }
}

async function keyHolder(db: Pick<Database, 'query'>, words: string[]): Promise<Viewer> {
  const [key, ...more] = words
  if (key === undefined) return nobody('Invalid token header. No credentials provided.')
  if (more.length > 0) {
    return nobody('Invalid token header. Token string should not contain spaces.')
  }
  const keyHash = sha256(key)
  const [user] = await db.query<Account>({ name: 'viewer', text, values: [keyHash] })
  return user ? { kind: 'user', user, keyHash } : nobody('Invalid token.')
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
  { db, operatorKey }: { db: Pick<Database, 'query'>; operatorKey: string },
): Promise<Viewer> {
  const [scheme = '', ...words] = (header ?? '').trim().split(/\s+/)
  if (scheme.toLowerCase() === 'token') return keyHolder(db, words)
  return isOperator(header, operatorKey) ? { kind: 'operator' } : nobody()
}

/** The signed-in account; the permission table has seen to it that there is one. */
export function account({ viewer }: { viewer: Viewer }): Account {
  return viewer.kind === 'user' ? viewer.user : fail('UNAUTHENTICATED')
}
