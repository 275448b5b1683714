/** Removes idempotency keys that are older than a day (test/spec/b4). */
import type { Log } from '../../base/log.ts'
import type { Queryable } from '../../outside/database/database.ts'
import { type Rounds, startRounds } from '../../outside/rounds.ts'
import { redate, removeExpired } from '../store/idempotency-keys.ts'

interface Options {
  db: Queryable
  log: Pick<Log, 'info' | 'warn'>
  /** Milliseconds between two rounds. */
  interval?: number
}

const tenMinutes = 600_000

/** Maximum rows per statement. */
const batch = 500

/** Runs one round; returns the number of keys removed. */
export async function cleanKeys(
  { db }: Pick<Options, 'db'>,
  isStopping = () => false,
): Promise<number> {
  const inBatches = async (work: typeof removeExpired): Promise<number> => {
    for (let done = 0; ; ) {
      const count = await work(db, batch)
      done += count
      if (count < batch || isStopping()) return done
    }
  }
  await inBatches(redate)
  return inBatches(removeExpired)
}

/**
 * Starts the job: a round at once, then one every ten minutes. Several processes may share a
 * database.
 */
export function startKeyCleaning({ db, log, interval = tenMinutes }: Options): Rounds {
  return startRounds(async (isStopping) => {
    try {
      const keys = await cleanKeys({ db }, isStopping)
      if (keys > 0) log.info({ keys }, 'old idempotency keys removed')
    } catch (error) {
      log.warn({ err: error }, 'cleanup of old idempotency keys failed')
    }
  }, interval)
}
