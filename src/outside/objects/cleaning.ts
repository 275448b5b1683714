/**
 * Settles objects once their upload URLs have expired, and removes abandoned ones: prepared more
 * than a day ago, and not the file of any document, photo or cover (test/spec/14). Never removes an
 * object with references: it locks the row of the upload before it looks for them, and every
 * statement that writes one locks that row (`reference_holds_upload`).
 */
import type { Log } from '../../base/log.ts'
import type { Database } from '../database/database.ts'
import {
  firstUnsettled,
  holdUnusedUpload,
  isReferenced,
  type UploadMark,
} from '../database/locks/uploads.ts'
import { type Rounds, startCleaning } from '../periodic-jobs.ts'
import type { ObjectStore } from './objects.ts'
import { deleteUpload, markSettled, visibilityOf } from './uploads.ts'

interface ObjectCleaningOptions {
  db: Pick<Database, 'prisma' | 'transaction'>
  objects: Pick<ObjectStore, 'remove' | 'settle' | 'sweep'>
  log: Pick<Log, 'info' | 'warn'>
  clock: () => Date
  /** Milliseconds between two rounds. */
  interval?: number
}

const hour = 3_600_000
const day = 24 * hour

/** The progress of a round; objects that failed are skipped until the next one. */
interface Walk {
  mark: UploadMark
  failed: string[]
}

/** Handles the next object older than `before`; undefined after the last. */
type UploadStep = (before: Date, walk: Walk, options: Trying) => Promise<UploadOutcome | undefined>
type Trying = ObjectCleaningOptions & { trying(id: string, mark: UploadMark): void }
type UploadOutcome = { mark: UploadMark; isDone: boolean }

const remove: UploadStep = (before, { mark }, { db, objects, trying }) =>
  db.transaction(async ({ prisma }) => {
    const { row, last } = await holdUnusedUpload(prisma, before, mark)
    if (!row) return last && { mark: last, isDone: false }
    trying(row.id, row)
    // A separate statement, so that it sees everything committed before the lock was granted.
    if (await isReferenced(prisma, row.id)) return { mark: row, isDone: false }
    // Inside the transaction, whose lock prevents new references. If it is retried, the second
    // removal does nothing.
    await objects.remove(visibilityOf(row), row.key)
    await deleteUpload(prisma, row.id)
    return { mark: row, isDone: true }
  })

/** Without a transaction: it can take long, and is idempotent. */
const settle: UploadStep = async (
  before,
  { mark, failed },
  { db: { prisma }, objects, trying },
) => {
  const row = await firstUnsettled(prisma, before, failed)
  if (!row) return undefined
  trying(row.id, mark)
  await objects.settle(visibilityOf(row), row.key)
  await markSettled(prisma, row.id)
  return { mark, isDone: true }
}

/** Runs the step for all uploads; returns how many it handled. Stops after three failures. */
async function each(
  step: UploadStep,
  before: Date,
  options: ObjectCleaningOptions,
  isStopping: () => boolean,
): Promise<number> {
  const walk: Walk = { mark: { created: '-infinity', id: '' }, failed: [] }
  let done = 0
  while (!isStopping() && walk.failed.length < 3) {
    let tried: { id: string; mark: UploadMark } | undefined
    const trying = (id: string, mark: UploadMark) => {
      tried = { id, mark }
    }
    try {
      const found = await step(before, walk, { ...options, trying })
      if (!found) break
      walk.mark = found.mark
      if (found.isDone) done += 1
    } catch (error) {
      if (!tried) throw error
      options.log.warn({ err: error }, 'object could not be checked or removed')
      walk.mark = tried.mark
      walk.failed.push(tried.id)
    }
  }
  return done
}

/** Runs one round over all candidates; returns the number of objects removed. */
export async function clean(
  options: ObjectCleaningOptions,
  isStopping = () => false,
): Promise<number> {
  const now = options.clock().getTime()
  // By then, every upload URL has expired, and no upload is in progress (see `longestUpload`).
  const over = new Date(now - hour)
  await options.objects.sweep(over)
  const removed = await each(remove, new Date(now - day), options, isStopping)
  await each(settle, over, options, isStopping)
  return removed
}

/** Starts the job: a round at once, then one an hour. Several processes may share a database. */
export function startObjectCleaning(options: ObjectCleaningOptions): Rounds {
  const { log, interval = hour } = options
  const messages = { done: 'unused objects removed', failed: 'cleanup of unused objects failed' }
  return startCleaning({ log, interval, ...messages }, async (isStopping) => ({
    removed: await clean(options, isStopping),
  }))
}
