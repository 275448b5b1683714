/** The result of one root field, as text that gives the same answer again (test/spec/b4). */
import { type ExecutionResult, GraphQLError } from 'graphql'
import type { Slice } from '../limits/read-budget.ts'

type Row = Record<string, unknown> | null

interface Kept {
  data: NonNullable<ExecutionResult['data']> | null
  /** What the caller may not see of it. */
  errors?: Pick<GraphQLError, 'message' | 'path' | 'locations' | 'extensions'>[]
  /** What the answer left for later runs, which read it as it is then. */
  rest?: readonly Slice[]
}

export function textOf({ data = null, errors }: ExecutionResult, rest: readonly Slice[]): string {
  const kept: Kept = {
    data,
    ...(errors && {
      errors: errors.map(({ message, path, locations, extensions }) => ({
        ...{ message, path, locations, extensions },
      })),
    }),
    ...(rest.length > 0 && { rest }),
  }
  return JSON.stringify(kept)
}

/** What was kept: the result, or the row of which a write of the hot path made it. */
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
