/**
 * What Prisma cannot say: locks, and writes that are one with a lock. Each function has a name for
 * what it holds, and takes the transaction that holds it until its end. No other file outside the
 * hot path writes SQL.
 */
import { Prisma } from '../../generated/prisma/client.ts'
import { sqlState } from './failures.ts'

type Tx = Prisma.TransactionClient

/**
 * Lets one transaction at a time go on, of those that name the same thing: `favorites 7`. Of several
 * names the locks are taken in their order, which must be the same everywhere.
 */
export async function holdNames(tx: Tx, ...names: string[]): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(given.name, 0))
    from unnest(${names}::text[]) as given (name)`
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

/**
 * Runs a part of a transaction. Where PostgreSQL refuses a value of it, the part is undone, and what
 * `refused` makes of that is the answer.
 */
export async function attempt<T>(
  tx: Tx,
  part: () => Promise<T>,
  refused: (error: Error) => T,
): Promise<T> {
  await tx.$executeRaw`savepoint attempt`
  try {
    return await part()
  } catch (error) {
    if (!(error instanceof Error) || !/^2[23]/.test(sqlState(error) ?? '')) throw error
    await tx.$executeRaw`rollback to savepoint attempt`
    return refused(error)
  }
}

/**
 * Holds the live objects of a kind in these trips that have one of the reservation numbers, and
 * answers their ids. Of several kinds hostings come first, then activities, as in the triggers.
 */
export async function holdReserved(
  tx: Tx,
  kind: 'hosting' | 'activity' | 'transportation',
  tripIds: readonly number[],
  codes: readonly string[],
): Promise<number[]> {
  const rows = await tx.$queryRaw<{ id: number }[]>`
    select id from ${Prisma.raw(kind)} where trip_id = any (${tripIds}::int[])
      and deleted_at is null and reservation_codes && ${codes}::text[]
    order by id for no key update`
  return rows.map(({ id }) => id)
}
