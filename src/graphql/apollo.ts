/** Apollo Server as it is set up here: engineering choices, each with its reason. */
import { ApolloServer, type ApolloServerPlugin } from '@apollo/server'
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled'
import type { FastifyBaseLogger } from 'fastify'
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  type ValidationContext,
  type ValidationRule,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import { isDefect, originalOf, shown, statusOfRun } from './answers.ts'
import { executingGateway } from './executor.ts'
import { limits } from './limits.ts'

/** What this endpoint itself needs of the request's context. */
export interface LoggingContext {
  /** The request's own log: its lines carry the request id. */
  log: FastifyBaseLogger
  /**
   * Waits for the budget for an answer of so many bytes, before it becomes one text; it is held
   * until the client has taken it. Throws where there is none.
   */
  holdAnswer?: ((bytes: number) => Promise<void>) | undefined
}

export interface ApolloSettings {
  schema: GraphQLSchema
  introspection: boolean
  /** For what belongs to no request. */
  log: FastifyBaseLogger
}

/** An Apollo Server that has not started yet. */
export function apolloServer<C extends LoggingContext>(settings: ApolloSettings): ApolloServer<C> {
  const { schema, introspection, log } = settings
  return new ApolloServer<C>({
    gateway: executingGateway(schema),
    introspection,
    // One behaviour everywhere: the environment must not decide about stack traces or signals.
    nodeEnv: 'production',
    stopOnTerminationSignals: false,
    includeStacktraceInErrorResponses: false,
    hideSchemaDetailsFromClientErrors: true,
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    // The limits read the document in the request; one known by its hash would pass them by.
    persistedQueries: false,
    parseOptions: { maxTokens: limits.tokens },
    // Ten faults are enough to mend a document, and keep graphql from looking for more.
    validationOptions: { maxErrors: 10, hideSuggestions: true },
    validationRules: [operationTypeExists],
    documentStore: documentStore(),
    formatError: shown,
    logger: {
      debug: (message) => log.debug(String(message)),
      info: (message) => log.debug(String(message)),
      warn: (message) => log.warn(String(message)),
      error: (message) => log.error(String(message)),
    },
    plugins: [
      errorsOfOperations<C>(),
      // It alone makes a list of 100 rows 2.7 times slower; the landing page loads from a CDN; the
      // others report to Apollo when a variable of the environment says so.
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
    ],
  })
}

/**
 * Spec Section: "Operation Type Existence", which graphql 16 notices only when it executes: an
 * error of ours, by its looks.
 */
const operationTypeExists: ValidationRule = (context: ValidationContext) => ({
  OperationDefinition(node) {
    if (context.getSchema().getRootType(node.operation)) return
    const message = `This service has no ${node.operation} operations.`
    context.reportError(new GraphQLError(message, { nodes: node }))
  },
})

/**
 * Documents that were found valid. Apollo's own store counts their nodes, but a node weighs a few
 * times more than it counts, and the text beside it, which may be 256 KiB of comments, nothing.
 */
export function documentStore() {
  const documents = new LRUCache<string, DocumentNode>({
    max: 1_000,
    // In characters of text; a tree weighs 100 to 300 times as many bytes.
    maxSize: 300_000,
    sizeCalculation: ({ loc }) => loc?.source.body.length || 1,
  })
  return {
    get: async (key: string) => documents.get(key),
    set: async (key: string, document: DocumentNode) => void documents.set(key, document),
    delete: async (key: string) => documents.delete(key),
  }
}

/** Logs what the answer hides, and gives operations without data a status of their own. */
function errorsOfOperations<C extends LoggingContext>(): ApolloServerPlugin<C> {
  return {
    async requestDidStart() {
      return {
        async didEncounterErrors({ errors, contextValue }) {
          for (const error of errors) logError(contextValue.log, error)
        },
        async willSendResponse({ response }) {
          if (response.body.kind !== 'single') return
          const { data, errors } = response.body.singleResult
          const run = statusOfRun(data, errors)
          if (!run) return
          response.http.status = run.status
          for (const [name, value] of Object.entries(run.headers)) {
            response.http.headers.set(name, value)
          }
        },
      }
    },
    async unexpectedErrorProcessingRequest({ requestContext, error }) {
      logError(requestContext.contextValue.log, error)
    },
  }
}

/** Defects with all they say; of refusals only the cause, which the answer hides. */
export function logError(log: FastifyBaseLogger, error: unknown): void {
  const original = originalOf(error)
  const path = error instanceof GraphQLError ? error.path?.join('.') : undefined
  const where = path === undefined ? {} : { path }
  if (isDefect(error)) log.error({ err: original, ...where }, 'operation failed')
  else if (original instanceof Error && original.cause !== undefined) {
    log.warn({ err: original.cause, ...where }, 'operation refused')
  }
}
