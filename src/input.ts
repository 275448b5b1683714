/**
 * Reads input by its declared type and the directives of the SDL (`@required`, `@ignored`, `@text`,
 * `@number`, `@filled`, `@tripId`): one set of rules for both surfaces. The facade reads JSON
 * bodies with it, which takes the coercions of contract 1.2; the core reads what GraphQL has
 * already coerced, on which the coercions do nothing. All complaints come together, by field (1.5).
 */
import {
  type ConstDirectiveNode,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  valueFromASTUntyped,
} from 'graphql'
import type { Complaints } from './errors.ts'
import { parseDate, parseDateTime, wrongDate, wrongDateTime } from './scalars.ts'
import {
  Complaint,
  complain,
  integerReader,
  momentReader,
  passwordReader,
  type Read,
  readBoolean,
  readFloat,
  readId,
  readJson,
  readTripId,
  textReader,
  typeName,
} from './values.ts'

export interface Reading {
  /** What could be read, by field name in camelCase; fields with a complaint are left out. */
  value: Record<string, unknown>
  complaints?: Complaints
}

type Declared = Pick<GraphQLInputField, 'astNode'>

function directive(
  of: Declared | GraphQLArgument,
  name: string,
): Record<string, unknown> | undefined {
  const node = of.astNode?.directives?.find(
    (found: ConstDirectiveNode) => found.name.value === name,
  )
  return (
    node &&
    Object.fromEntries(
      (node.arguments ?? []).map((argument) => [
        argument.name.value,
        valueFromASTUntyped(argument.value),
      ]),
    )
  )
}

function valueReader(type: GraphQLInputType, field: Declared): Read {
  const filled = directive(field, 'filled') !== undefined
  switch (getNamedType(type).name) {
    case 'String':
      return textReader(directive(field, 'text') ?? {}, filled)
    case 'Password':
      return passwordReader(directive(field, 'text') ?? {}, filled)
    case 'Int': {
      return directive(field, 'tripId')
        ? readTripId
        : integerReader(directive(field, 'number') ?? {})
    }
    case 'Float':
      return readFloat
    case 'Boolean':
      return readBoolean
    case 'DateTime':
      return momentReader(parseDateTime, wrongDateTime)
    case 'Date':
      return momentReader(parseDate, wrongDate)
    case 'JSON':
      return readJson
    default:
      throw new Error(`input.ts has no reader for ${String(type)}`)
  }
}

function listReader(readItem: Read): Read {
  return (raw) => {
    if (raw === null) return []
    if (!Array.isArray(raw)) complain(`Expected a list of items but got type "${typeName(raw)}".`)
    return raw.map(readItem)
  }
}

function fieldReader(field: GraphQLInputField): Read {
  const type = getNullableType(field.type)
  const read = isListType(type)
    ? listReader(getNamedType(type).name === 'Int' ? readId : valueReader(type.ofType, field))
    : valueReader(type, field)
  if (directive(field, 'filled') === undefined) return read
  return (raw) => (raw === null ? complain('This field may not be null.') : read(raw))
}

/**
 * The fields of an input argument that carry a directive, with its arguments; none without an
 * input.
 */
export function markedFields(
  argument: GraphQLArgument,
  mark: string,
): ReadonlyMap<string, Record<string, unknown>> {
  const ignored = directive(argument, 'ignored')?.fields ?? []
  const marked = Object.values(inputTypeOf(argument).getFields()).map(
    (field) => [field.name, directive(field, mark)] as const,
  )
  return new Map(
    marked.filter(
      (entry): entry is [string, Record<string, unknown>] =>
        entry[1] !== undefined && !(ignored as string[]).includes(entry[0]),
    ),
  )
}

function inputTypeOf(argument: GraphQLArgument): GraphQLInputObjectType {
  const type = getNullableType(argument.type)
  if (!isInputObjectType(type)) throw new Error(`${argument.name} is no input object`)
  return type
}

/**
 * A reader for the input object of one argument.
 *
 * @param nameOf what a field is called in the raw object: snake_case on the wire, itself in the
 * core
 */
export function inputReader(
  argument: GraphQLArgument,
  nameOf: (field: string) => string = (field) => field,
): (raw: Record<string, unknown>) => Reading {
  const required = new Set((directive(argument, 'required')?.fields ?? []) as string[])
  const ignored = new Set((directive(argument, 'ignored')?.fields ?? []) as string[])
  const fields = Object.values(inputTypeOf(argument).getFields())
    .filter((field) => !ignored.has(field.name))
    .map((field) => ({
      name: field.name,
      key: nameOf(field.name),
      required: required.has(field.name),
      read: fieldReader(field),
    }))
  return (raw) => {
    const value: Record<string, unknown> = {}
    let complaints: Complaints | undefined
    for (const { name, key, required, read } of fields) {
      const given = Object.hasOwn(raw, key) ? raw[key] : undefined
      try {
        const found = given === undefined ? undefined : read(given)
        if (found !== undefined) value[name] = found
        else if (required) complain('This field is required.')
      } catch (error) {
        if (!(error instanceof Complaint)) throw error
        complaints ??= {}
        complaints[name] = [error.message]
      }
    }
    return complaints ? { value, complaints } : { value }
  }
}
