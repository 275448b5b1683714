/**
 * Reads input by its declared type and the directives of the SDL (`@required`, `@ignored`, `@text`,
 * `@number`, `@filled`, `@id`, `@tripId`): one set of rules for both surfaces. The facade reads
 * JSON bodies with it, which takes the coercions of contract 1.2; the core reads what GraphQL has
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

/** What a field is called in the raw object. */
type NameOf = (field: string) => string

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

/** The fields that `@required` or `@ignored` names. */
function namesIn(found: Record<string, unknown> | undefined): readonly string[] {
  return (found?.fields ?? []) as string[]
}

function valueReader(type: GraphQLInputType, field: Declared): Read {
  const filled = directive(field, 'filled') !== undefined
  switch (getNamedType(type).name) {
    case 'String':
      return textReader(directive(field, 'text') ?? {}, filled)
    case 'Password':
      return passwordReader(directive(field, 'text') ?? {}, filled)
    case 'Int': {
      // An id that is null names nothing.
      if (directive(field, 'id')) return (raw) => (raw === null ? undefined : readId(raw))
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

/** Guests of one trip, and whatever else is a list of objects: each may cost a row and a mail. */
const mostObjects = 100

/** As a list of values, but what is wrong is told for each object: `{}` for the sound ones. */
function objectsReader(readItem: Read): Read {
  const read = listReader((raw) => {
    try {
      return { value: readItem(raw) }
    } catch (error) {
      if (!(error instanceof Complaint)) throw error
      return { complaints: error.inside ?? { nonFieldErrors: [error.message] } }
    }
  })
  return (raw) => {
    if (Array.isArray(raw) && raw.length > mostObjects) {
      complain(`Ensure this field has no more than ${mostObjects} elements.`)
    }
    const items = read(raw) as { value?: unknown; complaints?: Complaints }[]
    if (items.every(({ complaints }) => !complaints)) return items.map(({ value }) => value)
    throw new Complaint(
      '',
      items.map(({ complaints = {} }) => complaints),
    )
  }
}

/** Reads an object inside an input; what it complains of lies under its own fields. */
function objectReader(type: GraphQLInputObjectType, field: Declared, nameOf: NameOf): Read {
  const read = fieldsReader(type, namesIn(directive(field, 'required')), nameOf)
  return (raw) => {
    if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
      complain(`Expected a dictionary of items but got type "${typeName(raw)}".`)
    }
    const { value, complaints } = read(raw as Record<string, unknown>)
    if (complaints) throw new Complaint('', complaints)
    return value
  }
}

function listOf(type: GraphQLInputType, field: Declared, nameOf: NameOf): Read {
  const named = getNamedType(type)
  if (isInputObjectType(named)) return objectsReader(objectReader(named, field, nameOf))
  return listReader(named.name === 'Int' ? readId : valueReader(type, field))
}

function fieldReader(field: GraphQLInputField, nameOf: NameOf): Read {
  const type = getNullableType(field.type)
  if (isInputObjectType(type)) {
    const read = objectReader(type, field, nameOf)
    return (raw) => (raw === null ? undefined : read(raw))
  }
  const read = isListType(type) ? listOf(type.ofType, field, nameOf) : valueReader(type, field)
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
  const ignored = namesIn(directive(argument, 'ignored'))
  const marked = Object.values(inputTypeOf(argument).getFields()).map(
    (field) => [field.name, directive(field, mark)] as const,
  )
  return new Map(
    marked.filter(
      (entry): entry is [string, Record<string, unknown>] =>
        entry[1] !== undefined && !ignored.includes(entry[0]),
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
  nameOf: NameOf = (field) => field,
): (raw: Record<string, unknown>) => Reading {
  const required = namesIn(directive(argument, 'required'))
  const ignored = namesIn(directive(argument, 'ignored'))
  return fieldsReader(inputTypeOf(argument), required, nameOf, ignored)
}

function fieldsReader(
  type: GraphQLInputObjectType,
  required: readonly string[],
  nameOf: NameOf,
  ignored: readonly string[] = [],
): (raw: Record<string, unknown>) => Reading {
  const fields = Object.values(type.getFields())
    .filter((field) => !ignored.includes(field.name))
    .map((field) => ({
      name: field.name,
      key: nameOf(field.name),
      isRequired: required.includes(field.name),
      read: fieldReader(field, nameOf),
    }))
  return (raw) => {
    const value: Record<string, unknown> = {}
    let complaints: Complaints | undefined
    for (const { name, key, isRequired, read } of fields) {
      const given = Object.hasOwn(raw, key) ? raw[key] : undefined
      try {
        const found = given === undefined ? undefined : read(given)
        if (found !== undefined) value[name] = found
        else if (isRequired) complain('This field is required.')
      } catch (error) {
        if (!(error instanceof Complaint)) throw error
        complaints ??= {}
        complaints[name] = error.inside ?? [error.message]
      }
    }
    return complaints ? { value, complaints } : { value }
  }
}
