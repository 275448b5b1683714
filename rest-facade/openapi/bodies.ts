/** Request bodies as JSON Schemas, from the input types and the directives that restrict them. */
import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  getDirectiveValues,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
} from 'graphql'
import { snakeCase } from '../../src/base/names.ts'
import { nullable, openApiScalars, type Schema, wireWords } from './values.ts'

type Rule = { readonly [argument: string]: unknown }
type Declared = Pick<GraphQLInputField | GraphQLArgument, 'astNode'>

/** The directives of one schema, with defaults filled in; undefined where absent. */
class Rules {
  readonly #schema: GraphQLSchema
  /** The objects inside inputs, by type name. */
  readonly components: Record<string, Schema> = {}
  /** The maximum length of a `String` that does not declare one. */
  readonly textMax: unknown

  constructor(schema: GraphQLSchema) {
    this.#schema = schema
    this.textMax = this.#named('text').args.find(({ name }) => name === 'max')?.defaultValue
  }

  #named(name: string) {
    const directive = this.#schema.getDirective(name)
    if (!directive) throw new Error(`openapi: the schema has no @${name}`)
    return directive
  }

  at({ astNode }: Declared, name: string): Rule | undefined {
    return astNode ? getDirectiveValues(this.#named(name), astNode) : undefined
  }

  /** A reference to an object inside an input. */
  component({ name }: GraphQLInputObjectType, schema: Schema): Schema {
    const known = this.components[name]
    if (known && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`openapi: two inputs take ${name} in different ways`)
    }
    this.components[name] = schema
    return { $ref: `#/components/schemas/${name}` }
  }

  /** The fields listed by a directive of an argument, or of an object in an input. */
  listed(of: Declared, name: string): string[] {
    return (this.at(of, name)?.fields ?? []) as string[]
  }
}

/**
 * The characters of a username: letters and digits of all scripts, and `@.+_-`. Defined by
 * exclusion, because Python has no `\p{L}`.
 */
const usernames = '[^\\s!-*,/:-?\\[-\\^`{-~]'

function textSchema(rules: Rules, field: GraphQLInputField, type: string): Schema {
  const rule = rules.at(field, 'text')
  const max = rule?.max ?? (type === 'String' ? rules.textMax : undefined)
  const isFilled = rules.at(field, 'filled') !== undefined
  return {
    ...openApiScalars[type],
    ...(rule?.format === 'EMAIL' && { format: 'email' }),
    ...(rule?.format === 'USERNAME' && { pattern: `^${usernames}${isFilled ? '+' : '*'}$` }),
    ...(rule?.format === 'COLOR' && { pattern: '^\\s*(#?[0-9A-Fa-f]{6})?\\s*$' }),
    ...(isFilled && { minLength: rule?.min ?? 1 }),
    ...(max !== undefined && { maxLength: max }),
  }
}

function valueSchema(rules: Rules, field: GraphQLInputField, type: GraphQLInputType): Schema {
  if (isListType(type)) {
    return { type: 'array', items: valueSchema(rules, field, getNullableType(type.ofType)) }
  }
  if (isInputObjectType(type)) return rules.component(type, objectSchema(rules, field, type))
  if (isEnumType(type)) return { type: 'string', enum: type.getValues().map(({ name }) => name) }
  const name = String(type)
  if (name === 'String' || name === 'Password') return textSchema(rules, field, name)
  const found = openApiScalars[name]
  if (!found) throw new Error(`openapi: no JSON Schema for the input ${name}`)
  if (name !== 'Int') return found
  const minimum = rules.at(field, 'tripId') ? 1 : rules.at(field, 'number')?.min
  return typeof minimum === 'number' ? { ...found, minimum } : found
}

function property(rules: Rules, field: GraphQLInputField): Schema {
  const type = getNullableType(field.type)
  const value = valueSchema(rules, field, type)
  // src/core/input/input.ts decides whether null clears the field or is a validation error.
  const takesNull = rules.at(field, 'filled') === undefined && String(type) !== 'Boolean'
  const right = rules.at(field, 'writableWith')?.right
  if (!field.description)
    throw new Error(`openapi: the input field ${field.name} has no description`)
  const notes = [
    wireWords(field.description),
    right !== undefined && `Ignored without the permission \`${snakeCase(String(right))}\`.`,
  ].filter(Boolean)
  return { ...(takesNull ? nullable(value) : value), description: notes.join(' ') }
}

/** The object in an argument or an input. */
function objectSchema(rules: Rules, holder: Declared, type: GraphQLInputObjectType): Schema {
  const ignored = new Set(rules.listed(holder, 'ignored'))
  const required = rules.listed(holder, 'mandatory').map(snakeCase)
  const properties = Object.values(type.getFields())
    .filter(({ name }) => !ignored.has(name))
    .map((field) => [snakeCase(field.name), property(rules, field)])
  return {
    type: 'object',
    description: wireWords(type.description ?? ''),
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
  }
}

/** Builds the bodies that fill the `input` arguments of one schema. */
export class BodySchemas {
  readonly #rules: Rules
  readonly components: Record<string, Schema>

  constructor(schema: GraphQLSchema) {
    this.#rules = new Rules(schema)
    this.components = this.#rules.components
  }

  /** The body of an operation, as the component with that name. */
  of(name: string, input: GraphQLArgument): { schema: Schema; isRequired: boolean } {
    const type = getNullableType(input.type)
    if (!isInputObjectType(type)) throw new Error(`openapi: ${input.name} is no input object`)
    const body = objectSchema(this.#rules, input, type)
    this.components[name] = body
    return {
      schema: { $ref: `#/components/schemas/${name}` },
      isRequired: body.required !== undefined,
    }
  }
}
