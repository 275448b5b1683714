/** Errors of `/graphql` as clients see them, with code and HTTP status. */
import { unwrapResolverError } from '@apollo/server/errors'
import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import { type Code, catalogue, unknownOutcome } from '../../base/errors.ts'
import { deniesEffect, statuses } from '../http/statuses.ts'

/** Maximum characters of a message, in which graphql quotes values of the request. */
const maxMessage = 300

/** Seconds, if the refusal has none. */
const usualRetryAfter = 5

/**
 * Codes outside the catalogue that clients may see: those of Apollo Server for requests that it
 * cannot run, and those of the transport before it.
 */
const requestSentences = {
  BAD_REQUEST: 'The request is malformed.',
  METHOD_NOT_ALLOWED: 'Method not allowed.',
  PAYLOAD_TOO_LARGE: 'The request body is too large.',
  UNSUPPORTED_MEDIA_TYPE: 'The request body must be application/json without a content encoding.',
} as const

type RequestCode = keyof typeof requestSentences

const apolloCodes: ReadonlySet<unknown> = new Set([
  'BAD_REQUEST',
  'BAD_USER_INPUT',
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'OPERATION_RESOLUTION_FAILURE',
  'PERSISTED_QUERY_NOT_FOUND',
  'PERSISTED_QUERY_NOT_SUPPORTED',
])

/** An answer without data. */
export interface ErrorAnswer {
  status: number
  /** By lower-case name. */
  headers: Readonly<Record<string, string>>
  error: GraphQLFormattedError
}

const isCatalogued = (code: unknown): code is Code =>
  typeof code === 'string' && Object.hasOwn(catalogue, code)

/** The error as its resolver threw it. */
export const originalOf = (error: unknown): unknown => unwrapResolverError(error)

/**
 * Request errors without a code from graphql or Apollo Server: a variable that fits its type but
 * not its argument, and the end of a list of errors in variables.
 */
const isInputError = (error: unknown): error is GraphQLError =>
  error instanceof GraphQLError &&
  error.extensions.code === undefined &&
  (error.message === tooManyFaults ||
    (error.locations !== undefined && error.message.startsWith('Argument "')))

const tooManyFaults =
  'Too many errors processing variables, error limit reached. Execution aborted.'

/**
 * Whether the error is a defect of the service: neither a refusal of the catalogue nor an error
 * that graphql found in the request. Defects are logged, and answered without their messages.
 */
export function isDefect(error: unknown): boolean {
  const original = originalOf(error)
  // A driver's error may have extensions with a code, and is still a defect.
  if (!(original instanceof GraphQLError)) return true
  const { code } = original.extensions
  if (code === 'INTERNAL_SERVER_ERROR') return true
  return !isCatalogued(code) && !apolloCodes.has(code) && !isInputError(original)
}

/**
 * The error as clients see it. `formatted` is graphql's form of it, with Apollo's code. Clients see
 * only the extensions `code`, `fields`, `version` and `retryAfter` (test/surfaces/graphql/errors).
 */
export function shownError(
  formatted: GraphQLFormattedError,
  error: unknown,
): GraphQLFormattedError {
  const { locations, path, extensions = {} } = formatted
  const where = { ...(locations && { locations }), ...(path && { path }) }
  if (isDefect(error)) {
    const code: Code = 'INTERNAL_SERVER_ERROR'
    return { message: catalogue[code], ...where, extensions: { code } }
  }
  const code = isInputError(originalOf(error)) ? 'BAD_USER_INPUT' : extensions.code
  const { fields, version, retryAfter, validationErrorCode } = extensions
  const isIntrospection = validationErrorCode === 'INTROSPECTION_DISABLED'
  return {
    message: isIntrospection ? 'Introspection is disabled.' : withoutSuggestion(formatted.message),
    ...where,
    extensions: {
      code,
      ...(fields !== undefined && { fields }),
      ...(version !== undefined && { version }),
      ...(retryAfter !== undefined && { retryAfter }),
    },
  }
}

/** The same errors of a mutation, where none denies an effect that is stored. */
export const withoutDenials = (errors: readonly GraphQLFormattedError[]) =>
  errors.map((error) =>
    deniesEffect(String(error.extensions?.code), error.path)
      ? { ...error, ...unknownOutcome }
      : error,
  )

