/**
 * The two writes of a booking email that is filed: it is stored, while the filing of its account is
 * held, and settled (test/mail/filing).
 */
import { snakeCase } from '../../base/names.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { Queryable } from '../../outside/database/database.ts'
import { lockOfName } from '../../outside/database/locks/names.ts'
import { type ParentKind, parentKinds } from '../parent-kinds.ts'
import { prepared } from './rows.ts'

const stored = [
  'ownerId',
  'messageKey',
  'uniqueParserIdentifier',
  'date',
  'subject',
  'bodyPreview',
  'html',
  'text',
  'raw',
  'reason',
  'cancellations',
] as const

/** Nothing but what is stored. */
export type IncomingEmail = Pick<Prisma.EmailCreateManyInput, (typeof stored)[number]>

const into = stored.map(snakeCase).join(', ')
const values = stored.map((_, at) => `$${at + 1}`).join(', ')

/** SQL: the name under which the filing of one account is held. */
const filingOf = (owner: string) => `'filing of account ' || ${owner}`

/**
 * Stores a message in the inbox and returns its id; undefined if its owner already has it. A
 * concurrent write of the same message waits for the first transaction to end. With `isFiling`, no
 * other message of the owner is filed until the transaction ends: of a cancellation and its
 * booking, delivered at once, the later one finds the other.
 */
export async function insertEmail(
  db: Queryable,
  email: IncomingEmail,
  isFiling: boolean,
): Promise<number | undefined> {
  // Its row comes before the lock, which waits for those before; what follows reads anew.
  const text = `with c as (
      insert into email (${into}) values (${values}) on conflict do nothing returning id, owner_id)
    select c.id ${isFiling ? `, ${lockOfName(filingOf('c.owner_id'))}` : ''} from c`
  const { cancellations, ...others } = email
  // A list would be sent as an array of PostgreSQL.
  const json = cancellations === undefined ? null : JSON.stringify(cancellations)
  const record: Record<string, unknown> = { ...others, cancellations: json }
  const sent = stored.map((name) => record[name] ?? null)
  const [row] = await db.query<{ id: number }>(prepared(text, sent))
  return row?.id
}

interface Settled {
  /** Where its bookings were filed; it waits in the inbox without. */
  parent?: { kind: ParentKind; id: number } | undefined
  /** Why it waits, or which part was left out. */
  reason: string
}

/** Moves a message out of the inbox, or says why it stays, or which part of it was left out. */
export async function settleEmail(
  db: Queryable,
  id: number,
  { parent, reason }: Settled,
): Promise<void> {
  const keys = parentKinds.map((kind, at) => `${kind}_id = $${at + 4}`).join(', ')
  const text = `update email set reason = $2, parsed_successfully = $3, ${keys} where id = $1`
  const ids = parentKinds.map((kind) => (parent?.kind === kind ? parent.id : null))
  await db.query(prepared(text, [id, reason, parent !== undefined, ...ids]))
}
