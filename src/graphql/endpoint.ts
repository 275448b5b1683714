/**
 * `/graphql` over HTTP: Apollo Server in a Fastify scope of its own, where bodies,
 * limits and errors follow GraphQL and not the facade (test/spec/01.2, test/graphql/endpoint).
 */
import { HeaderMap } from '@apollo/server'
import { fastifyApolloHandler } from '@as-integrations/fastify'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { GraphQLError, type GraphQLSchema } from 'graphql'
import { refuseOtherMethods } from '../http/methods.ts'
import { startedOperation } from '../telemetry.ts'
import { isReadable, isRecord, parametersOf, parsed } from './address.ts'
import { type Answer, answerTo, requestAnswer } from './answers.ts'
import { apolloServer } from './apollo.ts'
import { readJsonOnly } from './body.ts'
import { type Asked, operationLimits } from './limits.ts'
import { codeOf, type LoggingContext, logError } from './outcome.ts'
import type { Ask } from './trusted/handler.ts'

export interface EndpointOptions<C extends LoggingContext> {
  /** Executable, with its permissions applied. */
  schema: GraphQLSchema
  /** Made once for each operation that is within the limits; its refusals are answered. */
  context: (request: FastifyRequest, reply: FastifyReply) => Promise<C>
  config: {
    readonly introspection: boolean
    /** Manifests of trusted documents, or folders of them; by default there are none. */
    readonly trustedDocuments?: readonly string[]
    /** Only those are run, except for operators. */
    readonly onlyTrustedDocuments?: boolean
  }
  /** Answers requests for a page in place of the endpoint; undefined leaves a request to it. */
  ide?: ((request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined) | undefined
  /** For what belongs to no request. */
  log: FastifyBaseLogger
  /** Whose bodies may have 40 MiB instead of 256 KiB, and whose documents need not be trusted. */
  isOperator: (request: FastifyRequest) => boolean
}

/**
 * The plugin to register; it must not be wrapped by fastify-plugin, which would spread its parsers
 * and its error handler over the facade. Errors are always `{"errors": [...]}` with a stable
 * `extensions.code`; whatever is no refusal is logged and answered as INTERNAL_SERVER_ERROR. Throws
 * WrongManifest where the trusted documents cannot be used.
 */
export function graphqlEndpoint<C extends LoggingContext>(options: EndpointOptions<C>) {
  const { schema, context, config, ide, log, isOperator } = options
  const { introspection } = config

  return async (scope: FastifyInstance): Promise<void> => {
    const server = apolloServer<C>({ schema, introspection, log })
    await server.start()
    scope.addHook('onClose', () => server.stop())
    readJsonOnly(scope, isOperator)
    scope.addHook('onRequest', refuseUnreadableAddress)
    scope.setErrorHandler((error, request, reply) => {
      const answer = answerTo(error)
      if (answer.status >= 500) logError(request.log, error)
      return send(request, reply, answer)
    })

    const checkLimits = operationLimits(schema)
    const askFor =
      (request: FastifyRequest, reply: FastifyReply): Ask<C> =>
      (sent, { make, operation, started } = {}) => {
        const within = () => {
          const asked = askedBy(sent)
          if (asked) checkLimits(asked)
          return context(request, reply)
        }
        // Apollo asks for the context after its CSRF check and before it parses and validates: the
        // only moment at which a refusal is both early and in the endpoint's own form.
        const made = async () => {
          try {
            const own = await (make ?? within)()
            own.started = started ?? (operation && startedOperation(operation))
            return own
          } catch (error) {
            const refusal = withStatus(error, request.log)
            const { end } = started ?? startedOperation(operation ?? { kind: 'other' })
            end?.(codeOf(refusal))
            throw refusal
          }
        }
        const handler = fastifyApolloHandler(server, { context: made }) as (
          sent: FastifyRequest,
          reply: FastifyReply,
        ) => Promise<unknown>
        return handler(sent, reply)
      }
    const trusted = await handlerOfTrusted(options)
    scope.route({
      ...{ method: ['GET', 'POST'], url: '/graphql', exposeHeadRoute: false },
      preHandler: async (request, reply) => ide?.(request, reply),
      handler: (request, reply) => {
        const ask = askFor(request, reply)
        return trusted ? trusted(request, reply, ask) : ask(request)
      },
    })
    refuseMethods(scope)
  }
}

/** Undefined where there are no trusted documents. */
async function handlerOfTrusted<C extends LoggingContext>(options: EndpointOptions<C>) {
  const { schema, context, config, isOperator } = options
  const { introspection, trustedDocuments: paths = [], onlyTrustedDocuments: only = false } = config
  if (paths.length === 0) return undefined
  const { trustedDocuments } = await import('./trusted/documents.ts')
  const { trustedHandler } = await import('./trusted/handler.ts')
  const documents = await trustedDocuments({ schema, introspection, paths })
  return trustedHandler({ documents, only, isOperator, context })
}

/** The package builds a URL of Host and path; where that fails it would be an error of ours. */
async function refuseUnreadableAddress(request: FastifyRequest, reply: FastifyReply) {
  if (isReadable(request)) return
  return send(request, reply, requestAnswer(400, 'BAD_REQUEST'))
}

function refuseMethods(scope: FastifyInstance): void {
  const allow = 'GET, POST, OPTIONS'
  scope.options('/graphql', (_request, reply) => reply.code(204).header('allow', allow).send())
  refuseOtherMethods(scope, '/graphql', (request, reply) =>
    send(request, reply, requestAnswer(405, 'METHOD_NOT_ALLOWED')),
  )
}

function send(request: FastifyRequest, reply: FastifyReply, answer: Answer) {
  const isModern = request.headers.accept?.includes('application/graphql-response+json') ?? false
  return reply
    .code(answer.status)
    .headers(answer.headers)
    .type(`application/${isModern ? 'graphql-response+json' : 'json'}; charset=utf-8`)
    .send({ errors: [answer.error] })
}

/** The refusal in the form in which Apollo takes a status from it. */
function withStatus(error: unknown, log: FastifyBaseLogger): GraphQLError {
  if (error instanceof GraphQLError && error.extensions.http) return error
  const { status, headers, error: shownError } = answerTo(error)
  logError(log, error)
  return new GraphQLError(shownError.message, {
    extensions: {
      ...shownError.extensions,
      http: { status, headers: new HeaderMap(Object.entries(headers)) },
    },
  })
}

/**
 * What Apollo is going to run, read as Apollo reads it: the body of a POST, the address of a GET.
 * Undefined where Apollo finds nothing to run, and refuses.
 */
function askedBy(request: FastifyRequest): Asked | undefined {
  const source = request.method === 'POST' ? recordOf(request.body) : searchedBy(request)
  const { query, operationName, variables } = source
  if (typeof query !== 'string') return undefined
  return {
    query,
    operationName: typeof operationName === 'string' ? operationName : undefined,
    variables: recordOf(variables),
  }
}

function searchedBy(request: FastifyRequest): Record<string, unknown> {
  const parameters = parametersOf(request)
  return {
    query: parameters.get('query'),
    operationName: parameters.get('operationName'),
    variables: parsed(parameters.get('variables')),
  }
}

const recordOf = (value: unknown) => (isRecord(value) ? value : {})
