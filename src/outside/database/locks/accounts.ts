/** Locks of accounts, and of rows that belong to a single account. */
import type { Tx } from '../database.ts'

/**
 * Locks an account and returns its address and password hash; null if it does not exist. Must be
 * the first statement of any change to its keys, resets or address: the second of two transactions
 * then sees all changes of the first, without a deadlock.
 */
export async function holdAccount(tx: Tx, id: number) {
  const [row] = await tx.$queryRaw<{ email: string; passwordHash: string }[]>`
    select email, password_hash as "passwordHash" from account where id = ${id} for no key update`
  return row ?? null
}

/** Locks several accounts, in the order common to all callers. */
export async function holdAccounts(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.$executeRaw`
    select from account where id = any (${ids}::int[]) order by id for no key update`
}

/**
 * Opens a password reset for the account with that address, and returns the account, locked so that
 * a change of its address or password voids this reset too. For an unknown address, the same
 * statement runs but opens nothing.
 */
export async function openReset(tx: Tx, reset: { email: string; hash: string; expiresAt: Date }) {
  const [account] = await tx.$queryRaw<{ id: number; name: string }[]>`
    with held as materialized (select id, name from account where email = ${reset.email} for share),
      opened as (insert into password_reset (user_id, hash, expires_at)
        select id, ${reset.hash}, ${reset.expiresAt}::timestamptz from held)
    select id, name from held`
  return account
}

/**
 * Removes resets that have expired by then, in the same way as `removeDoneMails`; returns how many.
 */
export function removeExpiredResets(db: Tx, by: Date, maxRows: number): Promise<number> {
  return db.$executeRaw`with old as materialized (
    select id from password_reset where expires_at <= ${by}::timestamptz
    order by expires_at limit ${maxRows} for update skip locked)
    delete from password_reset where id = any (array(select id from old))`
}

/** Locks an account, then its active category; returns whether it has that category. */
export async function holdCategory(tx: Tx, id: number, ownerId: number): Promise<boolean> {
  await holdAccount(tx, ownerId)
  const held = await tx.$queryRaw<unknown[]>`select from category
    where id = ${id} and owner_id = ${ownerId} and deleted_at is null for no key update`
  return held.length > 0
}
