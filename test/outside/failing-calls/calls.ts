/**
 * The calls that one operation makes outside the process: each is counted, and one of them goes
 * wrong. What others do meanwhile, such as periodic jobs, is left alone.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

export type CallKind = 'database' | 'disk' | 'clock' | 'thread' | 'objects' | 'child'

export interface CallPlan {
  kind: CallKind
  /** The number of the call, from 1, that goes wrong; 0 if none does. */
  at: number
  /** How, in the words of its kind. */
  way: string
  /** What has been called, in order. */
  made: string[]
  /** Resolves when a slow call may go on. */
  pause(): Promise<void>
}

const plans = new AsyncLocalStorage<CallPlan | undefined>()

/** Runs an operation, whose calls the plan counts. */
export const planned = <T>(plan: CallPlan, work: () => T): T => plans.run(plan, work)

/** Runs what the plan of the caller does not count. */
export const unplanned = <T>(work: () => T): T => plans.run(undefined, work)

/** Counts a call; the plan if this is the one that goes wrong, or a later one. */
export function planSince(kind: CallKind, what: string): CallPlan | undefined {
  const plan = plans.getStore()
  if (plan?.kind !== kind) return undefined
  plan.made.push(what)
  return isMet(plan) ? plan : undefined
}

/** Counts a call; the plan if this is the one that goes wrong. */
export function planFor(kind: CallKind, what: string): CallPlan | undefined {
  const plan = planSince(kind, what)
  return plan?.made.length === plan?.at ? plan : undefined
}

/** Whether the caller is the operation that is tried. */
export const isPlanned = () => plans.getStore() !== undefined

/** Whether the call was made that goes wrong. */
export const isMet = ({ at, made }: CallPlan) => at > 0 && made.length >= at
