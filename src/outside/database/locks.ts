/**
 * What Prisma cannot say: locks, and writes that are one with a lock. Each function has a name for
 * what it holds, and takes the transaction that holds it until its end. No other file outside the
 * hot path writes SQL.
 */
import type { Prisma } from '../../generated/prisma/client.ts'

type Tx = Prisma.TransactionClient

/**
 * Lets one transaction at a time go on, of those that name the same thing: `favorites 7`. Of several
 * names the locks are taken in their order, which must be the same everywhere.
 */
export async function holdNames(tx: Tx, ...names: string[]): Promise<void> {
  for (const name of names) {
    await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`
  }
}

/**
 * Holds an account and answers what is stored of it now; null without one. To be the first statement
 * wherever its keys, resets or address are changed: who comes second then sees all that the first
 * has done, and no one waits crosswise.
 */
export async function holdAccount(tx: Tx, id: number) {
  const [row] = await tx.$queryRaw<{ email: string; passwordHash: string }[]>`
    select email, password_hash as "passwordHash" from account where id = ${id} for no key update`
  return row ?? null
}

// Accounts, their categories and their mails.

/** Holds a category that is there and belongs to that account; whether there is one. */
export async function holdCategory(tx: Tx, id: number, ownerId: number): Promise<boolean> {
  const held = await tx.$queryRaw<unknown[]>`select from category
    where id = ${id} and owner_id = ${ownerId} and deleted_at is null for no key update`
  return held.length > 0
}

/**
 * Opens a password reset for the account with that address, and holds the account, so that a change
 * of its address or its password voids this reset too. Answers the account; without one it is the
 * same statement, and nothing is opened.
 */
export async function openReset(tx: Tx, reset: { email: string; hash: string; expiresAt: Date }) {
  const [account] = await tx.$queryRaw<{ id: number; name: string }[]>`
    with held as materialized (select id, name from account where email = ${reset.email} for share),
      opened as (insert into password_reset (user_id, hash, expires_at)
        select id, ${reset.hash}, ${reset.expiresAt}::timestamptz from held)
    select id, name from held`
  return account
}

/** How many mails in how many seconds, by an account and to a recipient; 0: no limit. */
export type MailLimits = Record<'account' | 'recipient', { most: number; seconds: number }>

/**
 * Writes those of the mails, in JSON, that fit the limits on what the account `by` causes and on
 * what each recipient gets; how many. It takes locks in an order that the migration `floods` tells,
 * so it is to be the last statement of its transaction.
 */
export async function writeFitting(
  tx: Tx,
  mails: string,
  by: number | null,
  { account, recipient }: MailLimits,
): Promise<number> {
  const [row] = await tx.$queryRaw<{ written: number }[]>`select write_mails(${mails}::json,
    ${by}::int, ${account.most}::int, ${account.seconds}::int,
    ${recipient.most}::int, ${recipient.seconds}::int) as written`
  return row?.written ?? 0
}

/**
 * Holds mails that are due until that moment, but for those that another worker holds; their ids.
 * What is urgent goes first, then who has waited longest: rows that are due may be dated back, so
 * that the many mails of one account go between those of others (`write_mails`).
 */
export async function holdDueMails(tx: Tx, until: Date, most: number): Promise<number[]> {
  const due = await tx.$queryRaw<{ id: number }[]>`select id from outgoing_mail
    where state = 'PENDING' and next_attempt_at <= ${until}::timestamptz
    order by is_urgent desc, next_attempt_at, id limit ${most} for update skip locked`
  return due.map(({ id }) => id)
}

// Materialized: a plan that ran it again would lock the next rows, and remove them as well.

/** Removes mails that were sent or have failed by then, but for those that somebody holds. */
export function removeDoneMails(db: Tx, by: Date, most: number): Promise<number> {
  return db.$executeRaw`with old as materialized (
    select id from outgoing_mail
    where state <> 'PENDING' and coalesce(sent_at, created_at) <= ${by}::timestamptz
    order by coalesce(sent_at, created_at) limit ${most} for update skip locked)
    delete from outgoing_mail using old where outgoing_mail.id = old.id`
}

/** Removes resets that have expired by then, but for those that somebody holds. */
export function removeExpiredResets(db: Tx, by: Date, most: number): Promise<number> {
  return db.$executeRaw`with old as materialized (
    select id from password_reset where expires_at <= ${by}::timestamptz
    order by expires_at limit ${most} for update skip locked)
    delete from password_reset using old where password_reset.id = old.id`
}
