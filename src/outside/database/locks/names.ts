/** Locks by name, for what no row stands for. */
import type { Prisma } from '../../../generated/prisma/client.ts'

type Tx = Prisma.TransactionClient

/**
 * Lets one transaction at a time go on, of those that name the same thing: `favorites 7`. Of
 * several names the locks are taken in their order, which must be the same everywhere.
 */
export async function holdNames(tx: Tx, ...names: string[]): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(name, 0))
    from unnest(${names}::text[]) as name`
}

/**
 * The moment by the clock of the database. Whoever asks for what has changed since then compares
 * all rows, so none is dated by another clock (test/spec/01.8).
 */
export async function momentIn(tx: Tx): Promise<Date> {
  const [row] = await tx.$queryRaw<[{ moment: Date }]>`select clock_timestamp() as moment`
  return row.moment
}
