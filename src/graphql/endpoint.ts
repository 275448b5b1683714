/**
 * `/graphql` over HTTP: Apollo Server in a Fastify scope of its own, where bodies,
 * limits and errors follow GraphQL and not the facade (test/spec/01.2, test/graphql/endpoint).
 */
import { HeaderMap } from '@apollo/server'
import { fastifyApolloHandler } from '@as-integrations/fastify'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { GraphQLError, type GraphQLSchema } from 'graphql'
import { refuseOtherMethods } from '../http/methods.ts'
import { type Answer, answerTo, requestAnswer } from './answers.ts'
import { apolloServer } from './apollo.ts'
import { isOperatorRequest, readJsonOnly } from './body.ts'
import { type Asked, operationLimits } from './limits.ts'
import { type LoggingContext, logError } from './outcome.ts'

export interface EndpointOptions<C extends LoggingContext> {
  /** Executable, with its permissions applied. */
  schema: GraphQLSchema
  /** Made once for each operation that is within the limits; its refusals are answered. */
  context: (request: FastifyRequest, reply: FastifyReply) => Promise<C>
  config: { readonly introspection: boolean }
  /** Answers requests for a page in place of the endpoint; undefined leaves a request to it. */
  ide?: ((request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined) | undefined
  /** For what belongs to no request. */
  log: FastifyBaseLogger
  /** Whose bodies may have 40 MiB instead of 256 KiB; by default who claims to be an operator. */
  mayBeLarge?: (request: FastifyRequest) => boolean
}

/**
 * The plugin to register; it must not be wrapped by fastify-plugin, which would spread its parsers
 * and its error handler over the facade. Errors are always `{"errors": [...]}` with a stable
 * `extensions.code`; whatever is no refusal is logged and answered as INTERNAL_SERVER_ERROR.
 */
export function graphqlEndpoint<C extends LoggingContext>(options: EndpointOptions<C>) {
  const { schema, context, config, ide, log, mayBeLarge = isOperatorRequest } = options

  return async (scope: FastifyInstance): Promise<void> => {
    const server = apolloServer<C>({ schema, introspection: config.introspection, log })
    await server.start()
    scope.addHook('onClose', () => server.stop())
    readJsonOnly(scope, mayBeLarge)
    scope.addHook('onRequest', refuseUnreadableAddress)
    scope.setErrorHandler((error, request, reply) => {
      const answer = answerTo(error)
      if (answer.status >= 500) logError(request.log, error)
      return send(request, reply, answer)
    })

    const checkLimits = operationLimits(schema)
    const handler = fastifyApolloHandler(server, {
      // Apollo asks for the context after its CSRF check and before it parses and validates: the
      // one moment at which a refusal is both early and in its own form.
      context: async (request, reply) => {
        try {
          const asked = askedBy(request)
          if (asked) checkLimits(asked)
          return await context(request, reply)
        } catch (error) {
          throw withStatus(error, request.log)
        }
      },
    })
    scope.route({
      ...{ method: ['GET', 'POST'], url: '/graphql', exposeHeadRoute: false, handler },
      preHandler: async (request, reply) => ide?.(request, reply),
    })
    refuseMethods(scope)
  }
}

/** The package builds a URL of Host and path; where that fails it would be an error of ours. */
async function refuseUnreadableAddress(request: FastifyRequest, reply: FastifyReply) {
  if (URL.canParse(request.url, originOf(request))) return
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
  const source =
    request.method === 'POST' ? recordOf(request.body) : searchOf(urlOf(request).search)
  const { query, operationName, variables } = source
  if (typeof query !== 'string') return undefined
  return {
    query,
    operationName: typeof operationName === 'string' ? operationName : undefined,
    variables: recordOf(variables),
  }
}

const originOf = (request: FastifyRequest) => `${request.protocol}://${request.hostname}/`
const urlOf = (request: FastifyRequest) => new URL(request.url, originOf(request))

function searchOf(search: string): Record<string, unknown> {
  const parameters = new URLSearchParams(search)
  return {
    query: parameters.get('query'),
    operationName: parameters.get('operationName'),
    variables: parsed(parameters.get('variables') ?? '{}'),
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}
