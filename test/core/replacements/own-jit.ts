/**
 * What src/core/compiled.ts uses of graphql-jit, by graphql-js alone: slower, with equal answers.
 * With `REPLACEMENTS=on` the tests run with it (test/vitest.config.ts).
 */
import { type DocumentNode, type ExecutionResult, execute, type GraphQLSchema } from 'graphql'

type Query = (
  root: unknown,
  context: object,
  variables: Record<string, unknown>,
) => ExecutionResult | Promise<ExecutionResult>

/** The operation of that name, or the only one, to be run. */
export const compileQuery = (
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName?: string,
): { query: Query } => ({
  query: (rootValue, contextValue, variableValues) =>
    execute({ schema, document, rootValue, contextValue, variableValues, operationName }),
})

/** Nothing can fail to be compiled. */
export const isCompiledQuery = (made: object): boolean => 'query' in made
