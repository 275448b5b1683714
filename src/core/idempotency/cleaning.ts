/** Removes idempotency keys that are older than a day (test/spec/b4). */
import type { Log } from '../../base/log.ts'
import type { Queryable } from '../../outside/database/database.ts'
import { inBatches, type Rounds, startCleaning } from '../../outside/periodic-jobs.ts'
import { redate, removeExpired } from '../store/idempotency-keys.ts'

interface Options {
  db: Queryable
  log: Pick<Log, 'info' | 'warn'>
  /** Milliseconds between two rounds. */
  interval?: number
}

const tenMinutes = 600_000

/** Runs one round; returns the number of keys removed. */
export async function cleanKeys(
  { db }: Pick<Options, 'db'>,
  isStopping = () => false,
): Promise<number> {
  await inBatches((maxRows) => redate(db, maxRows), isStopping)
  return inBatches((maxRows) => removeExpired(db, maxRows), isStopping)
}

/**
 * Starts the job: a round at once, then one every ten minutes. Several processes may share a
 * database.
 */
export function startKeyCleaning({ db, log, interval = tenMinutes }: Options): Rounds {
  const done = 'old idempotency keys removed'
  const failed = 'cleanup of old idempotency keys failed'
  return startCleaning({ log, interval, done, failed }, async (isStopping) => ({
    keys: await cleanKeys({ db }, isStopping),
  }))
}
