/** What a statement reads, whatever it returns. */
import type { Store } from '../src/outside/database/database.ts'

/** The rows of all tables that this connection has read lately. */
async function rowsRead(tx: Store): Promise<number> {
  const [row] = await tx.query<{ count: number }>({
    text: `select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as count
      from pg_stat_xact_user_tables`,
    values: [],
  })
  return row?.count ?? Number.NaN
}

/** The rows of all tables that this reads, with the plans of statements that have run often. */
export const rowsReadBy = (db: Store, work: (tx: Store) => Promise<unknown>): Promise<number> =>
  db.transaction(async (tx) => {
    await tx.query({ text: `set local plan_cache_mode = 'force_generic_plan'`, values: [] })
    const before = await rowsRead(tx)
    await work(tx)
    return (await rowsRead(tx)) - before
  })
