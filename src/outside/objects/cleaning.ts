/**
 * Removes abandoned objects: prepared more than a day ago, and named by no document, photo or cover
 * (contract 14). It never removes one that something refers to: the row of the upload is locked
 * before references are looked for, and whoever writes a reference holds that row (see the
 * migration `documents`).
 */
import type { Database, Queryable } from '../database/database.ts'
import { type Rounds, startRounds } from '../rounds.ts'
import type { ObjectStore, Visibility } from './objects.ts'

export interface CleaningOptions {
  db: Pick<Database, 'query' | 'transaction'>
  objects: Pick<ObjectStore, 'remove' | 'sweep'>
  log: {
    info(details: object, message: string): void
    warn(details: object, message: string): void
  }
  clock: () => Date
  /** Milliseconds between two rounds. */
  interval?: number
}

const day = 86_400_000
const hour = 3_600_000

interface Row {
  id: string
  key: string
  visibility: Visibility
  created: string
}

/** Where a round has come to; what could not be removed is passed over until the next one. */
interface Mark {
  created: string
  id: string
}

// Locked by somebody: about to be referred to, or being removed by another process.
const candidate = `
select id, key, visibility, created_at::text as created from upload
where created_at < $1::timestamptz and (created_at, id) > ($2::timestamptz, $3)
  and not object_is_referenced(id)
order by created_at, id limit 1
for update skip locked`

// A statement of its own, so that it sees what was committed before the lock was given.
const abandoned = 'select not object_is_referenced($1) as yes'
const forget = 'delete from upload where id = $1'

/** Looks at the next candidate; undefined at the end. */
async function next(
  tx: Queryable,
  before: Date,
  mark: Mark,
  remove: (row: Row) => Promise<void>,
): Promise<(Mark & { removed: boolean }) | undefined> {
  const values = [before.toISOString(), mark.created, mark.id]
  const [row] = await tx.query<Row>({ text: candidate, values })
  if (!row) return undefined
  const [still] = await tx.query<{ yes: boolean }>({ text: abandoned, values: [row.id] })
  if (still?.yes) {
    // Inside the transaction: until it is over nobody can begin to refer to the object. A repeated
    // transaction removes once more what is gone, which does nothing.
    await remove(row)
    await tx.query({ text: forget, values: [row.id] })
  }
  return { ...row, removed: still?.yes === true }
}

/** One round over all candidates; how many objects were removed. */
export async function clean(
  { db, objects, clock, log }: CleaningOptions,
  isStopping = () => false,
): Promise<number> {
  const before = new Date(clock().getTime() - day)
  await objects.sweep(before)
  let mark: Mark = { created: '-infinity', id: '' }
  let removed = 0
  let failures = 0
  while (!isStopping() && failures < 3) {
    let tried: Row | undefined
    try {
      const done = await db.transaction((tx) =>
        next(tx, before, mark, (row) => {
          tried = row
          return objects.remove(row.visibility, row.key)
        }),
      )
      if (!done) break
      mark = done
      if (done.removed) removed += 1
    } catch (error) {
      if (!tried) throw error
      log.warn({ err: error }, 'An abandoned object could not be removed')
      mark = tried
      failures += 1
    }
  }
  return removed
}

/** Starts the job: a round at once, then one an hour. Several may run on one database. */
export function startCleaning(options: CleaningOptions): Rounds {
  const { log, interval = hour } = options
  return startRounds(async (isStopping) => {
    try {
      const removed = await clean(options, isStopping)
      if (removed > 0) log.info({ removed }, 'Abandoned objects removed')
    } catch (error) {
      log.warn({ err: error }, 'Abandoned objects could not be looked for')
    }
  }, interval)
}
