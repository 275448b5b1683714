/** Transactions with values that PostgreSQL may refuse. */
import type { Store } from './database.ts'
import { sqlState } from './failures.ts'

/** SQLSTATE class 22 or 23: a value that no column takes, or that breaks a constraint. */
const isRefused = (error: unknown): error is Error =>
  error instanceof Error && /^2[23]/.test(sqlState(error) ?? '')

/**
 * Runs `work` in a transaction, or as a part of the one that `db` is. If PostgreSQL refuses one of
 * its values, undoes it and returns the result of `refused`. Throws all other errors.
 */
export async function attempt<T>(
  db: Store,
  work: (tx: Store) => Promise<T>,
  refused: (error: Error) => Promise<T>,
): Promise<T> {
  let refusal: Error | undefined
  const watched = (tx: Store) =>
    work(tx).catch((error: unknown) => {
      // Seen here, because outside of the transaction it may have become an answer.
      if (isRefused(error)) refusal = error
      throw error
    })
  try {
    return await db.transaction(watched, { isPart: true })
  } catch (error) {
    if (refusal === undefined) throw error
    return refused(refusal)
  }
}
