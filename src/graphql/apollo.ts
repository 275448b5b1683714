/** Apollo Server as it is set up here: engineering choices in one place, each with its reason. */
import { ApolloServer, type ApolloServerPlugin } from '@apollo/server'
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled'
import type { FastifyBaseLogger } from 'fastify'
import { GraphQLError, type GraphQLSchema } from 'graphql'
import { isDefect, originalOf, shown, statusOfRun } from './answers.ts'
import { executingGateway } from './executor.ts'
import { limits } from './limits.ts'

/** What this endpoint itself needs of the request's context. */
export interface LoggingContext {
  /** The request's own log: its lines carry the request id. */
  log: FastifyBaseLogger
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
    validationOptions: { maxErrors: 10 },
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

/** Logs what the answer hides, and gives operations that brought nothing a status of their own. */
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
  if (isDefect(error)) log.error({ err: original, ...where }, 'A defect was answered masked')
  else if (original instanceof Error && original.cause !== undefined) {
    log.warn({ err: original.cause, ...where }, original.message)
  }
}
