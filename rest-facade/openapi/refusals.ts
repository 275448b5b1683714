/** The refusals of test/spec/01.5 as OpenAPI components: a response each, by its status. */
import { catalogue } from '../../src/errors.ts'
import type { Route } from '../route.ts'
import type { Schema } from './values.ts'

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

export const refusalSchemas: Readonly<Record<string, Schema>> = {
  Detail: {
    type: 'object',
    description: 'Error as a sentence.',
    properties: { detail: { type: 'string', description: 'What went wrong.' } },
    required: ['detail'],
  },
  Word: {
    type: 'object',
    description: 'Error as a code.',
    properties: {
      success: { const: false, description: 'Always false.' },
      error: { type: 'string', description: 'Error code.' },
    },
    required: ['success', 'error'],
  },
  FieldErrors: {
    type: 'object',
    description:
      'Validation errors by field; those of no single field are in `non_field_errors`. ' +
      'A list of objects has one map per element.',
    additionalProperties: {
      anyOf: [
        { type: 'array', items: { anyOf: [{ type: 'string' }, ref('FieldErrors')] } },
        ref('FieldErrors'),
      ],
    },
  },
}

const headers = {
  Allow: { description: 'Methods that the path supports.', schema: { type: 'string' } },
  'Retry-After': {
    description: 'Seconds to wait before the next attempt.',
    schema: { type: 'integer', minimum: 1 },
  },
  'WWW-Authenticate': {
    description: 'Authentication scheme.',
    schema: { type: 'string', const: 'Token' },
  },
} satisfies Record<string, Schema>

function refusal(description: string, body: Schema, header?: keyof typeof headers): Schema {
  return {
    description,
    ...(header && { headers: { [header]: headers[header] } }),
    content: { 'application/json': { schema: body } },
  }
}

const detail = ref('Detail')

/** What a status is called among the components, and what is answered with it. */
const refusals: Readonly<Record<number, { name: string; response: Schema }>> = {
  400: {
    name: 'Invalid',
    response: refusal('Validation errors, or a body that is not valid JSON.', {
      anyOf: [ref('FieldErrors'), detail],
    }),
  },
  401: {
    name: 'Unauthenticated',
    response: refusal('Missing or invalid credentials.', detail, 'WWW-Authenticate'),
  },
  403: { name: 'Forbidden', response: refusal(catalogue.FORBIDDEN, detail) },
  404: {
    name: 'NotFound',
    response: refusal('Object or page that does not exist or is hidden.', detail),
  },
  405: {
    name: 'MethodNotAllowed',
    response: refusal('Method not allowed.', detail, 'Allow'),
  },
  413: { name: 'TooLarge', response: refusal('Request body larger than 1 MiB.', detail) },
  415: {
    name: 'UnsupportedMediaType',
    response: refusal('Request body that is not JSON, or is compressed.', detail),
  },
  429: {
    name: 'Throttled',
    response: refusal('Too many attempts.', detail, 'Retry-After'),
  },
  503: {
    name: 'Unavailable',
    response: refusal('Service temporarily unavailable.', detail, 'Retry-After'),
  },
  507: { name: 'StorageFull', response: refusal(catalogue.INSUFFICIENT_STORAGE, detail) },
}

export const refusalResponses = Object.fromEntries(
  Object.values(refusals).map(({ name, response }) => [name, response]),
)

/** The 401 of a row that answers errors with a code, beside that for missing credentials. */
export function wordsFor({ invalid }: Route, isPublic: boolean): Record<string, Schema> {
  if (invalid === undefined) return {}
  const said = `Error with a code, such as \`${invalid}\``
  if (isPublic) return { 401: refusal(`${said}.`, ref('Word')) }
  const body = { anyOf: [ref('Word'), detail] }
  return { 401: refusal(`${said}; or missing or invalid credentials.`, body, 'WWW-Authenticate') }
}

/** The responses for these statuses, as references. */
export function refusalsFor(statuses: readonly number[]): Record<string, Schema> {
  return Object.fromEntries(
    statuses.map((status) => {
      const found = refusals[status]
      if (!found) throw new Error(`openapi: no refusal has the status ${status}`)
      return [status, { $ref: `#/components/responses/${found.name}` }]
    }),
  )
}
