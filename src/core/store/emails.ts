/**
 * The writes of a booking email that arrives: the filing of its account is held, then it is stored
 * (test/mail/filing).
 */
import { snakeCase } from '../../base/names.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { Queryable } from '../../outside/database/database.ts'
import { parentKinds } from '../parent-kinds.ts'
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
  'parsedSuccessfully',
  ...parentKinds.map((kind) => `${kind}Id` as const),
] as const

/** Nothing but what is stored. In the inbox if it has no parent. */
export type IncomingEmail = Pick<Prisma.EmailCreateManyInput, (typeof stored)[number]>

const into = stored.map(snakeCase).join(', ')
const values = stored.map((_, at) => `$${at + 1}`).join(', ')

/**
 * Until the transaction ends, no other message of the owner is filed: of a cancellation and its
 * booking, delivered at once, the later one finds the other. It locks the account, as a message in
 * the inbox does, and first, as every change of an account does. Returns whether the owner has the
 * message already, which locks nothing.
 */
export async function holdFiling(
  db: Queryable,
  ownerId: number,
  messageKey: string,
): Promise<boolean> {
  const text = `with known as materialized (
      select id from email where owner_id = $1::int and message_key = $2),
    held as materialized (
      select id from account where id = $1 and not exists (select from known) for no key update)
    select exists (select from known) as "isKnown", (select count(*) from held) as locked`
  const [row] = await db.query<{ isKnown: boolean }>(prepared(text, [ownerId, messageKey]))
  return row?.isKnown ?? false
}

/**
 * Stores a message and returns its id; undefined if its owner already has it. A concurrent write of
 * the same message waits for the first transaction to end.
 */
export async function insertEmail(
  db: Queryable,
  email: IncomingEmail,
): Promise<number | undefined> {
  const text = `insert into email (${into}) values (${values}) on conflict do nothing returning id`
  const { cancellations, ...others } = email
  // A list would be sent as an array of PostgreSQL.
  const json = cancellations === undefined ? null : JSON.stringify(cancellations)
  const record: Record<string, unknown> = { ...others, cancellations: json }
  const sent = stored.map((name) => record[name] ?? null)
  const [row] = await db.query<{ id: number }>(prepared(text, sent))
  return row?.id
}
