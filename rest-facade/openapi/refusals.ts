/** The refusals of test/spec/01.5 as OpenAPI components: a response for each status. */
import { catalogue } from '../../src/base/errors.ts'
import { wordAnswer } from '../errors.ts'
import type { Route } from '../routes/route.ts'
import type { Examples } from './examples.ts'
import { type HeaderComponent, headersWith } from './headers.ts'
import type { Schema } from './values.ts'

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

export const refusalSchemas: Readonly<Record<string, Schema>> = {
  ErrorDetail: {
    type: 'object',
    description: 'Error as a sentence.',
    properties: { detail: { type: 'string', description: 'What went wrong.' } },
    required: ['detail'],
  },
  ErrorCode: {
    type: 'object',
    description: 'Error as a code.',
    properties: {
      success: { const: false, description: 'Always false.' },
      error: { type: 'string', description: 'Error code.' },
    },
    required: ['success', 'error'],
  },
  ValidationErrors: {
    type: 'object',
    description:
      'Validation errors by field; those of no single field are in `non_field_errors`. ' +
      'A list of objects has one map per element.',
    additionalProperties: {
      anyOf: [
        { type: 'array', items: { anyOf: [{ type: 'string' }, ref('ValidationErrors')] } },
        ref('ValidationErrors'),
      ],
    },
  },
}

interface Refusal {
  description: string
  headers: Schema
  content: { 'application/json': Schema }
}

function refusal(description: string, schema: Schema, ...headers: HeaderComponent[]): Refusal {
  return {
    description,
    headers: headersWith(...headers),
    content: { 'application/json': { schema } },
  }
}

function withExample(response: Refusal, example: unknown): Refusal {
  const media = { ...response.content['application/json'], example }
  return { ...response, content: { 'application/json': media } }
}

/** A refusal that browsers get as a page. */
function asPage(response: Refusal) {
  const content = {
    ...response.content,
    'text/html; charset=utf-8': { schema: { type: 'string' } },
  }
  return {
    ...response,
    description: `${response.description} For browsers, an HTML page.`,
    content,
  }
}

const error = ref('ErrorDetail')

/** The component name and the response for each status. */
const refusals: Readonly<Record<number, { name: string; response: Refusal }>> = {
  400: {
    name: 'Invalid',
    response: refusal('Validation errors, or a body that is not valid JSON.', {
      anyOf: [ref('ValidationErrors'), error],
    }),
  },
  401: {
    name: 'Unauthenticated',
    response: refusal('Missing or invalid credentials.', error, 'WwwAuthenticate'),
  },
  403: { name: 'Forbidden', response: refusal(catalogue.FORBIDDEN, error) },
  404: {
    name: 'NotFound',
    response: refusal('Object or page that does not exist or is hidden.', error),
  },
  405: {
    name: 'MethodNotAllowed',
    response: refusal('Method not allowed.', error, 'Allow'),
  },
  409: {
    name: 'Running',
    response: refusal('A request with this `Idempotency-Key` is running.', error, 'RetryAfter'),
  },
  412: { name: 'Changed', response: refusal('No tag in `If-Match` is still current.', error) },
  413: { name: 'TooLarge', response: refusal('Request body larger than 1 MiB.', error) },
  415: {
    name: 'UnsupportedMediaType',
    response: refusal('Request body that is not JSON, or is compressed.', error),
  },
  422: { name: 'KeyReused', response: refusal(catalogue.IDEMPOTENCY_KEY_REUSED, error) },
  429: {
    name: 'Throttled',
    response: refusal('Too many attempts.', error, 'RetryAfter'),
  },
  503: {
    name: 'Unavailable',
    response: refusal('Service temporarily unavailable.', error, 'RetryAfter'),
  },
  507: { name: 'StorageFull', response: refusal(catalogue.INSUFFICIENT_STORAGE, error) },
}

/** The 429 of routes that only count idempotency keys. */
const tooManyKeys = {
  name: 'TooManyKeys',
  response: refusal(
    'The account has sent 10,000 requests with an `Idempotency-Key` in a day.',
    error,
    'RetryAfter',
  ),
}

/** The response with its recorded example. */
function recorded(response: Refusal, status: string | number, examples: Examples): Refusal {
  const example = examples[status]?.response
  return example === undefined ? response : withExample(response, example)
}

/** All refusals as components, with their recorded examples. */
export function refusalResponses(examples: Examples): Record<string, Schema> {
  const all = [...Object.entries(refusals), ['429', tooManyKeys] as const]
  return Object.fromEntries(
    all.map(([status, { name, response }]) => [name, { ...recorded(response, status, examples) }]),
  )
}

/** The 401 of a row that answers errors with a word, beside that for missing credentials. */
export function wordsFor({ invalid, page }: Route, isPublic: boolean): Record<string, Schema> {
  if (invalid === undefined) return {}
  const said = `Error with a code, such as \`${invalid}\``
  const description = isPublic ? `${said}.` : `${said}; or missing or invalid credentials.`
  const response = isPublic
    ? refusal(description, ref('ErrorCode'))
    : refusal(description, { anyOf: [ref('ErrorCode'), error] }, 'WwwAuthenticate')
  const refused = withExample(response, wordAnswer(401, invalid).body)
  return { 401: { ...(page ? asPage(refused) : refused) } }
}

/**
 * The responses of a row for these statuses, as references unless they have a page.
 *
 * @param isLimited whether the row counts attempts
 */
export function refusalsFor(
  { page }: Route,
  statuses: readonly number[],
  { examples, isLimited }: { examples: Examples; isLimited: boolean },
): Record<string, Schema> {
  return Object.fromEntries(
    statuses.map((status) => {
      if (status === 304) return [status, { $ref: '#/components/responses/NotModified' }]
      const found = status === 429 && !isLimited ? tooManyKeys : refusals[status]
      if (!found) throw new Error(`openapi: no refusal has the status ${status}`)
      // Other methods have no page.
      if (page && status !== 405)
        return [status, { ...asPage(recorded(found.response, status, examples)) }]
      return [status, { $ref: `#/components/responses/${found.name}` }]
    }),
  )
}
