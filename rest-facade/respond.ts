/** Turns the result of an operation into the answer of its route: status, body, page links. */
import type { FastifyRequest } from 'fastify'
import type { ExecutionResult } from 'graphql'
import { unknownOutcome, type ValidationErrors } from '../src/base/errors.ts'
import { lastPage } from '../src/base/pages.ts'
import { isRead } from '../src/surfaces/http/etag.ts'
import { deniesEffect } from '../src/surfaces/http/statuses.ts'
import { type RestAnswer, restAnswerTo, restCodeOf, wordAnswer } from './errors.ts'
import { type Filter, filterBody } from './fields.ts'
import type { FacadeOperation } from './operations.ts'
import type { CompiledForm } from './programs.ts'
import type { Route } from './routes/route.ts'

const pageSize = 100

type Body = Record<string, unknown>
type Path = readonly (string | number)[]

function at(data: unknown, path: Path): unknown {
  let value = data
  for (const key of path) value = (value as Record<string | number, unknown> | null)?.[key]
  return value
}

/** The items of the body, before `fields` applies. */
export function answeredRows(data: unknown, { bodyPath }: FacadeOperation): readonly Body[] {
  const body = at(data, bodyPath) as Body | null | undefined
  if (Array.isArray(body?.results)) return body.results
  return body ? [body] : []
}

/** Leaves out a key that the caller may not see, instead of null (test/core/permissions). */
function dropDenied(data: unknown, path: Path): void {
  const parent = at(data, path.slice(0, -1)) as Body
  delete parent[path.at(-1) as string]
}

/** The URL of a page, with all other query keys kept (test/spec/01.6). */
function linkTo(baseUrl: string, request: FastifyRequest, page: number): string {
  const [path = '', ...query] = request.raw.url?.split('?') ?? []
  const search = new URLSearchParams(query.join('?'))
  if (page === 1) search.delete('page')
  else search.set('page', String(page))
  const text = search.size > 0 ? `?${search}` : ''
  return `${baseUrl}${path}${text}`
}

/** The envelope of pages (test/spec/01.6). */
function envelope(body: Body, { page, baseUrl }: Executed, request: FastifyRequest): Body {
  const { count, results } = body as { count: number; results: unknown[] }
  const pages = lastPage(count, pageSize)
  const number = page === -1 ? pages : page
  return {
    count,
    next: number < pages ? linkTo(baseUrl, request, number + 1) : null,
    previous: number > 1 ? linkTo(baseUrl, request, number - 1) : null,
    results,
  }
}

interface Executed {
  route: Route
  operation: FacadeOperation
  result: ExecutionResult
  /** The compiled form that was run, and the keys it keeps. */
  form: CompiledForm
  filter: Filter | undefined
  /** The caller, the history of the database and the request: all part of the tag. */
  asked: readonly unknown[]
  validationErrors: ValidationErrors | undefined
  page: number
  /**
   * The service's address in links: BASE_URL, else the request's (test/spec/01.6,
   * test/rest-facade/links).
   */
  baseUrl: string
}

/**
 * The error that decides the answer: any except for a denied part of an otherwise readable body.
 */
function decisive({ operation, result }: Executed) {
  const readable = at(result.data, operation.bodyPath) != null
  return result.errors?.find(
    (error) => !readable || !error.path || restCodeOf(error.extensions) !== 'FORBIDDEN',
  )
}

/** The outcome for metrics and traces: `OK`, or the code of the decisive error. */
export function outcomeOf(executed: Executed): string {
  const error = decisive(executed)
  if (error) return restCodeOf(error.extensions)
  return executed.validationErrors ? 'BAD_USER_INPUT' : 'OK'
}

/** Clients may store these answers if they revalidate each time. */
const storable = { 'cache-control': 'private, no-cache' }

/** The URL from which the body's links start, which is part of a page's tag. */
const locationOf = ({ route, baseUrl }: Executed, { raw }: FastifyRequest) =>
  route.paged ? baseUrl + raw.url : ''

export function respond(executed: Executed, request: FastifyRequest): RestAnswer {
  const { route, operation, result, form, filter, asked, validationErrors } = executed
  const error = decisive(executed)
  if (error) {
    if (restCodeOf(error.extensions) === 'INTERNAL_SERVER_ERROR') {
      request.log.error({ err: error.originalError ?? error }, 'operation failed')
    }
    if (route.invalid && restCodeOf(error.extensions) === 'BAD_USER_INPUT') {
      return wordAnswer(401, route.invalid)
    }
    if (operation.isMutation && deniesEffect(restCodeOf(error.extensions), error.path)) {
      return restAnswerTo(unknownOutcome.message, unknownOutcome.extensions)
    }
    return restAnswerTo(error.message, error.extensions)
  }
  // Keys are as in the query.
  if (validationErrors) return { status: 400, body: validationErrors }
  for (const denied of result.errors ?? []) dropDenied(result.data, denied.path as Path)
  const status = route.status ?? 200
  const body = at(result.data, operation.bodyPath) as Body | null
  const versionTag = form.tag?.of(body, [...asked, locationOf(executed, request)])
  if (body === null && route.emptyWhenNull) return { status: 200, body: null }
  if (status === 204 || route.empty) return { status, body: null }
  for (const key of route.omitNull ?? []) if (body?.[key] === null) delete body[key]
  const filtered = filter && body ? filterBody(body, filter) : body
  return {
    status,
    body: route.paged ? envelope(filtered as Body, executed, request) : filtered,
    ...(form.isStorable && isRead(request.method) && { headers: storable }),
    ...(versionTag !== undefined && { versionTag }),
  }
}
