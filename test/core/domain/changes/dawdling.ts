/** Writers whose transactions are as long as a test wants them to be, on PostgreSQL. */
import type { Database, Store } from '../../../../src/outside/database/database.ts'

export interface Dawdling {
  store: Store
  /** All is written, but nothing is committed. */
  written: Promise<void>
  /** Lets it commit. */
  letGo(): void
}

const isWrite = (text: string) => /\b(insert into|update|delete from)\b/i.test(text)

/** A store whose transactions wait before they commit. */
export function dawdling(db: Database): Dawdling {
  let [isWritten, letGo] = [() => {}, () => {}]
  const written = new Promise<void>((resolve) => {
    isWritten = resolve
  })
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  async function wait<T>(result: T): Promise<T> {
    isWritten()
    await gate
    return result
  }
  const store: Store = {
    prisma: db.prisma,
    query: (statement) =>
      isWrite(statement.text)
        ? db.transaction(async (tx) => wait(await tx.query(statement)))
        : db.query(statement),
    transaction: (work, options) => db.transaction(async (tx) => wait(await work(tx)), options),
  }
  return { store, written, letGo }
}
