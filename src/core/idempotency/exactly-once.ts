/**
 * Runs mutations exactly once (test/spec/b4): a root field whose request has an idempotency key is
 * claimed, executed and answered in one transaction, which keeps the answer. Both surfaces run
 * their mutations through this.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type ASTNode, type ExecutionResult, locatedError } from 'graphql'
import { fail } from '../../base/errors.ts'
import { mebi } from '../../base/values.ts'
import type { Store } from '../../outside/database/database.ts'
import { type Context, type Effect, type HeldContext, within } from '../context.ts'
import { throttled } from '../limits/rate-limits.ts'
import { narrowingText } from '../narrowing.ts'
import { secretFields } from '../permissions/table.ts'
import * as keys from '../store/idempotency-keys.ts'
import { hotMutations } from '../store/idempotent-writes.ts'
import { account } from '../store/viewer.ts'
import { withEnough } from '../transactions.ts'
import { resultIn, textOf } from './answers.ts'
import { isAnswered, Undone, undoFailed } from './failures.ts'
import { Awaited, actingOutside } from './outside-transaction.ts'
import { changeOf, rightsIn } from './rights.ts'

/** A root field of an operation. */
interface RootField {
  /** `Mutation.createTrip`: its line in the permission table. */
  coordinate: string
  /** Its response key, which the limits of `/graphql` keep short. */
  key: string
  /** Its nodes in a client's document. */
  nodes?: readonly ASTNode[]
}

/** Whether a key applies to a root field; false for those that answer secrets, and `__typename`. */
export const takesKey = (coordinate: string): boolean =>
  /^Mutation\.(?!__)/.test(coordinate) && !secretFields.has(coordinate)

/** Runs the field; the result contains only its answer. */
export type RunField = (context: Context) => Promise<ExecutionResult> | ExecutionResult

/** Estimated bytes of a hot row besides the sent values. */
const rowBytes = 4_096

/** Maximum bytes of a kept answer; over REST, longer ones are read again in parts. */
const maxAnswer = 2 * mebi
const tooLong = 'With an Idempotency-Key, an answer has at most 2 MiB.'

/** Milliseconds that a request waits for another one with its key, and between two checks. */
const maxWait = 5_000
const pause = { first: 20, max: 200 }

/**
 * The claim of the request's key; undefined without a key, for callers without an account, and for
 * tokens that only read, whose writes the rules refuse.
 */
function ownKey({ claim, viewer }: Context): keys.OwnKey | undefined {
  if (!claim || viewer.kind !== 'user') return undefined
  const { key, fingerprint } = claim
  const { user, keyHash } = viewer
  if (user.narrowing && keyHash === null) return undefined
  const narrowing = narrowingText(user)
  return { accountId: user.id, holder: keyHash ?? '', narrowing, key, fingerprint }
}

/**
 * Throws IDEMPOTENCY_KEY_REUSED if the key belongs to another request; for requests that are
 * malformed and never run.
 */
export async function refuseReused(context: Context): Promise<void> {
  const own = ownKey(context)
  if (own && (await keys.isReused(context.db, own))) fail('IDEMPOTENCY_KEY_REUSED')
}

/**
 * Runs a root field of a mutation, at most once for the request's key, if it has one. A failure is
 * a result with errors and without data. These refusals store no key: IDEMPOTENCY_KEY_REUSED,
 * CONFLICT if another request with the key is still running after 5 seconds, THROTTLED if the
 * account has reached its maximum of keys.
 */
export async function once(
  context: Context,
  field: RootField,
  run: RunField,
): Promise<ExecutionResult> {
  const { claim, keyCounts } = context
  const own = ownKey(context)
  if (!claim || !own || !takesKey(field.coordinate)) return run(context)
  const most = keyCounts.mostFor(own.accountId)
  const claimed = { ...own, part: field.key, size: claim.size + rowBytes, most }
  try {
    return (await hotly(context, field, claimed, run)) ?? (await onceFor(context, claimed, run))
  } catch (error) {
    if (error instanceof Undone) return error.result
    return { data: null, errors: [locatedError(error, field.nodes, [field.key])] }
  }
}

/**
 * Runs a mutation of the hot path by its single statement, which also claims the key and keeps the
 * answer. Undefined if it did not, for whatever reason; then it had no effect.
 */
