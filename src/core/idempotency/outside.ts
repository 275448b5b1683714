/** Work outside of the transaction that keeps an answer: it is done before, and known in it. */
import type { Context } from '../context.ts'

/** The work is to be done now, without a transaction; then the mutation starts again. */
export class Awaited extends Error {
  readonly work: () => Promise<unknown>

  constructor(work: () => Promise<unknown>) {
    super('work to be done outside of the transaction')
    this.work = work
  }
}

/**
 * What of a context acts outside. Tries are counted there: one that fails, and so leaves no key,
 * counts as well.
 */
export function actingOutside({ throttle }: Context): Pick<Context, 'outside' | 'throttle'> {
  const done = new Map<string, unknown>()
  const outside = async <Value>(name: string, work: () => Promise<Value>): Promise<Value> => {
    if (done.has(name)) return done.get(name) as Value
    throw new Awaited(async () => void done.set(name, await work()))
  }
  const count: Context['throttle']['count'] = (...uses) =>
    outside(`count ${JSON.stringify(uses)}`, () => throttle.count(...uses))
  return { outside, throttle: { ...throttle, count } }
}
