/** Locks by name, for what has no row to lock. */
import type { Tx } from '../database.ts'

/** SQL: locks the name that `name` computes, as `holdNames` does. */
export const lockOfName = (name: string) => `pg_advisory_xact_lock(hashtextextended(${name}, 0))`

/**
 * Serializes transactions that lock the same name, such as `favorites 7`. Several names are locked
 * in the given order, which must be the same everywhere.
 */
export async function holdNames(tx: Tx, ...names: string[]): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(name, 0))
    from unnest(${names}::text[]) as name`
}
