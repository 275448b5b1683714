/**
 * The transactions of mutations. They surround the rule, so that rule and resolver share one, and
 * the facts that the rule has found are valid until the commit (test/core/permissions/held).
 */
import { retrying } from '../outside/database/failures.ts'
import { hasCondition } from './conditions.ts'
import { type Context, type Effect, type HeldContext, within } from './context.ts'
import { NeedsMore } from './limits/read-budget.ts'
import { allow, isHeld, isShown, type PermissionTable } from './permissions/rule.ts'
import type { Resolve, Step } from './step.ts'
import type { ChildLock } from './store/access.ts'
import { refuseHot } from './store/idempotent-writes.ts'

/** Shield returns errors; here they are thrown, to roll back. */
async function outcome(
  resolve: Resolve<Context>,
  ...args: Parameters<Resolve<Context>>
): Promise<unknown> {
  const result = await resolve(...args)
  if (result instanceof Error) throw result
  return result
}

/** Runs `work`, and once more if its answer must wait for budget, without locks during the wait. */
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
 * Runs `work` in one transaction, and its effects after the commit. Inside a transaction, joins it
 * and leaves the effects to it.
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
 * Retries `work` if a write finds that the rule's facts have changed. Inside a transaction, the
 * whole transaction is retried instead.
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
 * The step around the rule of a mutation. A held rule runs in a transaction. Other mutations write
 * with single statements, which lock what they need and are retried if the rule's facts have
 * changed. Anonymous callers, who are mostly refused, take no connection for a transaction.
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
      // Two transactions with share locks on a child would deadlock when both write it.
      const lock = isConditional ? 'no key update' : 'share'
      const result = await (held ? inTransaction(context, decided, lock) : again(context, decided))
      // Single statements do not change rights, and lock those that they need.
      context.forget(held ? 'access' : undefined)
      return result
    }
  }
}
