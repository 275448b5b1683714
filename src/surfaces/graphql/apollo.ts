/** The configuration of Apollo Server. */
import { ApolloServer, type ApolloServerOptionsWithSchema } from '@apollo/server'
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled'
import type { FastifyBaseLogger } from 'fastify'
import {
  GraphQLError,
  type GraphQLSchema,
  type ValidationContext,
  type ValidationRule,
} from 'graphql'
// biome-ignore lint/correctness/useImportExtensions: it would name the declarations instead.
import './argument-values.cjs'
import { shownError } from './error-answers.ts'
import { exactlyOnce } from './exactly-once.ts'
import { limits } from './limits.ts'
import { type LoggingContext, outcome } from './outcome.ts'

type Options<C extends LoggingContext> = ApolloServerOptionsWithSchema<C>

interface ApolloSettings<C extends LoggingContext> {
  schema: GraphQLSchema
  introspection: boolean
  /** For messages outside of requests. */
  log: FastifyBaseLogger
  /** The documents that need not be parsed and validated. */
  documentStore: NonNullable<Options<C>['documentStore']>
  /** Plugins beside its own. */
  plugins: Options<C>['plugins']
}

/** Validation stops after ten errors, which are enough to fix a document or its variables. */
const maxFaults = 10

/** An Apollo Server that has not started yet. */
export function apolloServer<C extends LoggingContext>(
  settings: ApolloSettings<C>,
): ApolloServer<C> {
  const { schema, introspection, log, documentStore, plugins = [] } = settings
  return new ApolloServer<C>({
    schema,
    introspection,
    // Makes stack traces and signal handling independent of the environment.
    nodeEnv: 'production',
    stopOnTerminationSignals: false,
    includeStacktraceInErrorResponses: false,
    hideSchemaDetailsFromClientErrors: true,
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    // The limits read the document in the request, which a hash would bypass.
    persistedQueries: false,
    parseOptions: { maxTokens: limits.tokens },
    validationOptions: { maxErrors: maxFaults, hideSuggestions: true },
    executionOptions: { maxCoercionErrors: maxFaults },
    validationRules: [operationTypeExists],
    documentStore,
    formatError: shownError,
    logger: {
      debug: (message) => log.debug(String(message)),
      info: (message) => log.debug(String(message)),
      warn: (message) => log.warn(String(message)),
      error: (message) => log.error(String(message)),
    },
    plugins: [
      outcome<C>(),
      exactlyOnce<C>(schema),
      ...plugins,
      // Cache control makes a list of 100 rows 2.7 times slower; the landing page loads from a CDN;
      // the others report to Apollo if an environment variable is set.
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
    ],
  })
}

/**
 * Spec Section: "Operation Type Existence", which graphql 16 checks only during execution, where it
 * would count as a defect.
 */
export const operationTypeExists: ValidationRule = (context: ValidationContext) => ({
  OperationDefinition(node) {
    if (context.getSchema().getRootType(node.operation)) return
    const message = `This service has no ${node.operation} operations.`
    context.reportError(new GraphQLError(message, { nodes: node }))
  },
})
