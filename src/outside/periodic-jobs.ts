/** Jobs that run at once, and again a while after each run; those that clean up are logged. */
import type { Log } from '../base/log.ts'

export interface Rounds {
  /** Resolves after the current round. */
  stop(): Promise<void>
}

/**
 * Runs `round`, with `interval` milliseconds between the end of one and the next. It must not
 * throw, and must end early once `isStopping` returns true.
 */
export function startRounds(
  round: (isStopping: () => boolean) => Promise<void>,
  interval: number,
): Rounds {
  let stopping = false
  let timer: NodeJS.Timeout | undefined
  const next = async (): Promise<void> => {
    await round(() => stopping)
    if (stopping) return
    timer = setTimeout(() => {
      working = next()
    }, interval)
  }
  let working = next()
  return {
    async stop() {
      stopping = true
      clearTimeout(timer)
      await working
    },
  }
}

interface CleaningJob {
  log: Pick<Log, 'info' | 'warn'>
  /** Milliseconds between two rounds. */
  interval: number
  /** The messages after a round that removed something, and after one that failed. */
  done: string
  failed: string
}

/** Starts a job whose rounds return how many rows and files they removed, by name for the log. */
export const startCleaning = (
  { log, interval, done, failed }: CleaningJob,
  round: (isStopping: () => boolean) => Promise<Readonly<Record<string, number>>>,
): Rounds =>
  startRounds(async (isStopping) => {
    try {
      const removed = await round(isStopping)
      if (Object.values(removed).some((count) => count > 0)) log.info(removed, done)
    } catch (error) {
      log.warn({ err: error }, failed)
    }
  }, interval)

/** Maximum rows per statement; locked rows wait for the next round. */
const batch = 500

/** Repeats `work` until it finds less than a batch; returns how many rows it handled in all. */
export async function inBatches(
  work: (maxRows: number) => Promise<number>,
  isStopping: () => boolean,
): Promise<number> {
  for (let done = 0; ; ) {
    const count = await work(batch)
    done += count
    if (count < batch || isStopping()) return done
  }
}