/** As `shownError`, for an error that Apollo Server has not formatted. */
export function shownForm(error: GraphQLError): GraphQLFormattedError {
  const code = error.extensions.code ?? 'INTERNAL_SERVER_ERROR'
  return shownError({ ...error.toJSON(), extensions: { ...error.extensions, code } }, error)
}

/**
 * The message without graphql's suggestions for a wrong value of a variable, which may reveal other
 * names and cannot be disabled in Apollo Server.
 */
function withoutSuggestion(message: string): string {
  const suggestion = message.endsWith('?') ? message.lastIndexOf(' Did you mean ') : -1
  return shortened(suggestion < 0 ? message : message.slice(0, suggestion))
}

function shortened(message: string): string {
  if (message.length <= maxMessage) return message
  // Avoids splitting a surrogate pair.
  return `${message.slice(0, maxMessage).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** The answer to a request that failed with `error` before it ran. */
export function errorAnswer(error: unknown): ErrorAnswer {
  const code = error instanceof GraphQLError ? error.extensions.code : undefined
  if (!(error instanceof GraphQLError) || !isCatalogued(code)) return transportAnswer(error)
  const formatted = shownError(error.toJSON(), error)
  return { status: statuses[code], headers: headersFor(formatted), error: formatted }
}

/** The answer with a code of the transport; `message` replaces its sentence. */
export function requestAnswer(
  status: number,
  code: RequestCode,
  message: string = requestSentences[code],
): ErrorAnswer {
  return { status, headers: {}, error: { message, extensions: { code } } }
}

/** Errors of Fastify and its plugins carry a status; their messages are replaced. */
function transportAnswer(error: unknown): ErrorAnswer {
  const { statusCode, code, headers } = Object(error) as Partial<
    Record<'statusCode' | 'code', unknown> & Pick<ErrorAnswer, 'headers'>
  >
  const status = typeof statusCode === 'number' ? statusCode : 500
  if (status === 413) return requestAnswer(413, 'PAYLOAD_TOO_LARGE')
  if (status === 415) {
    return { ...requestAnswer(415, 'UNSUPPORTED_MEDIA_TYPE'), headers: headers ?? {} }
  }
  if (status === 429) return errorAnswer(catalogued('THROTTLED'))
  if (status === 503) return errorAnswer(catalogued('SERVICE_UNAVAILABLE'))
  if (status >= 400 && status < 500) {
    const isJson =
      code === 'FST_ERR_CTP_INVALID_JSON_BODY' || code === 'FST_ERR_CTP_EMPTY_JSON_BODY'
    return requestAnswer(
      status,
      'BAD_REQUEST',
      isJson ? 'The request body is not valid JSON.' : undefined,
    )
  }
  return errorAnswer(catalogued('INTERNAL_SERVER_ERROR'))
}

const catalogued = (code: Code) => new GraphQLError(catalogue[code], { extensions: { code } })

function headersFor({ extensions = {} }: GraphQLFormattedError): Record<string, string> {
  const { code, retryAfter } = extensions
  if (code === 'UNAUTHENTICATED') return { 'www-authenticate': 'Token' }
  const isLater = code === 'SERVICE_UNAVAILABLE' || code === 'THROTTLED'
  if (!isLater && retryAfter === undefined) return {}
  return { 'retry-after': String(typeof retryAfter === 'number' ? retryAfter : usualRetryAfter) }
}

/** The codes that decide the status of a run without data, the first one found. */
const statusCodes = [
  'SERVICE_UNAVAILABLE',
  'THROTTLED',
  'IDEMPOTENCY_KEY_REUSED',
  'CONFLICT',
] as const

/** A conflict that no retry ends is about the object, and has the usual status. */
const isFinal = ({ code, retryAfter }: Record<string, unknown>) =>
  code === 'CONFLICT' && retryAfter === undefined

/**
 * Status and headers for an operation that ran without returning data: 503 if unavailable, 429 if
 * throttled, so that clients and proxies retry; 422 and 409 because of the idempotency key, as
 * before the operation runs. Undefined: unchanged.
 */
export function statusOfRun(
  data: Readonly<Record<string, unknown>> | null | undefined,
  errors: readonly GraphQLFormattedError[] = [],
): Pick<ErrorAnswer, 'status' | 'headers'> | undefined {
  if (data && Object.values(data).some((value) => value !== null)) return undefined
  for (const code of statusCodes) {
    const error = errors.find(
      ({ extensions = {} }) => extensions.code === code && !isFinal(extensions),
    )
    if (error) return { status: statuses[code], headers: headersFor(error) }
  }
  return undefined
}
