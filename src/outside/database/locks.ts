/**
 * What Prisma cannot say: locks, and writes that are one with a lock. Each function has a name for
 * what it holds, and takes the transaction that holds it until its end. No other file outside the
 * hot path writes SQL.
 */
import { Prisma } from '../../generated/prisma/client.ts'
import type { ParentItem } from '../../permissions/parent-kinds.ts'

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

// Emails, and their parents

/** Holds an email, deleted or not. It comes before its parents, wherever both are held. */
export async function holdEmail(tx: Tx, id: number): Promise<void> {
  await tx.$queryRaw`select from email where id = ${id} for update`
}

const items: Record<ParentItem, Prisma.Sql> = {
  activity: Prisma.sql`activity`,
  hosting: Prisma.sql`hosting`,
  transportation: Prisma.sql`transportation`,
}

/**
 * Holds an active item in its trip, which is answered; null without one. Only moves wait: they must
 * know what they take along (test/races/carried). One that is deleted meanwhile was deleted
 * afterwards.
 */
export async function holdItem(tx: Tx, kind: ParentItem, id: number): Promise<number | null> {
  const [row] = await tx.$queryRaw<{ tripId: number }[]>`
    select trip_id as "tripId" from ${items[kind]}
    where id = ${id} and deleted_at is null for key share`
  return row?.tripId ?? null
}
