/**
 * Counts attempts in the database: few at once, so that most connections stay free, and none for a
 * second after a refusal.
 */
import { fail } from '../../base/errors.ts'
import { limitReached } from '../../base/telemetry.ts'
import type { Database } from '../../outside/database/database.ts'
import { Turnstile } from '../../process/turnstile.ts'
import {
  type AttemptVerdict,
  attemptKeyOf,
  attempts,
  type Limits,
  type Use,
} from './attempt-rows.ts'
import { refusals } from './refusals.ts'

export interface AttemptCounterOptions {
  db: Pick<Database, 'prisma' | 'transaction'>
  limits: Limits
  clock: () => Date
  /** Timeout in milliseconds of the wait for a slot, and of the wait for pending attempts. */
  patience: number
}

/**
 * Throws THROTTLED with the specified sentence. `seconds` until the client may retry; `limit` is
 * reported to operators.
 */
export function throttled(seconds: number, limit: string): never {
  limitReached.publish({ limit })
  const retryAfter = Math.max(1, Math.ceil(seconds))
  const message = `Request was throttled. Expected available in ${retryAfter} seconds.`
  fail('THROTTLED', { message, retryAfter })
}

/** The keys of the uses' limits: on clients and on their sites. */
export const attemptKeysOf = (uses: readonly Use[]) =>
  uses.flatMap(({ limit, subject, site }) =>
    [subject, ...(site ? [site] : [])].map((of) => attemptKeyOf(limit, of)),
  )

/** The name of the limit, which begins the key. */
export const limitOf = (key: string) => key.split(' ')[0] ?? ''

/** Milliseconds between two purges. */
const purgePause = 600_000

/**
 * Counts the attempts of a process; `key` identifies the holder of the turnstile's slot, usually a
 * client.
 */
export function attemptCounter({ db, limits, clock, patience }: AttemptCounterOptions) {
  const counted = attempts(db, limits, clock)
  const asking = new Turnstile({ name: 'attempts', max: 4, maxPerKey: 2, maxWait: patience })
  const refused = refusals(clock)
  let purged = 0

  function checkRefused(keys: readonly string[]): void {
    const seconds = refused.secondsFor(keys)
    if (seconds === undefined) return
    const full = keys.find((key) => refused.secondsFor([key]) !== undefined)
    throttled(seconds, limitOf(full ?? ''))
  }

  /** As in `attempts`; throws THROTTLED just after a refusal. */
  function take(key: string, uses: Use[], as: 'counted' | 'pending') {
    if (uses.length === 0) return Promise.resolve<AttemptVerdict>({ ids: [] })
    checkRefused(attemptKeysOf(uses))
    return asking.pass(key, async () => {
      checkRefused(attemptKeysOf(uses))
      const verdict = await counted.take(uses, as)
      if ('full' in verdict && verdict.full !== undefined) {
        refused.remember(verdict.of, verdict.full)
      }
      return verdict
    })
  }

  /** The ids of pending attempts; waits while only pending ones block it. */
  async function reserve(key: string, uses: Use[]): Promise<bigint[]> {
    const until = performance.now() + patience
    for (let pause = 20; ; pause = Math.min(pause * 2, 500)) {
      const verdict = await take(key, uses, 'pending')
      if ('ids' in verdict) return verdict.ids
      if (verdict.full !== undefined) throttled(verdict.full, limitOf(verdict.of))
      if (performance.now() + pause > until) throttled(1, limitOf(attemptKeysOf(uses)[0] ?? ''))
      await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())))
    }
  }

  async function purge(): Promise<void> {
    const now = clock().getTime()
    // A negative pause means that the clock was set back.
    if (now >= purged && now - purged < purgePause) return
    purged = now
    await counted.purge()
  }

  return { counted, refused, checkRefused, take, reserve, purge }
}
