/**
 * The HTTP server's options and the headers of every answer. The numbers were tested together under
 * load, with slow and broken clients.
 */
import { type IncomingMessage, METHODS, type Server, type ServerResponse } from 'node:http'
import type {
  FastifyBaseLogger,
  FastifyHttpOptions,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
} from 'fastify'
import type { Logger } from 'pino'
import { RequestLines } from '../../process/log.ts'
import type { Config } from '../../settings/config.ts'
import { answerBrokenRequest, followAnswers, refuseTunnels } from './broken-requests.ts'
import { replyJson } from './json.ts'
import { newRequestId, requestIdHeader, requestIds } from './request-ids.ts'
import { securityHeaders } from './security-headers.ts'

const kibi = 1024
const second = 1000

/** Maximum milliseconds of an upload, even a steady one. */
const maxUploadTime = 30 * 60 * second

/** Fastify's options; REST bodies are limited to 1 MiB (test/spec/01.2), /graphql sets its own. */
export function fastifyOptions(config: Config, log: Logger) {
  return {
    loggerInstance: log as FastifyBaseLogger,
    logController: new RequestLines(),
    genReqId: requestIds(config.trustedProxies),
    requestIdHeader: false,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    // Proxies may send a whole URL, which is answered as its path is (RFC 9112, 3.2.2).
    rewriteUrl: ({ url = '/' }: IncomingMessage) =>
      url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?]*\/?/i, '/'),
    bodyLimit: kibi * kibi,
    // The longest upload; any other body is cut after 10 s (body-time.ts).
    requestTimeout: maxUploadTime,
    keepAliveTimeout: 72 * second,
    // During shutdown, requests on open connections are still answered.
    return503OnClosing: false,
    exposeHeadRoutes: true,
    // Long path parameters are answered by the routes (404), not by the router (414).
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 16 * kibi },
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
    http: {
      headersTimeout: 5 * second,
      connectionsCheckingInterval: second,
      maxHeaderSize: 16 * kibi,
      // Checked in a hook: Node's own answer lacks the usual headers and form.
      requireHostHeader: false,
    },
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: answerNoPath,
  } satisfies FastifyHttpOptions<Server>
}

/** Registers all methods that Node's parser knows, except CONNECT. */
export function knowAllMethods(app: FastifyInstance): void {
  const known = new Set(app.supportedMethods)
  for (const method of METHODS) {
    if (method !== 'CONNECT' && !known.has(method)) app.addHttpMethod(method)
  }
}

/** Adds security headers, the request id and CORS headers to every answer. */
export function addHeaders(app: FastifyInstance, config: Config): void {
  const fixed = securityHeaders(config)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(fixed).header(requestIdHeader, request.id)
    const wrong = wrongHost(request.raw)
    if (!wrong) return done()
    replyJson(reply.code(400).header('connection', 'close'), { detail: wrong })
  })
  refuseTunnels(app.server)
  followAnswers(app.server)
  // Not emitted for `Expect: 100-continue`, the only expectation that is supported.
  app.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const headers = { ...fixed, [requestIdHeader]: newRequestId(), connection: 'close' }
    response
      .writeHead(417, { ...headers, 'content-type': 'application/json' })
      .end(JSON.stringify({ detail: 'Expectation failed.' }))
  })
  if (config.corsOrigins.length > 0) addCors(app, new Set(config.corsOrigins))
}

/**
 * Answers browsers' preflights of the allowed origins and lets their pages read answers. Routes
 * answer all other OPTIONS requests (test/spec/01.1). Without credentials mode, as there are no
 * cookies. @fastify/cors would answer every OPTIONS request and add a route for all paths.
 */
function addCors(app: FastifyInstance, origins: ReadonlySet<string>): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('vary', 'Origin')
    const { origin } = request.headers
    if (origin === undefined || !origins.has(origin)) return done()
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers':
        'Allow, ETag, Idempotency-Replayed, Retry-After, WWW-Authenticate, X-Request-Id',
      'cross-origin-resource-policy': 'cross-origin',
    })
    if (!isPreflight(request)) return done()
    answerPreflight(request, reply)
  })
}

const isPreflight = ({ method, headers }: FastifyRequest) =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined

function answerPreflight(request: FastifyRequest, reply: FastifyReply): void {
  const names = request.headers['access-control-request-headers']
  reply.header('access-control-allow-methods', 'GET, HEAD, POST, PUT, PATCH, DELETE')
  if (typeof names === 'string') reply.header('access-control-allow-headers', names)
  reply.header('access-control-max-age', '600').code(204).send()
}

/** The error of the Host header, if any; of several, Node keeps the first (RFC 9112, 3.2). */
function wrongHost({ httpVersion, headers, rawHeaders }: IncomingMessage): string | undefined {
  if (headers.host === undefined) {
    return httpVersion === '1.1' ? 'Host header is missing.' : undefined
  }
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1 ? 'Host header is repeated.' : undefined
}

/** A URL that cannot be decoded matches no path (test/spec/01.1). */
function answerNoPath(_error: Error, request: FastifyRequest, reply: FastifyReply): void {
  reply.code(404).headers(securityHeaders({ baseUrl: undefined }))
  reply.header(requestIdHeader, request.id)
  replyJson(reply, { detail: 'Not found.' })
}
