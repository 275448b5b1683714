/** Mutations with an idempotency key, sent to a database that only knows what became of the key. */
import { type ExecutionResult, GraphQLError, parse } from 'graphql'
import { type Code, Refusal } from '../../../src/base/errors.ts'
import { type Context, makeContext } from '../../../src/core/context.ts'
import { once, type RunField } from '../../../src/core/idempotency/exactly-once.ts'
import { Reading } from '../../../src/core/limits/read-budget.ts'
import { KeyCounts } from '../../../src/core/store/key-counts.ts'
import type { KeyDatabase } from './key-database.ts'

export const answered: ExecutionResult = { data: { mine: { id: 7 } } }

/** The answer of a root field that is refused. */
export const refusedWith = (code: Code): ExecutionResult => ({
  data: { mine: null },
  errors: [new GraphQLError('no', { path: ['mine'], originalError: new Refusal(code) })],
})

export const codeIn = ({ errors: [error] = [] }: ExecutionResult) => error?.extensions.code

/** The account 42, with a key. */
export const account = (more: object = {}) => ({
  ...{ kind: 'user', keyHash: 'hash', user: { id: 42, ...more } },
})

export interface GivenMutation {
  viewer?: object
  /** By default, a mutation that is not of the hot path. */
  coordinate?: string
  /** What a surface adds to the context. */
  also?: Partial<Context>
  /** Waits for a larger budget of the answer. */
  more?: () => Promise<number>
}

export function contextOn(
  { db, events }: KeyDatabase,
  { viewer = account(), also, more }: GivenMutation = {},
): Context {
  const reading = new Reading(100, more ? { more } : {})
  const throttle = { count: async () => void events.push('count') }
  const mailWaits = () => void events.push('mail')
  const given = { viewer, db, reading, throttle, mailWaits, keyCounts: new KeyCounts() }
  const context = makeContext(given as unknown as Parameters<typeof makeContext>[0])
  return { ...context, claim: { size: 100, key: 'K', fingerprint: 'F' }, ...also }
}

/** Sends a mutation, which runs `run`; by default, it simply answers. */
export async function sendTo(
  database: KeyDatabase,
  { coordinate = 'Mutation.invite', ...given }: GivenMutation = {},
  run: RunField = () => answered,
) {
  const context = contextOn(database, given)
  const forget = context.forget
  context.forget = (access) => {
    database.events.push(`forget ${access}`)
    forget(access)
  }
  const counted: unknown[][] = []
  context.keyCounts.counted = (id, { keyCount, keptBytes }) =>
    void counted.push([id, keyCount, keptBytes])
  const kept: number[][] = []
  context.keyCounts.kept = (...one) => void kept.push(one)
  const runs: Context[] = []
  const field = { coordinate, key: 'mine', nodes: parse('mutation { invite }').definitions }
  const result = await once(context, field, (of) => {
    runs.push(of)
    database.events.push('run')
    return run(of)
  })
  return { result, runs, counted, kept, context, isReplayed: context.claim?.isReplayed ?? false }
}
