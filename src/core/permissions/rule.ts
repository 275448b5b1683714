/** The parts of a line of the permission table. */
import { type Code, Refusal } from '../../base/errors.ts'
import type { Context, HeldContext } from '../context.ts'

/** A refusal of its own where the specification gives it words or a place before the right. */
export type Verdict = Code | 'OK' | Refusal

/** It reads facts through the memoised loaders of the context, and never writes. */
export interface Rule {
  name: string
  check(context: Context, args: object, parent: object): Promise<Verdict>
  /**
   * It reads the database in the transaction that writes, for these arguments, and what it has
   * found is held until the commit (src/core/transactions.ts).
   */
  reads?(args: object): boolean
}

/** Rules in the order of the specification: the first that refuses is the last. */
export interface Line {
  rules: readonly Rule[]
}

/**
 * On a field of an object: one verdict from the access to the object's trip, synchronous once that
 * is loaded; a list may have 5,000 of them.
 */
export interface ShownTo {
  name: string
  /** Over REST a refused field keeps its key, with the empty value of its type. */
  keepsKey?: true
  decide(parent: object, context: Context): Verdict | Promise<Verdict>
}

/** A line for every field of every type. A field without one is denied. */
export type PermissionTable = Record<string, Record<string, Line | ShownTo>>

/** No rule to ask: on a root field, public. */
export const allow: Line = { rules: [] }

export const isShown = (line: Line | ShownTo): line is ShownTo => 'decide' in line

/** A line with one rule. */
export function named<A = { id: number; tripId: number }, Parent = { id: number; tripId: number }>(
  name: string,
  check: (context: Context, args: A, parent: Parent) => Promise<Verdict>,
): Line {
  return { rules: [{ name, check: check as Rule['check'] }] }
}

/**
 * The same for a mutation that is decided in the transaction that writes; `reads` says for which
 * arguments, where others need none. Anonymous callers get none, and are to be refused first.
 */
export function namedHeld<A = { id: number; tripId: number }>(
  name: string,
  check: (context: HeldContext, args: A) => Promise<Verdict>,
  reads: (args: A) => boolean = () => true,
): Line {
  const rule = { name, check: check as unknown as Rule['check'], reads: reads as Rule['reads'] }
  return { rules: [rule as Rule] }
}

/** A line of several, asked one after the other. */
export const inOrder = (...lines: readonly Line[]): Line => ({
  rules: lines.flatMap(({ rules }) => rules),
})

/** Whether the line is to be asked in the transaction that writes. */
export const isHeld = ({ rules }: Line, args: object): boolean =>
  rules.some(({ reads }) => reads?.(args))

// One object each: building an error with its stack costs more than the row it refuses.
const refusals = new Map<Code, Refusal>()

/** True, or the refusal that the verdict stands for. */
export function answerOf(verdict: Verdict, { viewer }: Pick<Context, 'viewer'>): true | Refusal {
  if (verdict === 'OK') return true
  if (verdict instanceof Refusal) return verdict
  if (verdict === 'UNAUTHENTICATED' && viewer.kind === 'anonymous' && viewer.message) {
    return new Refusal(verdict, { message: viewer.message })
  }
  const found = refusals.get(verdict) ?? new Refusal(verdict)
  refusals.set(verdict, found)
  return found
}
