/**
 * Work outside of the transaction that keeps an answer: it is done before the transaction, which
 * receives its result.
 */
import type { Context } from '../context.ts'

/** Thrown to do the work without a transaction, and then restart the mutation. */
export class Awaited extends Error {
  readonly work: () => Promise<unknown>

  constructor(work: () => Promise<unknown>) {
    super('work to be done outside of the transaction')
    this.work = work
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
  const outside = async <Value>(name: string, work: () => Promise<Value>): Promise<Value> => {
    if (done.has(name)) return done.get(name) as Value
    throw new Awaited(async () => void done.set(name, await work()))
  }
  const count: Context['throttle']['count'] = (...uses) =>
    outside(`count ${JSON.stringify(uses)}`, () => throttle.count(...uses))
  return { outside, throttle: { ...throttle, count } }
}
