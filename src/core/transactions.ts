/**
 * Where a mutation is decided and written: around its rule, so that rule and resolver share one
 * transaction, and what the rule has found holds until the commit (test/core/permissions/held).
 */
import { retrying } from '../outside/database/failures.ts'
import { hasCondition } from './conditions.ts'
import { type Context, type Effect, type HeldContext, within } from './context.ts'
import { NeedsMore } from './limits/read-budget.ts'
import { allow, isHeld, isShown, type PermissionTable } from './permissions/rule.ts'
import type { Resolve, Step } from './step.ts'
import type { ChildLock } from './store/access.ts'
import { refuseHot } from './store/keeping.ts'

/** Shield returns errors; they are thrown again here, so that nothing is committed. */
async function outcome(
  resolve: Resolve<Context>,
  ...args: Parameters<Resolve<Context>>
): Promise<unknown> {
  const result = await resolve(...args)
  if (result instanceof Error) throw result
  return result
}

/** Runs `work`, and once more if its answer has to wait for others, which it does without locks. */
export async function withEnough<T>({ reading }: Context, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof NeedsMore)) throw error
    await reading.grow()
    return work()
  }
}

/**
 * Runs `work` in one transaction, and its effects after the commit. Within a transaction it joins
 * that, which has the effects then.
 */
export async function inTransaction<T>(
  context: Context,
  work: (held: HeldContext) => Promise<T>,
  lock: ChildLock = 'share',
): Promise<T> {
  let effects: Effect[] = []
  const result = await withEnough(context, () =>
    context.db.transaction((tx) => {
      effects = []
      return work(within(context, tx, effects, lock))
    }),
  )
  const outer = isHeldContext(context) ? context.afterCommit : undefined
  for (const effect of effects) {
    if (outer) outer(effect)
    else await effect()
  }
  return result
}

const isHeldContext = (context: Context): context is HeldContext => 'tx' in context

/**
 * Retries `work` where a write found that the rule's facts had changed. Within a transaction, that
 * is retried as a whole.
 */
function again<T>(context: Context, work: (context: Context) => Promise<T>): Promise<T> {
  if (isHeldContext(context)) return work(context)
  let isFirst = true
  return retrying(() => {
    if (!isFirst) context.forget('access')
    isFirst = false
    return work(context)
  })
}

/**
 * The step around the rule of a mutation. One that is held runs in a transaction; any other writes
 * with single statements that hold what they need, and is retried where such a statement finds that
 * the rule's facts have changed. An anonymous caller, who will mostly be refused, takes no
 * connection for that.
 */
export function holdRule(table: PermissionTable): Step<Context> {
  return ({ type, field }, next) => {
    const line = table.Mutation?.[field.name]
    if (type !== 'Mutation' || !line || line === allow || isShown(line)) return next
    return async (parent, args, context, info) => {
      const decided = (given: Context) => outcome(next, parent, args, given, info)
      if (context.viewer.kind === 'anonymous') return decided(context)
      const isConditional = hasCondition(args, context)
      const held = isConditional || isHeld(line, args)
      if (held) refuseHot(context.keeping)
      // Two that share a child, and then wait for each other to write it, would never end.
      const lock = isConditional ? 'no key update' : 'share'
      const result = await (held ? inTransaction(context, decided, lock) : again(context, decided))
      // Single statements change no rights, and hold those they need themselves.
      context.forget(held ? 'access' : undefined)
      return result
    }
  }
}
