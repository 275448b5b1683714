/** Rolls back mutations whose results report a failure. */
import type { ExecutionResult, GraphQLError } from 'graphql'
import { type Code, Refusal } from '../../base/errors.ts'
import { NeedsMore } from '../limits/read-budget.ts'
import { Awaited } from './outside-transaction.ts'

/** Rolls the transaction back; its result is answered. */
export class Undone extends Error {
  readonly result: ExecutionResult

  constructor(result: ExecutionResult) {
    super('undone')
    this.result = result
  }
}

/** Below the root field, these codes only hide parts of an effect from the caller. */
const partial: ReadonlySet<Code> = new Set<Code>([
  ...(['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'INVALID_PAGE', 'BAD_USER_INPUT'] as const),
])

const thrownIn = (error: GraphQLError): unknown => error.originalError ?? error

const isPartial = (error: GraphQLError) => {
  const thrown = thrownIn(error)
  return thrown instanceof Refusal && partial.has(thrown.code) && (error.path?.length ?? 0) > 1
}

/** Whether the result reports an effect, apart from hidden parts. */
export const isAnswered = ({ errors = [] }: ExecutionResult): boolean => errors.every(isPartial)

const first = (thrown: readonly unknown[], is: (one: unknown) => boolean) => thrown.find(is)

/**
 * Throws to roll back: `Undone` for a refusal of the catalogue, any other error unchanged, so that
 * conflicts are retried.
 */
export function undoFailed(result: ExecutionResult, isEnded: boolean): void {
  const { errors = [], data } = result
  const thrown = errors.map(thrownIn)
  const isOneOf = (one: unknown) => one instanceof Awaited || one instanceof NeedsMore
  const defect = first(thrown, isOneOf) ?? first(thrown, (one) => !(one instanceof Refusal))
  if (defect !== undefined) throw defect
  const isAnswered = data && Object.values(data).some((value) => value !== null)
  const isRefused = errors.length > 0 && (!isAnswered || !errors.every(isPartial))
  if (isRefused || isEnded) throw new Undone(result)
}
