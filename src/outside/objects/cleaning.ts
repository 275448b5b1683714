/**
 * Settles objects once nothing can be sent to their addresses any more, and removes abandoned ones:
 * prepared more than a day ago, and named by no document, photo or cover (test/spec/14). It never
 * removes one that something refers to: the row of the upload is locked before references are
 * looked for, and whoever writes a reference holds that row (see the migration `documents`).
 */
import type { Database } from '../database/database.ts'
import { type Rounds, startRounds } from '../rounds.ts'
import type { ObjectStore, Visibility } from './objects.ts'

export interface CleaningOptions {
  db: Pick<Database, 'query' | 'transaction'>
  objects: Pick<ObjectStore, 'remove' | 'settle' | 'sweep'>
  log: {
    info(details: object, message: string): void
    warn(details: object, message: string): void
  }
  clock: () => Date
  /** Milliseconds between two rounds. */
  interval?: number
}

const hour = 3_600_000
const day = 24 * hour

interface Row {
  id: string
  key: string
  visibility: Visibility
  created: string
}

/** Where a round has come to; what could not be done is passed over until the next one. */
type Mark = Pick<Row, 'id' | 'created'>

/** The first upload after a mark that is older than `before`, and whether anything was done. */
type Step = (before: Date, mark: Mark, options: Trying) => Promise<(Mark & Done) | undefined>
type Trying = CleaningOptions & { trying(row: Row): void }
type Done = { isDone: boolean }

const columns = 'select id, key, visibility, created_at::text as created from upload'
const after = 'created_at < $1::timestamptz and (created_at, id) > ($2::timestamptz, $3)'

// Locked by somebody: about to be referred to, or being removed by another process.
const unused = `${columns} where ${after} and not object_is_referenced(id)
order by created_at, id limit 1 for update skip locked`

// A statement of its own, so that it sees what was committed before the lock was given.
const abandoned = 'select not object_is_referenced($1) as yes'
const forget = 'delete from upload where id = $1'

const unsettled = `${columns} where ${after} and not settled order by created_at, id limit 1`
const settled = 'update upload set settled = true where id = $1'

const valuesOf = (before: Date, { created, id }: Mark) => [before.toISOString(), created, id]

const remove: Step = (before, mark, { db, objects, trying }) =>
  db.transaction(async (tx) => {
    const [row] = await tx.query<Row>({ text: unused, values: valuesOf(before, mark) })
    if (!row) return undefined
    trying(row)
    const [still] = await tx.query<{ yes: boolean }>({ text: abandoned, values: [row.id] })
    if (!still?.yes) return { ...row, isDone: false }
    // Inside the transaction: until it is over no one can begin to refer to the object. A repeated
    // transaction removes once more what is gone, which does nothing.
    await objects.remove(row.visibility, row.key)
    await tx.query({ text: forget, values: [row.id] })
    return { ...row, isDone: true }
  })

/** Holds no lock and no connection meanwhile: it can take long, and twice is as good as once. */
const settle: Step = async (before, mark, { db, objects, trying }) => {
  const [row] = await db.query<Row>({ text: unsettled, values: valuesOf(before, mark) })
  if (!row) return undefined
  trying(row)
  await objects.settle(row.visibility, row.key)
  await db.query({ text: settled, values: [row.id] })
  return { ...row, isDone: true }
}

/** Takes the step for all uploads; how many it did. After three failures the store is let alone. */
async function each(
  step: Step,
  before: Date,
  options: CleaningOptions,
  isStopping: () => boolean,
): Promise<number> {
  let mark: Mark = { created: '-infinity', id: '' }
  let done = 0
  let failures = 0
  while (!isStopping() && failures < 3) {
    let tried: Row | undefined
    const trying = (row: Row) => {
      tried = row
    }
    try {
      const found = await step(before, mark, { ...options, trying })
      if (!found) break
      mark = found
      if (found.isDone) done += 1
    } catch (error) {
      if (!tried) throw error
      options.log.warn({ err: error }, 'object could not be checked or removed')
      mark = tried
      failures += 1
    }
  }
  return done
}

/** One round over all candidates; how many objects were removed. */
export async function clean(options: CleaningOptions, isStopping = () => false): Promise<number> {
  const now = options.clock().getTime()
  // By then no address is valid, and no upload is still under way (see `longestUpload`).
  const over = new Date(now - hour)
  await options.objects.sweep(over)
  const removed = await each(remove, new Date(now - day), options, isStopping)
  await each(settle, over, options, isStopping)
  return removed
}

/** Starts the job: a round at once, then one an hour. Several may run on one database. */
export function startCleaning(options: CleaningOptions): Rounds {
  const { log, interval = hour } = options
  return startRounds(async (isStopping) => {
    try {
      const removed = await clean(options, isStopping)
      if (removed > 0) log.info({ removed }, 'unused objects removed')
    } catch (error) {
      log.warn({ err: error }, 'cleanup of unused objects failed')
    }
  }, interval)
}
