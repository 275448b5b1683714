/**
 * `/graphql` over HTTP: Apollo Server in a separate Fastify scope, where bodies, limits and errors
 * follow GraphQL instead of the facade (test/spec/01.2, test/surfaces/graphql/endpoint).
 */
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import { refuseOtherMethods } from '../http/methods.ts'
import { apolloServer } from './apollo.ts'
import { readJsonOnly } from './body.ts'
import { clientOperations } from './client-operations.ts'
import { type ErrorAnswer, errorAnswer, requestAnswer } from './error-answers.ts'
import { refusalOfUnread } from './exactly-once.ts'
import { KnownDocuments } from './known-documents.ts'
import { type LoggingContext, logError } from './outcome.ts'
import { isReadable } from './request-url.ts'

export interface EndpointOptions<C extends LoggingContext> {
  /** The executable schema, with all steps. */
  schema: GraphQLSchema
  /** Called once per operation that is within the limits; may throw refusals. */
  context: (request: FastifyRequest, reply: FastifyReply) => Promise<C>
  config: {
    readonly introspection: boolean
    /** Manifests of trusted documents, or folders of manifests; none by default. */
    readonly trustedDocuments?: readonly string[]
    /** Whether only trusted documents run, except for operators. */
    readonly onlyTrustedDocuments?: boolean
  }
  /** Answers requests for the IDE's page; returns undefined for all others. */
  ide?: ((request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined) | undefined
  /** For messages outside of requests. */
  log: FastifyBaseLogger
  /** Allows bodies of 40 MiB instead of 256 KiB, and documents that are not trusted. */
  isOperator: (request: FastifyRequest) => boolean
}

/**
 * The plugin to register; it must not be wrapped by fastify-plugin, which would spread its parsers
 * and its error handler over the facade. Errors are always `{"errors": [...]}` with a stable
 * `extensions.code`; defects are logged and answered as INTERNAL_SERVER_ERROR. Throws WrongManifest
 * if the trusted documents cannot be used.
 */
export function graphqlEndpoint<C extends LoggingContext>(options: EndpointOptions<C>) {
  const { schema, context, config, ide, log, isOperator } = options
  const { introspection } = config

  return async (scope: FastifyInstance): Promise<void> => {
    const trusted = await trustedBy(options)
    const known = new KnownDocuments(schema, trusted?.parsed ?? (() => undefined))
    const { store: documentStore } = known
    const plugins = trusted?.plugins
    const server = apolloServer<C>({ schema, introspection, log, documentStore, plugins })
    await server.start()
    scope.addHook('onClose', () => server.stop())
    readJsonOnly(scope, isOperator)
    scope.addHook('onRequest', refuseUnreadableAddress)
    scope.setErrorHandler(async (error, request, reply) => {
      const isOfBody = [400, 413, 415].includes(errorAnswer(error).status)
      const reused = isOfBody && (await refusalOfUnread(request, () => context(request, reply)))
      const answer = errorAnswer(reused || error)
      if (answer.status >= 500) logError(request.log, error)
      return send(request, reply, answer)
    })

    const answer = clientOperations({ schema, context, server, known })
    scope.route({
      method: ['GET', 'POST'],
      url: '/graphql',
      exposeHeadRoute: false,
      preHandler: async (request, reply) => ide?.(request, reply),
      handler: (request, reply) => answer(request, reply, trusted?.sentBy(request) ?? { request }),
    })
    refuseMethods(scope)
  }
}

/** Undefined without trusted documents. */
async function trustedBy<C extends LoggingContext>(options: EndpointOptions<C>) {
  const { schema, config, isOperator } = options
  const { introspection, trustedDocuments: paths = [], onlyTrustedDocuments: only = false } = config
  if (paths.length === 0) return undefined
  const { trustedDocuments } = await import('./trusted/documents.ts')
  const { parsedIn, runTrusted } = await import('./trusted/plugin.ts')
  const { sentWith } = await import('./trusted/requests.ts')
  const documents = await trustedDocuments({ schema, introspection, paths })
  return {
    parsed: parsedIn(documents),
    plugins: [runTrusted<C>()],
    sentBy: sentWith({ documents, only, isOperator }),
  }
}

/** The Fastify integration builds a URL from Host and path; its failure would count as a defect. */
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

function send(request: FastifyRequest, reply: FastifyReply, answer: ErrorAnswer) {
  const isModern = request.headers.accept?.includes('application/graphql-response+json') ?? false
  return reply
    .code(answer.status)
    .headers(answer.headers)
    .type(`application/${isModern ? 'graphql-response+json' : 'json'}; charset=utf-8`)
    .send({ errors: [answer.error] })
}
