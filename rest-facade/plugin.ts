/**
 * The interpreter: registers the rows of routes.ts as Fastify routes, and runs every request
 * through the same steps. It knows GraphQL and HTTP, but neither permissions nor storage.
 */
import { Readable } from 'node:stream'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import { Refusal, unauthenticated } from '../src/base/errors.ts'
import { takesKey } from '../src/core/idempotency/exactly-once.ts'
import { cutOff } from '../src/process/cut-off.ts'
import { replyNotModified } from '../src/surfaces/http/etag.ts'
import { type HtmlPage, sendPage } from '../src/surfaces/http/html.ts'
import { varyByAccept, wantsPage } from '../src/surfaces/http/negotiation.ts'
import { last } from './bind.ts'
import { bodyReader, ignoreTypeOfNothing, unsupported } from './body.ts'
import type { ReadAt } from './conditions.ts'
import { addEntityTags } from './entity-tags.ts'
import { type RestAnswer, restAnswerTo } from './errors.ts'
import { anonymous, type ContextMaker, pathTripId, type Run, runnerOf } from './execute.ts'
import type { QueryValue } from './fields.ts'
import { acceptKey, addIdempotency, reusedKey } from './idempotency.ts'
import { compileOperations, type FacadeOperation } from './operations.ts'
import { verificationPage } from './pages/verification.ts'
import { paramsOf, type Route, routerPath } from './routes/route.ts'
import { routes } from './routes.ts'
import {
  assertTables,
  operationNamed,
  type Path,
  pathsOf,
  textsBehind,
  tripIn,
  urlSafe,
} from './tables.ts'

export interface FacadeOptions extends ContextMaker {
  schema: GraphQLSchema
  /** Coordinates of public root fields. */
  publicFields: ReadonlySet<string>
  /** Those that accept missing credentials, but not wrong ones. */
  optionalFields: ReadonlySet<string>
}

const notFound = restAnswerTo('Not found.', { code: 'NOT_FOUND' })

const asItStands = (text: string) => text

/** Sends a stream. HEAD gets none of it, so the stream is destroyed. */
function sendStream(reply: FastifyReply, stream: Readable, tag: RestAnswer['tag']) {
  const { method, raw } = reply.request
  reply.header('content-type', 'application/json')
  if (method === 'HEAD') {
    stream.destroy()
    return reply.send(Readable.from([]))
  }
  // Runs before Fastify ends the connection for the same reason.
  stream.once('error', () => cutOff(raw.socket))
  // HTTP/1.0 has neither chunks nor trailers.
  if (tag && raw.httpVersion !== '1.0') reply.trailer('etag', async () => tag())
  return reply.send(stream)
}

function send(reply: FastifyReply, { status, body, headers, stream, tag }: RestAnswer) {
  reply.code(status)
  if (headers) reply.headers(headers)
  if (stream) return sendStream(reply, stream, tag)
  if (status === 304) return replyNotModified(reply)
  if (body === null) return reply.send()
  // With its own serializer, Fastify would add a charset; REST answers have none.
  reply.header('content-type', 'application/json').serializer(asItStands)
  return reply.send(JSON.stringify(body))
}

const pagesOf: Record<NonNullable<Route['page']>, (answer: RestAnswer) => HtmlPage> = {
  verification: verificationPage,
}

/** Answers as the request's row says: with a page for people, if it has one. */
function sendFor(request: FastifyRequest, reply: FastifyReply, answer: RestAnswer) {
  const { page } = request.routeOptions.config
  if (!page) return send(reply, answer)
  varyByAccept(reply)
  const isPage = answer.status === 200 || wantsPage(request)
  return isPage ? sendPage(reply, pagesOf[page](answer)) : send(reply, answer)
}

/** `GET` on a path, which reads the answers of writes that are too large, and gives their tags. */
function readAt(path: string, operations: Map<string, FacadeOperation>): ReadAt | undefined {
  const row = routes.find(({ route }) => route === `GET ${path}`)
  return row && { route: row, operation: operationNamed(operations, row.operation) }
}

function addRoutes(
  app: FastifyInstance,
  options: FacadeOptions,
  operations: Map<string, FacadeOperation>,
) {
  for (const row of routes) {
    const [methods = '', path = ''] = row.route.split(' ')
    const params = paramsOf(path)
    const operation = operationNamed(operations, row.operation)
    const read = readAt(path, operations)
    const answer = runnerOf({ route: row, operation, read, params }, options)
    const deleted = row.deleted && operationNamed(operations, row.deleted)
    const answerDeleted =
      deleted && runnerOf({ route: row, operation: deleted, read: undefined, params }, options)
    app.route({
      method: methods.split(','),
      url: routerPath(path),
      config: {
        isPublic: options.publicFields.has(operation.coordinate),
        isOptional: options.optionalFields.has(operation.coordinate),
        readsBody: operation.input !== undefined,
        takesKey: takesKey(operation.coordinate),
        texts: textsBehind(path, operations),
        trip: tripIn(path),
        ...(row.page && { page: row.page }),
      },
      handler: async (request, reply) => {
        const query = request.query as Record<string, QueryValue>
        const isDeleted = answerDeleted && last(query.deleted)?.toLowerCase() === 'true'
        return sendFor(request, reply, await (isDeleted ? answerDeleted : answer)(request))
      },
    })
  }
}

