/** Locks of accounts, and of what belongs to one account alone. */
import type { Prisma } from '../../../generated/prisma/client.ts'

type Tx = Prisma.TransactionClient

/**
 * Holds an account and answers what is stored of it now; null without one. To be the first
 * statement wherever its keys, resets or address are changed: who comes second then sees all that
 * the first has done, and no one waits crosswise.
 */
export async function holdAccount(tx: Tx, id: number) {
  const [row] = await tx.$queryRaw<{ email: string; passwordHash: string }[]>`
    select email, password_hash as "passwordHash" from account where id = ${id} for no key update`
  return row ?? null
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

/** Removes resets that have expired by then, as mails are removed (mails.ts). */
export function removeExpiredResets(db: Tx, by: Date, most: number): Promise<number> {
  return db.$executeRaw`with old as materialized (
    select id from password_reset where expires_at <= ${by}::timestamptz
    order by expires_at limit ${most} for update skip locked)
    delete from password_reset using old where password_reset.id = old.id`
}

/** Holds a category that is there and belongs to that account; whether there is one. */
export async function holdCategory(tx: Tx, id: number, ownerId: number): Promise<boolean> {
  const held = await tx.$queryRaw<unknown[]>`select from category
    where id = ${id} and owner_id = ${ownerId} and deleted_at is null for no key update`
  return held.length > 0
}
