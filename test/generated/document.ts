/** The checked-in OpenAPI document as tests read it: its operations, and Ajv over its schemas. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import document from '../../rest-facade/openapi.json' with { type: 'json' }

export { document }

export type Json = { [key: string]: unknown }

export interface Response {
  description: string
  headers?: Json
  content?: { 'application/json'?: { schema: Json } }
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
  security: unknown[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: { 'application/json': { schema: Json } } }
  responses: Record<string, Response>
}

/** Follows `{"$ref": "#/components/..."}`; throws where it leads nowhere. */
export function followed(value: Json): Json {
  if (typeof value.$ref !== 'string') return value
  let found: unknown = document
  for (const key of value.$ref.replace('#/', '').split('/')) found = (found as Json)?.[key]
  if (found === undefined) throw new Error(`nothing at ${value.$ref}`)
  return found as Json
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
        followed(one as unknown as Json) as unknown as Response,
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

/** The same with every object closed: a key that is not described is a mistake here. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== 'object' || value === null) return value
  const inner = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, closed(one)]))
  const isObject = inner.type === 'object' && inner.properties !== undefined
  return isObject ? { ...inner, additionalProperties: false } : inner
}

const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true })
ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
ajv.addFormat('date', /^\d{4}-\d\d-\d\d$/)
ajv.addFormat('uri', { validate: (text: string) => URL.canParse(text) })
ajv.addFormat('email', /^$|^[^@\s]+@[^@\s]+\.[^@\s]+$/)
ajv.addFormat('int32', { type: 'number', validate: (number) => Math.abs(number) <= 2 ** 31 })
ajv.addFormat('password', true)
ajv.addVocabulary(['components'])
ajv.addSchema({ $id: 'open', components: document.components })
ajv.addSchema({ $id: 'closed', components: closed(document.components) })

const compiled = new Map<string, ValidateFunction>()

function validator(base: 'open' | 'closed', schema: Json): ValidateFunction {
  const text = JSON.stringify(base === 'closed' ? closed(schema) : schema)
  const based = text.replaceAll('"#/components/', `"${base}#/components/`)
  const found = compiled.get(based) ?? ajv.compile(JSON.parse(based))
  compiled.set(based, found)
  return found
}

/** What is wrong with a value by a schema of the document; empty if nothing is. */
export function mismatches(schema: Json, value: unknown, base: 'open' | 'closed' = 'closed') {
  const validate = validator(base, schema)
  return validate(value) ? [] : (validate.errors ?? [])
}
