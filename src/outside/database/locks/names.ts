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
