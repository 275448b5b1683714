/**
 * How `/graphql` runs operations: as compiled code where that may be made of them, the others as
 * they are. Which it is depends on the document alone: the two differ in what they tell of several
 * errors below one null, so that an answer would otherwise depend on who has asked before.
 */
import type { ApolloServerOptionsWithGateway, BaseContext } from '@apollo/server'
import {
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLSchema,
  getVariableValues,
} from 'graphql'
import type { CompiledQuery } from 'graphql-jit'
import { LRUCache } from 'lru-cache'
import { compileOperation, withExtensions } from '../compiled.ts'
import type { Code } from '../errors.ts'
import type { LoggingContext } from './apollo.ts'
import { isCompilable } from './compilable.ts'
import { fragmentsOf } from './document.ts'
import { limits } from './limits.ts'
import { rootFields } from './measure.ts'
import { metered, meterOf } from './meter.ts'
import { bytesOf, sizeOf } from './weight.ts'

type Gateway = NonNullable<ApolloServerOptionsWithGateway<BaseContext>['gateway']>
type Executor = NonNullable<Awaited<ReturnType<Gateway['load']>>['executor']>
type Operation = Parameters<Executor>[0]

/** Ten faults in the variables are enough to mend them; none of them names what else there is. */
const coercion = { maxErrors: 10, hideSuggestions: true } as const

/** Bytes by estimate up to which no one looks how large an answer really is. */
const smallAnswer = 1024 * 1024

/** Programs that are kept; each may hold half a megabyte of code and document. */
export const MOST_PROGRAMS = 200

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
    load: async () => {
      const counted = metered(schema)
      const programOf = programs(counted)
      return { executor: (asked) => withinLimits(asked, run(counted, asked, programOf(asked))) }
    },
    stop: async () => {},
  }
}

/**
 * The compiled form of an operation, made when it first comes: for ordinary documents that takes as
 * long as running one once. Undefined: it is to be run as it is.
 */
export function programs(schema: GraphQLSchema) {
  const kept = new LRUCache<string, CompiledQuery>({ max: MOST_PROGRAMS })
  const never = new LRUCache<string, true>({ max: 10 * MOST_PROGRAMS })

  return ({
    queryHash,
    document,
    operation,
  }: Pick<Operation, 'queryHash' | 'document' | 'operation'>): CompiledQuery | undefined => {
    // Apollo finds no operation where the request names none of several.
    if (!operation) return undefined
    // By its position, because a name may be as long as the document.
    const key = `${queryHash} ${document.definitions.indexOf(operation)}`
    const known = kept.get(key)
    if (known || never.has(key)) return known
    const program = isCompilable(schema, document, operation)
      ? compiledOrNot(schema, document, operation.name?.value)
      : undefined
    if (program) kept.set(key, program)
    else never.set(key, true)
    return program
  }
}

async function run(
  schema: GraphQLSchema,
  { document, operation, request, context }: Operation,
  program: CompiledQuery | undefined,
): Promise<ExecutionResult> {
  const { variables = {}, operationName } = request
  if (!program) {
    const result = await execute({
      schema,
      document,
      contextValue: context,
      variableValues: variables,
      operationName,
      options: { maxCoercionErrors: coercion.maxErrors },
      hideSuggestions: coercion.hideSuggestions,
    })
    // Without data nothing was run: the variables do not fit, if there is an operation at all.
    return operation && result.data === undefined ? asInputErrors(result) : result
  }
  // In code, defaults inside input types would be missing, and errors worded differently.
  const definitions = operation.variableDefinitions ?? []
  const { errors, coerced } = getVariableValues(schema, definitions, variables, coercion)
  if (errors) return asInputErrors({ errors })
  return withExtensions(await program.query(undefined, context, coerced))
}

/** The result, or at once the refusal of what is over a limit by then, without any data. */
async function withinLimits(
  operation: Operation,
  running: Promise<ExecutionResult>,
): Promise<ExecutionResult> {
  const context: Partial<LoggingContext> = operation.context
  const meter = meterOf(operation.context)
  const result = await Promise.race([running, meter.ended])
  const data = result?.data ?? {}
  const size = sizeOf(data)
  // Names of a few letters may make a large answer of small rows. Most need no second look.
  const bytes = size.bytes > smallAnswer ? bytesOf(data, limits.answerBytes) : 0
  if (bytes > limits.answerBytes) meter.endBecauseOf('answerBytes')
  if (hasTooMany(size.objects, operation, data)) meter.endBecauseOf('cost')
  if (!result || meter.refusal) return { data: null, errors: meter.refusal ? [meter.refusal] : [] }
  if (bytes > 0) await context.holdAnswer?.(bytes)
  return inOrder(result, meter.hasMoreErrors)
}

/** Whether the answer, now that it is whole, holds more objects than it may; the schema's aside. */
function hasTooMany(objects: number, { document, operation }: Operation, data: object): boolean {
  // The object that holds the whole answer is none of those.
  if (objects - 1 <= limits.cost) return false
  const fields = rootFields(operation.selectionSet, fragmentsOf(document))
  const read = Object.entries(data).filter(([key]) => !fields.get(key)?.startsWith('__'))
  return sizeOf(Object.fromEntries(read)).objects - 1 > limits.cost
}

/**
 * Errors by their path: the moments at which resolvers fail are no one's business (Z6). The last
 * one says so if there are more than are listed; the data is whole, with null where they are.
 */
function inOrder(result: ExecutionResult, hasMore: boolean): ExecutionResult {
  if (!result.errors) return result
  const errorsByPath = result.errors.map((error) => ({
    error,
    at: JSON.stringify(error.path ?? []),
  }))
  const errors = errorsByPath
    .sort((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)))
    .map(({ error }) => error)
  if (!hasMore && errors.length <= limits.errors) return { ...result, errors }
  return { ...result, errors: [...errors.slice(0, limits.errors), moreErrors()] }
}

function moreErrors(): GraphQLError {
  const code: Code = 'TOO_COMPLEX'
  const message = `Too many errors: only the first ${limits.errors} are listed.`
  return new GraphQLError(message, { extensions: { code } })
}

/** Graphql gives errors in variables no code, and Apollo Server one to most of them only. */
function asInputErrors({ errors = [] }: ExecutionResult): ExecutionResult {
  const code: Code = 'BAD_USER_INPUT'
  return {
    errors: errors.map((error) => {
      const { message, nodes, originalError, extensions } = error
      return new GraphQLError(message, {
        nodes: nodes ?? null,
        originalError: originalError ?? null,
        extensions: { code, ...extensions },
      })
    }),
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
