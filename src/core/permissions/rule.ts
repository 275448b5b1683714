/** The parts of a line of the permission table. */
import { type Code, Refusal, unauthenticated } from '../../base/errors.ts'
import type { Context, HeldContext } from '../context.ts'

/** A Refusal is used where the specification defines its words, or checks it before the right. */
export type Verdict = Code | 'OK' | Refusal

/** A rule reads facts through the memoised loaders of the context, and never writes. */
export interface Rule {
  name: string
  check(context: Context, args: object, parent: object): Promise<Verdict>
  /**
   * Whether, for these arguments, it reads the database in the writing transaction and keeps its
   * findings locked until the commit (src/core/transactions.ts).
   */
  reads?(args: object): boolean
}

/** Rules in the order of the specification; the first refusal ends the line. */
export interface Line {
  rules: readonly Rule[]
  /** See `confirmed`. */
  isConfirmed?: true
}

/**
 * Decides on a field of an object by the access to the object's trip. It is synchronous once that
 * is loaded, because a list may have 5,000 objects.
 */
export interface ShownTo {
  name: string
  /** Over REST, a refused field is shown as the empty value of its type. */
  keepsKey?: true
  decide(parent: object, context: Context): Verdict | Promise<Verdict>
}

/** A line for every field of every type; a field without one is denied. */
export type PermissionTable = Record<string, Record<string, Line | ShownTo>>

/** A line without rules; a root field with it is public. */
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
 * Like `named`, for a mutation decided in the writing transaction; `reads` says for which arguments
 * that is needed. Anonymous callers have no such transaction, and must be refused first.
 */
export function namedHeld<A = { id: number; tripId: number }>(
  name: string,
  check: (context: HeldContext, args: A) => Promise<Verdict>,
  reads: (args: A) => boolean = () => true,
): Line {
  const rule = { name, check: check as unknown as Rule['check'], reads: reads as Rule['reads'] }
  return { rules: [rule as Rule] }
}

/** A line that asks several in order. */
export const inOrder = (...lines: readonly Line[]): Line => ({
  rules: lines.flatMap(({ rules }) => rules),
})

/**
 * A line that is asked again after a read that found nothing: an empty list, no such page or no
 * such object. A caller who has lost the right meanwhile is refused, as by the next request.
 */
export const confirmed = ({ rules }: Line): Line => ({ rules, isConfirmed: true })

/** Whether the line must be asked in the writing transaction. */
export const isHeld = ({ rules }: Line, args: object): boolean =>
  rules.some(({ reads }) => reads?.(args))

// One object per code: building an error with its stack costs more than the row it refuses.
const refusals = new Map<Code, Refusal>()

/** True, or the refusal for the verdict. */
export function answerOf(verdict: Verdict, { viewer }: Pick<Context, 'viewer'>): true | Refusal {
  if (verdict === 'OK') return true
  if (verdict instanceof Refusal) return verdict
  if (verdict === 'UNAUTHENTICATED' && viewer.kind === 'anonymous' && viewer.message) {
    return unauthenticated(viewer)
  }
  const found = refusals.get(verdict) ?? new Refusal(verdict)
  refusals.set(verdict, found)
  return found
}
