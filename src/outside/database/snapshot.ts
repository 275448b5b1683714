/** Reads that belong together. */
import type { Database, Store } from './database.ts'

/** Runs `work` on one snapshot of the database, in which it can write nothing. */
export function inSnapshot<T>(db: Database, work: (tx: Store) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.query({ text: 'set transaction isolation level repeatable read, read only' })
    return work(tx)
  })
}
