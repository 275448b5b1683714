/** The refusals of test/spec/01.5 as OpenAPI components: a response each, by its status. */
import { catalogue } from '../../src/errors.ts'
import type { Route } from '../routes.ts'
import type { Schema } from './values.ts'

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

export const refusalSchemas: Readonly<Record<string, Schema>> = {
  Detail: {
    type: 'object',
    properties: { detail: { type: 'string' } },
    required: ['detail'],
  },
  Word: {
    type: 'object',
    properties: { success: { const: false }, error: { type: 'string' } },
    required: ['success', 'error'],
  },
  FieldErrors: {
    type: 'object',
    description:
      'Complaints by field; `non_field_errors` for the rest. A list of objects has one map for each.',
    additionalProperties: {
      anyOf: [
        { type: 'array', items: { anyOf: [{ type: 'string' }, ref('FieldErrors')] } },
        ref('FieldErrors'),
      ],
    },
  },
}

const headers = {
  Allow: { description: 'The methods the path takes.', schema: { type: 'string' } },
  'Retry-After': {
    description: 'Seconds until another try makes sense.',
    schema: { type: 'integer', minimum: 1 },
  },
  'WWW-Authenticate': { schema: { type: 'string', const: 'Token' } },
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
    response: refusal('What was sent breaks the rules, by field; or is no JSON at all.', {
      anyOf: [ref('FieldErrors'), detail],
    }),
  },
  401: {
    name: 'Unauthenticated',
    response: refusal('No credentials, or unusable ones.', detail, 'WWW-Authenticate'),
  },
  403: { name: 'Forbidden', response: refusal(catalogue.FORBIDDEN, detail) },
  404: {
    name: 'NotFound',
    response: refusal('No such object for the caller, or no such page.', detail),
  },
  405: {
    name: 'MethodNotAllowed',
    response: refusal('The path does not take this method.', detail, 'Allow'),
  },
  413: { name: 'TooLarge', response: refusal('The body is larger than 1 MiB.', detail) },
  415: { name: 'UnsupportedMediaType', response: refusal('The body is not JSON.', detail) },
  429: {
    name: 'Throttled',
    response: refusal('Too many tries.', detail, 'Retry-After'),
  },
  503: {
    name: 'Unavailable',
    response: refusal('The database is away, or busy.', detail, 'Retry-After'),
  },
  507: { name: 'StorageFull', response: refusal(catalogue.INSUFFICIENT_STORAGE, detail) },
}

export const refusalResponses = Object.fromEntries(
  Object.values(refusals).map(({ name, response }) => [name, response]),
)

/** The 401 of a row that tells what is wrong by a word, beside the one that asks to sign in. */
export function wordsFor({ invalid }: Route, isPublic: boolean): Record<string, Schema> {
  if (invalid === undefined) return {}
  const said = `\`${invalid}\`, or another word for what is wrong`
  if (isPublic) return { 401: refusal(`${said}.`, ref('Word')) }
  const body = { anyOf: [ref('Word'), detail] }
  return { 401: refusal(`${said}; or no usable credentials.`, body, 'WWW-Authenticate') }
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