/** `OPTIONS` reports what a path accepts, to permitted callers only (test/spec/01.1). */
function addOptions(app: FastifyInstance, paths: Path[]) {
  for (const { path, methods, isPublic, isOptional, texts, name } of paths) {
    app.route({
      method: 'OPTIONS',
      url: routerPath(path),
      config: { isPublic, isOptional, texts, readsBody: false },
      handler: async (_request, reply) =>
        send(reply, {
          status: 200,
          headers: { allow: methods.join(', ') },
          body: {
            name,
            description: '',
            renders: ['application/json'],
            parses: ['application/json'],
          },
        }),
    })
  }
}

const opaque = new RegExp(`^${urlSafe}$`)

/** Ids are digits; texts are opaque, and safe in a URL (test/spec/01.1). */
function hasShape({ params, routeOptions }: FastifyRequest): boolean {
  const { texts } = routeOptions.config
  return Object.entries((params ?? {}) as Record<string, string>).every(([name, text]) =>
    (texts?.has(name) ? opaque : /^\d+$/).test(text),
  )
}

/** The checks before a body is read: path, credentials, method (test/spec/01.1). */
function addChecks(app: FastifyInstance, { viewerOf }: FacadeOptions, paths: Path[]) {
  const barred = async (
    request: FastifyRequest,
    { isPublic, isOptional }: { isPublic?: boolean; isOptional?: boolean },
  ): Promise<RestAnswer | undefined> => {
    const unasked = isPublic || (isOptional && !request.headers.authorization)
    request.viewer = unasked ? anonymous : await viewerOf(request, pathTripId(request))
    if (unasked || request.viewer.kind === 'user') return undefined
    const { message, extensions } = unauthenticated(request.viewer)
    return restAnswerTo(message, extensions)
  }
  app.decorateRequest('viewer', null)
  app.addHook('onRequest', async (request, reply) => {
    ignoreTypeOfNothing(request)
    if (request.is404 || !hasShape(request)) {
      const [path = ''] = request.raw.url?.split('?') ?? []
      const known = paths.find(({ shape }) => shape.test(path))
      if (!known) return sendFor(request, reply, notFound)
      const answer = (await barred(request, known)) ?? {
        status: 405,
        headers: { allow: known.methods.join(', ') },
        body: { detail: `Method "${request.method}" not allowed.` },
      }
      return send(reply, answer)
    }
    const answer = (await barred(request, request.routeOptions.config)) ?? acceptKey(request)
    if (answer) return send(reply, answer)
  })
}

/** Answers errors that prevent a run in the form of REST. */
export function answerError(
  error: FastifyError | Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (error instanceof Refusal) return send(reply, restAnswerTo(error.message, error.extensions))
  const { statusCode: status = 500, headers = {} } = error as FastifyError & Partial<RestAnswer>
  // Fastify refuses an invalid media type before the parser is called.
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return send(reply, { status, body: { detail: unsupported(request) } })
  if (status === 413) return send(reply, { status, body: { detail: 'Request body too large.' } })
  if (status < 500) return send(reply, { status, body: { detail: error.message }, headers })
  request.log.error({ err: error }, 'request failed')
  return send(reply, restAnswerTo('', undefined))
}

interface Facade {
  /** The Fastify plugin with all routes. */
  rest(app: FastifyInstance): Promise<void>
  /**
   * An operation for a path with these parameters, optionally run with a body other than the
   * request's; throws for an unknown name.
   */
  operation(name: string, params?: readonly string[]): Run
}

/** The REST surface. Throws at boot if rows and operations do not match. */
export function openFacade(options: FacadeOptions): Facade {
  const operations = compileOperations(options.schema)
  assertTables(operations)
  const paths = pathsOf(operations, options)
  const rest = async (app: FastifyInstance): Promise<void> => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer' }, bodyReader(options.shares))
    app.setErrorHandler<FastifyError | Refusal>(async (error, request, reply) =>
      answerError((await reusedKey(request, options)) ?? error, request, reply),
    )
    app.setNotFoundHandler((_request, reply) => send(reply, notFound))
    addEntityTags(app)
    addIdempotency(app)
    addChecks(app, options, paths)
    addRoutes(app, options, operations)
    addOptions(app, paths)
  }
  const operation = (name: string, params: readonly string[] = []): Run => {
    const found = operationNamed(operations, name)
    const route = { route: name, operation: name }
    return runnerOf({ route, operation: found, read: undefined, params }, options)
  }
  return { rest, operation }
}
