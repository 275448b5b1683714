/**
 * How `/graphql` runs operations: those that come again as compiled code, the others as they are.
 */
import type { ApolloServerOptionsWithGateway, BaseContext } from '@apollo/server'
import { execute, type GraphQLSchema, getVariableValues } from 'graphql'
import type { CompiledQuery } from 'graphql-jit'
import { LRUCache } from 'lru-cache'
import { compileOperation, withExtensions } from '../compiled.ts'
import { isCompilable } from './compilable.ts'

type Gateway = NonNullable<ApolloServerOptionsWithGateway<BaseContext>['gateway']>
type Executor = NonNullable<Awaited<ReturnType<Gateway['load']>>['executor']>
type Operation = Parameters<Executor>[0]

const options = { maxCoercionErrors: 10 } as const

/**
 * The schema in the form in which Apollo Server lets others execute: a gateway, here to itself. All
 * that Apollo does before and after (parsing, validation, error formats, plugins) stays Apollo's.
 */
export function executingGateway(schema: GraphQLSchema): Gateway {
  return {
    onSchemaLoadOrUpdate(tell) {
      tell({ apiSchema: schema, coreSupergraphSdl: '' })
      return () => {}
    },
    load: async () => ({ executor: compilingExecutor(schema) }),
    stop: async () => {},
  }
}

/**
 * Compiles an operation when it comes for the second time, so that a flood of documents that are
 * all different costs nothing; keeps the last 200.
 */
export function compilingExecutor(schema: GraphQLSchema): Executor {
  const programs = new LRUCache<string, CompiledQuery>({ max: 200 })
  const seen = new LRUCache<string, 'once' | 'tried'>({ max: 2_000 })

  const programOf = ({ queryHash, document, operation }: Operation): CompiledQuery | undefined => {
    // Apollo finds no operation where the request names none of several.
    if (!operation) return undefined
    const name = operation.name?.value
    const key = `${queryHash} ${name ?? ''}`
    const known = programs.get(key)
    if (known) return known
    const before = seen.get(key)
    if (before === undefined) seen.set(key, 'once')
    if (before !== 'once') return undefined
    // What is compiled is found in `programs` from now on; what is not is not tried again.
    seen.set(key, 'tried')
    if (!isCompilable(schema, document, operation)) return undefined
    const program = compiledOrNot(schema, document, name)
    if (program) programs.set(key, program)
    return program
  }

  return async (asked) => {
    const program = programOf(asked)
    const { document, operation, request, context } = asked
    const { variables = {}, operationName } = request
    if (!program) {
      const given = { contextValue: context, variableValues: variables, operationName }
      return execute({ schema, document, ...given, options })
    }
    // In code, defaults inside input types would be missing, and errors worded differently.
    const { errors, coerced } = getVariableValues(
      schema,
      operation.variableDefinitions ?? [],
      variables,
      { maxErrors: options.maxCoercionErrors },
    )
    if (errors) return { errors }
    return withExtensions(await program.query(undefined, context, coerced))
  }
}

/** What graphql finds valid and the compiler cannot compile is run as it is. */
function compiledOrNot(...operation: Parameters<typeof compileOperation>) {
  try {
    return compileOperation(...operation)
  } catch {
    return undefined
  }
}
