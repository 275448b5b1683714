/**
 * Work outside of the transaction that keeps an answer: it is done before the transaction, which
 * receives its result. If it is long, the key is held by a committed row meanwhile.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../context.ts'
import * as keys from '../store/idempotency-keys.ts'

/** Thrown to do the work without a transaction, and then restart the mutation. */
export class Awaited extends Error {
  readonly work: () => Promise<unknown>
  /** Whether the work takes long and has effects, so that the key is to be held meanwhile. */
  readonly isLong: boolean

  constructor(work: () => Promise<unknown>, isLong: boolean) {
    super('work to be done outside of the transaction')
    this.work = work
    this.isLong = isLong
  }
}

/**
 * The parts of a context that act outside. Attempts are counted there, so that one that fails, and
 * so leaves no key, counts too.
 */
export function actingOutside({
  throttle,
}: Pick<Context, 'throttle'>): Pick<Context, 'outside' | 'throttle'> {
  const done = new Map<string, unknown>()
  const before = <Value>(name: string, work: () => Promise<Value>, isLong: boolean): Value => {
    if (done.has(name)) return done.get(name) as Value
    throw new Awaited(async () => void done.set(name, await work()), isLong)
  }
  const count: Context['throttle']['count'] = async (...uses) =>
    before(`count ${JSON.stringify(uses)}`, () => throttle.count(...uses), false)
  return {
    outside: async (name, work) => before(name, work, true),
    throttle: { ...throttle, count },
  }
}

/** Milliseconds between two renewals of a held key; several fit into the time until it is free. */
const renewal = 1_000

/**
 * Does the work. If it is long, the key is held from now on, until its answer is kept or `letGo`;
 * unless it is not free: then the work is not done, and the reason is returned.
 */
export async function doOutside(
  { db }: Context,
  claimed: keys.Claimed,
  { work, isLong }: Awaited,
): Promise<Exclude<keys.Claiming, 'made'> | 'done' | undefined> {
  if (isLong && !claimed.isHeld) {
    const claiming = await keys.claim(db, claimed)
    if (claiming !== 'made') return claiming
    claimed.isHeld = true
    void hold(db, claimed)
  }
  await work()
  return 'done'
}

/** Renews the held key until it is no longer held. */
async function hold(db: Context['db'], claimed: keys.Claimed): Promise<void> {
  while (claimed.isHeld) {
    await sleep(renewal, undefined, { ref: false })
    // One that fails may free the key too early: the work is then done twice, as after a crash.
    if (claimed.isHeld) await keys.renew(db, claimed).catch(() => {})
  }
}