async function hotly(
  context: Context,
  { coordinate }: RootField,
  claimed: keys.Claimed,
  run: RunField,
): Promise<ExecutionResult | undefined> {
  if (!hotMutations.has(coordinate) || context.isUnchanged) return undefined
  const keeping: keys.HotClaim = { ...claimed, isKept: false }
  const { rest } = context.reading
  const left = rest.length
  const result = await run({ ...context, keeping })
  context.keyCounts.counted(claimed.accountId, keeping)
  if (keeping.isKept) context.keyCounts.kept(claimed.accountId, keeping.size)
  if (keeping.isKept && rest.length === left && isAnswered(result)) return result
  rest.length = left
  context.forget('access')
  return undefined
}

async function onceFor(
  context: Context,
  claimed: keys.Claimed,
  run: RunField,
): Promise<ExecutionResult> {
  const acting = actingOutside(context)
  const until = waitsUntil(context)
  for (let wait = pause.first; ; wait = Math.min(2 * wait, pause.max)) {
    const found = await tryToDo({ ...context, ...acting }, claimed, run)
    if (found instanceof Awaited) {
      await found.work()
    } else if (found === 'running') {
      if (performance.now() + wait > until) return stillRunning()
      await sleep(wait)
    } else if (found === 'reused') fail('IDEMPOTENCY_KEY_REUSED')
    else if (found === 'full') {
      throttled(await keys.secondsUntilRoom(context.db, claimed.accountId), 'idempotencyKeys')
    } else return 'answer' in found ? again(context, found, run) : found
  }
}

/** Until when the request waits, with all of its root fields. */
function waitsUntil({ claim }: Context): number {
  const until = claim?.waitsUntil ?? performance.now() + maxWait
  if (claim) claim.waitsUntil = until
  return until
}

const stillRunning = () =>
  fail('CONFLICT', {
    message: 'A request with this Idempotency-Key is running.',
    retryAfter: 1,
  })

type Outcome = Exclude<keys.Claiming, 'made'> | Awaited | ExecutionResult

/** Claims the key and runs the field, or returns why not. */
async function tryToDo(context: Context, claimed: keys.Claimed, run: RunField): Promise<Outcome> {
  let effects: Effect[] = []
  const { reading } = context
  const left = reading.rest.length
  const work = async (tx: Store): Promise<Outcome> => {
    effects = []
    reading.rest.length = left
    const claiming = await keys.claim(tx, claimed)
    // Not at the end, which may be much later: the count would be outdated.
    context.keyCounts.counted(claimed.accountId, claimed)
    if (claiming !== 'made') return claiming
    const concerned = new Set<number>()
    const held = within({ ...context, concerned }, tx, effects, 'share')
    return doAndKeep({ ...held, concerned }, claimed, run)
  }
  try {
    reading.isHeld = true
    const outcome = await withEnough(context, () => context.db.transaction(work))
    if (outcome instanceof Object && !('answer' in outcome)) {
      context.keyCounts.kept(claimed.accountId, claimed.size)
    }
    for (const effect of effects) await effect()
    return outcome
  } catch (error) {
    if (error instanceof Awaited) return error
    throw error
  } finally {
    reading.isHeld = false
    context.forget('access')
  }
}

/** Runs the field in the transaction, and keeps the answer by its last statement. */
async function doAndKeep(
  held: HeldContext & { concerned: Set<number> },
  claimed: keys.Claimed,
  run: RunField,
): Promise<Outcome> {
  const { db, meter, reading, concerned } = held
  const result = await run(held)
  undoFailed(result, meter?.refusal !== undefined)
  const rights = await rightsIn(db, claimed.accountId, concerned)
  const answer = textOf(result, reading.rest)
  claimed.size = Buffer.byteLength(answer)
  if (claimed.size > maxAnswer) fail('TOO_COMPLEX', { message: tooLong })
  await keys.keepAnswer(db, claimed, { rights, answer })
  return result
}

/** Repeats the answer; if the caller's rights have changed, returns the refusal of the rules. */
async function again(context: Context, done: keys.Replay, run: RunField): Promise<ExecutionResult> {
  const change = await changeOf(context.db, account(context), done)
  if (change !== 'none') {
    return run({ ...context, onlyAsked: change === 'lost' ? 'NOT_FOUND' : 'FORBIDDEN' })
  }
  if (context.claim) context.claim.isReplayed = true
  const { result, rest, row } = resultIn(done.answer)
  if (row !== undefined) return run({ ...context, isUnchanged: undefined, keeping: { row } })
  context.reading.rest.push(...rest)
  return result
}
