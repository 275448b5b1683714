/** The checked-in OpenAPI document as tests read it: its operations, and Ajv over its schemas. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import document from '../../rest-facade/openapi.json' with { type: 'json' }

export { document }

export type Json = { [key: string]: unknown }

export interface Response {
  description: string
  headers?: Record<string, { required?: boolean; schema: Json }>
  content?: Record<string, { schema: Json; examples?: Json; example?: unknown }>
}

export interface Parameter {
  name: string
  in: string
}

/** One method of one path, its references followed. */
export interface Described {
  method: string
  path: string
  operationId: string
  summary: string
  security: unknown[]
  parameters: Parameter[]
  requestBody?: {
    required: boolean
    content: { 'application/json': { schema: Json; examples?: Json } }
  }
  responses: Record<string, Response>
  tags: string[]
  'x-graphql-operation': string
}

/** Follows `{"$ref": "#/components/..."}`; throws where it leads nowhere. */
export function followed(value: Json): Json {
  if (typeof value.$ref !== 'string') return value
  let found: unknown = document
  for (const key of value.$ref.replace('#/', '').split('/')) found = (found as Json)?.[key]
  if (found === undefined) throw new Error(`nothing at ${value.$ref}`)
  return found as Json
}

function responseOf(raw: Json): Response {
  const found = followed(raw)
  const headers = Object.entries((found.headers ?? {}) as Record<string, Json>)
  return {
    ...(found as unknown as Response),
    headers: Object.fromEntries(
      headers.map(([name, one]) => [name.toLowerCase(), followed(one) as { schema: Json }]),
    ),
  }
}

type Raw = Omit<Described, 'method' | 'path' | 'parameters'> & { parameters?: Json[] }

export const described: Described[] = Object.entries(
  document.paths as unknown as Record<string, Record<string, Raw>>,
).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, raw]) => ({
    ...raw,
    method: method.toUpperCase(),
    path,
    parameters: (raw.parameters ?? []).map((one) => followed(one) as unknown as Parameter),
    responses: Object.fromEntries(
      Object.entries(raw.responses).map(([status, one]) => [
        status,
        responseOf(one as unknown as Json),
      ]),
    ),
  })),
)

/** `GET /v1/me` -> its description. */
export function describedAt(method: string, path: string): Described {
  const found = described.find((one) => one.method === method && one.path === path)
  if (!found) throw new Error(`${method} ${path} is not in the document`)
  return found
}

/** What is asked of an object: no key that is not described, and whether every one it requires. */
const changes = {
  open: (object: Json) => object,
  closed: (object: Json) => ({ ...object, additionalProperties: false }),
  /** What `fields` has left of an object. */
  partial: ({ required, ...object }: Json) => ({ ...object, additionalProperties: false }),
}
export type Strictness = keyof typeof changes

/** A schema with every object in it changed so. */
function changed(value: unknown, strictness: Strictness): unknown {
  if (Array.isArray(value)) return value.map((one) => changed(one, strictness))
  if (typeof value !== 'object' || value === null) return value
  const inner = Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, changed(one, strictness)]),
  )
  const isObject = inner.type === 'object' && inner.properties !== undefined
  return isObject ? changes[strictness](inner) : inner
}

const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true })
ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
ajv.addFormat('date', /^\d{4}-\d\d-\d\d$/)
ajv.addFormat('uri', { validate: (text: string) => URL.canParse(text) })
ajv.addFormat('email', /^$|^[^@\s]+@[^@\s]+\.[^@\s]+$/)
ajv.addFormat('int32', { type: 'number', validate: (number) => Math.abs(number) <= 2 ** 31 })
ajv.addFormat('password', true)
ajv.addVocabulary(['components'])
const { schemas } = document.components
for (const strictness of Object.keys(changes) as Strictness[]) {
  ajv.addSchema({ $id: strictness, components: changed({ schemas }, strictness) })
}

const compiled = new Map<string, ValidateFunction>()

function validator(strictness: Strictness, schema: Json): ValidateFunction {
  const text = JSON.stringify(changed(schema, strictness))
  const based = text.replaceAll('"#/components/', `"${strictness}#/components/`)
  const found = compiled.get(based) ?? ajv.compile(JSON.parse(based))
  compiled.set(based, found)
  return found
}

/** What is wrong with a value by a schema of the document; empty if nothing is. */
export function mismatches(schema: Json, value: unknown, strictness: Strictness = 'closed') {
  const validate = validator(strictness, schema)
  return validate(value) ? [] : (validate.errors ?? [])
}
