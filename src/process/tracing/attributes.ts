/**
 * The attributes of spans, named after OpenTelemetry's semantic conventions (test/process/tracing).
 * None is secret: a path keeps only ids, a statement only its text, an error only its code.
 */
import type { Attributes } from '@opentelemetry/api'
import {
  ATTR_DB_OPERATION_NAME,
  ATTR_DB_QUERY_TEXT,
  ATTR_DB_RESPONSE_STATUS_CODE,
  ATTR_DB_SYSTEM_NAME,
  ATTR_ERROR_TYPE,
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_HTTP_ROUTE,
  ATTR_SERVER_ADDRESS,
  ATTR_SERVER_PORT,
  ATTR_URL_PATH,
  ATTR_URL_SCHEME,
  DB_SYSTEM_NAME_VALUE_POSTGRESQL,
} from '@opentelemetry/semantic-conventions'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { masked, maskedPath } from '../log.ts'
import { routeOf } from '../route.ts'

const maxStatementLength = 2_000

/**
 * The path of a request, without the query. Ids are kept, other parameters of the route are masked;
 * without a route, the path is masked as in the log.
 */
function pathOf(request: FastifyRequest): string {
  const route = routeOf(request)
  const [path = ''] = request.url.split('?')
  if (route === undefined) return maskedPath(path)
  const sent = path.split('/')
  return route
    .split('/')
    .map((part, at) => {
      if (!/[:*]/.test(part)) return part
      const id = sent[at] ?? ''
      return /^\d{1,10}$/.test(id) ? id : masked
    })
    .join('/')
}

/** The host and port that the client used: those of the public URL, else of a valid Host header. */
function serverOf({ host }: FastifyRequest, baseUrl: string | undefined): Attributes {
  if (baseUrl !== undefined) return addressIn(new URL(baseUrl))
  if (!/^([\w.-]{1,253}|\[[\da-f:.]{2,45}\])(:\d{1,5})?$/i.test(host)) return {}
  return URL.canParse(`http://${host}`) ? addressIn(new URL(`http://${host}`)) : {}
}

const addressIn = ({ hostname, port }: URL): Attributes => ({
  [ATTR_SERVER_ADDRESS]: hostname.replace(/^\[|\]$/g, ''),
  ...(port !== '' && { [ATTR_SERVER_PORT]: Number(port) }),
})

/** The attributes of a request, known when it arrives; `baseUrl` is the public URL, if set. */
export function requestAttributes(
  request: FastifyRequest,
  baseUrl: string | undefined,
): Attributes {
  const route = routeOf(request)
  return {
    [ATTR_HTTP_REQUEST_METHOD]: request.method,
    [ATTR_URL_PATH]: pathOf(request),
    [ATTR_URL_SCHEME]: request.protocol,
    ...serverOf(request, baseUrl),
    ...(route !== undefined && { [ATTR_HTTP_ROUTE]: route }),
    'trips.request_id': request.id,
  }
}

/** The attributes of its answer; without a status if the client disconnected first. */
export function responseAttributes({ statusCode, raw }: FastifyReply): Attributes {
  if (!raw.headersSent) return { [ATTR_ERROR_TYPE]: 'aborted' }
  return {
    [ATTR_HTTP_RESPONSE_STATUS_CODE]: statusCode,
    ...(statusCode >= 500 && { [ATTR_ERROR_TYPE]: String(statusCode) }),
  }
}

/** The code of an error only: its message may contain values of rows. */
function failureAttributes(error: unknown): Attributes {
  const { code } = Object(error) as { code?: unknown }
  if (typeof code !== 'string') return { [ATTR_ERROR_TYPE]: 'unknown' }
  const isOfDatabase = /^[\dA-Z]{5}$/.test(code)
  return { [ATTR_ERROR_TYPE]: code, ...(isOfDatabase && { [ATTR_DB_RESPONSE_STATUS_CODE]: code }) }
}

/** The attributes of a statement, whose text contains no values: they are parameters. */
export function statementAttributes(text: string, error: unknown): Attributes {
  const operation = /^\s*([a-z]{1,20})\b/i.exec(text)?.[1]
  return {
    [ATTR_DB_SYSTEM_NAME]: DB_SYSTEM_NAME_VALUE_POSTGRESQL,
    [ATTR_DB_QUERY_TEXT]: text.slice(0, maxStatementLength),
    ...(operation !== undefined && { [ATTR_DB_OPERATION_NAME]: operation }),
    ...(error !== undefined && failureAttributes(error)),
  }
}
