/** Reads that must agree with each other. */
import type { Database, Store } from './database.ts'

/** Runs `work` on one snapshot of the database, read-only. */
export function inSnapshot<T>(db: Database, work: (tx: Store) => Promise<T>): Promise<T> {
  const inOne = async (tx: Store) => {
    await tx.query({ text: 'set transaction read only' })
    return work(tx)
  }
  return db.transaction(inOne, { isolationLevel: 'RepeatableRead' })
}
