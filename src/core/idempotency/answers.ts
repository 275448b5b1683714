/**
 * The stored form of a root field's result, from which the same answer is repeated (test/spec/b4).
 */
import { type ExecutionResult, GraphQLError } from 'graphql'
import type { Slice } from '../limits/read-budget.ts'

type Row = Record<string, unknown> | null

interface Kept {
  data: NonNullable<ExecutionResult['data']> | null
  /** Errors of fields that the caller may not see. */
  errors?: Pick<GraphQLError, 'message' | 'path' | 'locations' | 'extensions'>[]
  /** The slices of a long answer that are read in later runs, in their state then. */
  rest?: readonly Slice[]
}

export function textOf({ data = null, errors }: ExecutionResult, rest: readonly Slice[]): string {
  const kept: Kept = {
    data,
    ...(errors && {
      errors: errors.map(({ message, path, locations, extensions }) => ({
        message,
        path,
        locations,
        extensions,
      })),
    }),
    ...(rest.length > 0 && { rest }),
  }
  return JSON.stringify(kept)
}

/** The kept result, or the row from which a write of the hot path made it. */
export function resultIn(text: string): {
  result: ExecutionResult
  rest: readonly Slice[]
  row?: Row | undefined
} {
  const { data = null, errors, rest = [], row } = JSON.parse(text) as Partial<Kept> & { row?: Row }
  const raised = errors?.map(({ message, path, locations, extensions }) => {
    const error = new GraphQLError(message, { path: path ?? null, extensions })
    return Object.assign(error, { locations })
  })
  return { result: { data, ...(raised && { errors: raised }) }, rest, row }
}
