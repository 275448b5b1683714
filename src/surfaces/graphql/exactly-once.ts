/**
 * Runs mutations with an idempotency key (test/spec/b4): each root field separately, at most once,
 * in the order of the document.
 */
import { type ApolloServerPlugin, HeaderMap } from '@apollo/server'
import type { FastifyRequest } from 'fastify'
import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
} from 'graphql'
import { Refusal } from '../../base/errors.ts'
import { fragmentsOf } from '../../base/fragments.ts'
import { sha256 } from '../../base/hashes.ts'
import type { Context } from '../../core/context.ts'
import { once, refuseReused, takesKey } from '../../core/idempotency/exactly-once.ts'
import { invalidKey, replayed, sentKey } from '../http/idempotency-key.ts'
import { rootFields } from './document-cost.ts'
import { shownForm } from './error-answers.ts'
import { type AskedOperation, limits } from './limits.ts'
import type { LoggingContext } from './outcome.ts'
import { selectedFields } from './selected-fields.ts'

/** A context with a claim is always one of the core. */
const coreOf = (context: LoggingContext) => context as unknown as Context

/**
 * Adds the idempotency key of a POST to its context, with the fingerprint of the request; also
 * without an operation that can be read.
 */
export function readKey<C extends LoggingContext>(
  own: C,
  request: FastifyRequest,
  { query, operationName, variables }: Partial<AskedOperation> = {},
): void {
  const sent = request.method === 'POST' ? sentKey(request) : undefined
  if (sent === 'invalid') own.hasInvalidKey = true
  else if (sent) {
    const asked = JSON.stringify([request.raw.url, query, operationName, variables])
    own.claim = { key: sent.key, size: asked.length, fingerprint: sha256(`POST ${asked}`) }
  }
}

/**
 * Whether a key applies to the operation: a mutation with a root field that does not answer
 * secrets.
 */
const isKeyed = (operation: OperationDefinitionNode, document: DocumentNode) =>
  operation.operation === OperationTypeNode.MUTATION &&
  [...rootFields(operation.selectionSet, fragmentsOf(document)).values()].some((name) =>
    takesKey(`Mutation.${name}`),
  )

/**
 * Throws IDEMPOTENCY_KEY_REUSED for a mutation whose key belongs to another request, before any
 * other error; an unreadable body or document may be a mutation.
 */
export async function refuseReusedBy(
  own: LoggingContext,
  { query = '', operationName }: Partial<AskedOperation> = {},
): Promise<void> {
  if (!own.claim) return
  try {
    const document = parse(query, { maxTokens: limits.tokens, noLocation: true })
    const operation = getOperationAST(document, operationName || undefined)
    if (operation && !isKeyed(operation, document)) return
  } catch {
    // Apollo Server reports the error, once the key is known not to be reused.
  }
  await refuseReused(coreOf(own))
}

/** The same refusal, for a request whose body cannot be read. */
export async function refusalOfUnread(
  request: FastifyRequest,
  make: () => Promise<LoggingContext>,
): Promise<Refusal | undefined> {
  if (sentKey(request) === undefined) return undefined
  try {
    const own = await make()
    readKey(own, request)
    await refuseReusedBy(own)
    return undefined
  } catch (error) {
    const isReused = error instanceof Refusal && error.code === 'IDEMPOTENCY_KEY_REUSED'
    return isReused ? error : undefined
  }
}

/** A plugin of Apollo Server that runs mutations with a key in its place. */
export function exactlyOnce<C extends LoggingContext>(
  schema: GraphQLSchema,
): ApolloServerPlugin<C> {
  return {
    requestDidStart: async ({ contextValue: context }) => ({
      async didResolveOperation({ operation, document }) {
        const isRead = !operation || !isKeyed(operation, document)
        if (isRead || !context.hasInvalidKey || coreOf(context).viewer.kind !== 'user') return
        throw new GraphQLError(invalidKey, {
          extensions: { code: 'BAD_REQUEST', http: { status: 400 } },
        })
      },
      async responseForOperation({ request, operation, document }) {
        const { claim, instead = {} } = context
        if (!claim || !operation || !document || !isKeyed(operation, document)) return null
        const asked = { operation, document, variables: request.variables ?? {} }
        const result = await runFields(schema, asked, context)
        if (!result) return null
        const { data = null, errors } = result
        instead.errors = errors
        const shown = errors && { errors: errors.map(shownForm) }
        const headers = new HeaderMap(claim.isReplayed ? Object.entries(replayed) : [])
        return { http: { headers }, body: { kind: 'single', singleResult: { data, ...shown } } }
      },
    }),
  }
}

interface Asked {
  operation: OperationDefinitionNode
  document: DocumentNode
  variables: Record<string, unknown>
}

/** Undefined if the variables are invalid, which graphql-js reports. */
async function runFields(
  schema: GraphQLSchema,
  { operation, document, variables }: Asked,
  context: LoggingContext,
): Promise<ExecutionResult | undefined> {
  const declared = operation.variableDefinitions ?? []
  const { coerced } = getVariableValues(schema, declared, variables, { maxErrors: 1 })
  const fragments = document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
  if (!coerced) return undefined
  const data: Record<string, unknown> = {}
  const errors: GraphQLError[] = []
  const answer = () => (errors.length > 0 ? { errors } : {})
  for (const [key, nodes] of selectedFields(operation.selectionSet, fragments, coerced)) {
    const name = nodes[0]?.name.value ?? ''
    const selectionSet = { kind: Kind.SELECTION_SET, selections: nodes } as const
    const alone = { ...document, definitions: [{ ...operation, selectionSet }, ...fragments] }
    const run = (contextValue: unknown) =>
      execute({ schema, document: alone, contextValue, variableValues: variables })
    const field = { coordinate: `Mutation.${name}`, key, nodes }
    const result = await once(coreOf(context), field, run)
    errors.push(...(result.errors ?? []))
    const value = result.data?.[key] ?? null
    const type = schema.getMutationType()?.getFields()[name]?.type
    if (value === null && type && isNonNullType(type)) return { data: null, ...answer() }
    data[key] = value
  }
  return { data, ...answer() }
}
