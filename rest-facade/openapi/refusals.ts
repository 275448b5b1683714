/** The refusals of test/spec/01.5 as OpenAPI components: a response each, by its status. */
import { catalogue } from '../../src/errors.ts'
import type { Route } from '../routes/route.ts'
import type { ExampleComponents } from './examples.ts'
import { type HeaderComponent, headersWith } from './headers.ts'
import type { Schema } from './values.ts'

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

export const refusalSchemas: Readonly<Record<string, Schema>> = {
  Error: {
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

function refusal(description: string, body: Schema, ...headers: HeaderComponent[]): Schema {
  return {
    description,
    headers: headersWith(...headers),
    content: { 'application/json': { schema: body } },
  }
}

const error = ref('Error')

/** What a status is called among the components, and what is answered with it. */
const refusals: Readonly<Record<number, { name: string; response: Schema }>> = {
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
  413: { name: 'TooLarge', response: refusal('Request body larger than 1 MiB.', error) },
  415: {
    name: 'UnsupportedMediaType',
    response: refusal('Request body that is not JSON, or is compressed.', error),
  },
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

/** All refusals as components, with what is recorded of them. */
export function refusalResponses(examples: ExampleComponents): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(refusals).map(([status, { name, response }]) => {
      const [[type, media]] = Object.entries(response.content as Record<string, Schema>) as [
        [string, Schema],
      ]
      const content = { [type]: { ...media, ...examples.ofStatus(Number(status)) } }
      return [name, { ...response, content }]
    }),
  )
}

/** The 401 of a row that answers errors with a code, beside that for missing credentials. */
export function wordsFor({ invalid }: Route, isPublic: boolean): Record<string, Schema> {
  if (invalid === undefined) return {}
  const said = `Error with a code, such as \`${invalid}\``
  if (isPublic) return { 401: refusal(`${said}.`, ref('ErrorCode')) }
  const body = { anyOf: [ref('ErrorCode'), error] }
  return { 401: refusal(`${said}; or missing or invalid credentials.`, body, 'WwwAuthenticate') }
}

/** The responses for these statuses, as references. */
export function refusalsFor(statuses: readonly number[]): Record<string, Schema> {
  return Object.fromEntries(
    statuses.map((status) => {
      if (status === 304) return [status, { $ref: '#/components/responses/NotModified' }]
      const found = refusals[status]
      if (!found) throw new Error(`openapi: no refusal has the status ${status}`)
      return [status, { $ref: `#/components/responses/${found.name}` }]
    }),
  )
}
