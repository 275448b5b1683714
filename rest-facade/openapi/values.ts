/** JSON Schema of single values, for OpenAPI 3.1. */
import { snakeCase } from '../../src/base/names.ts'
import { statusOf } from '../errors.ts'

export type Schema = { readonly [keyword: string]: unknown }

/** The wire form of each scalar in the SDL; a new scalar needs a line here. */
export const openApiScalars: Readonly<Record<string, Schema>> = {
  Int: { type: 'integer', format: 'int32' },
  Float: { type: 'number' },
  String: { type: 'string' },
  Boolean: { type: 'boolean' },
  DateTime: { type: 'string', format: 'date-time' },
  Date: { type: 'string', format: 'date' },
  Password: { type: 'string', format: 'password' },
  JSON: {},
}

/** The value, or null. */
export function nullable(schema: Schema): Schema {
  if (schema.$ref) return { anyOf: [schema, { type: 'null' }] }
  return typeof schema.type === 'string' ? { ...schema, type: [schema.type, 'null'] } : schema
}

/** A description from the SDL on one line, with HTTP statuses for the error codes it quotes. */
export function restWords(description: string): string {
  return description.replaceAll(/\s+/g, ' ').replaceAll(/`([A-Z_]+)`/g, (quoted, code: string) => {
    const status = statusOf(code)
    return status === undefined ? quoted : `\`${status}\``
  })
}

/** The same, with snake_case for the field names it quotes. */
export function wireWords(description: string): string {
  return restWords(description).replaceAll(
    /`([a-z]\w*)`/g,
    (_, name: string) => `\`${snakeCase(name)}\``,
  )
}

/** The first sentence of a description, and the rest. */
export function sentencesOf(description: string): [first: string, others: string] {
  const [first = ''] = /^.*?\.(?= |$)/.exec(description) ?? [description]
  return [first, description.slice(first.length).trim()]
}
