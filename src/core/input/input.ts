/**
 * Reads input by its declared type and the directives of the SDL (`@mandatory`, `@ignored`,
 * `@text`, `@number`, `@filled`, `@notEmpty`, `@fallback`, `@id`, `@tripId`): one set of rules for
 * both surfaces. JSON bodies are coerced (test/spec/01.2); values already coerced by GraphQL pass
 * unchanged. All validation errors are reported together, by field (test/spec/01.5).
 */
import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLNamedType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
} from 'graphql'
import { parseDate } from '../../base/dates.ts'
import { type Declared, directive } from '../../base/directives.ts'
import type { ValidationErrors } from '../../base/errors.ts'
import { isRecord, readOr, WrongValue, wrong } from '../../base/values.ts'
import { inputTypeOf, namesIn } from './directives.ts'
import { parseDateTime, wrongDate, wrongDateTime } from './scalars.ts'
import {
  type AsSent,
  type InputReading,
  integerReader,
  momentReader,
  passwordReader,
  type ReadValue,
  readAll,
  readBoolean,
  readFloat,
  readId,
  readJson,
  readTripId,
  required,
  textReader,
  typeName,
  validChoice,
} from './values.ts'

/** Maps a field to its name in the raw object. */
type NameOf = (field: string) => string

/** A reader for a scalar value of an input field or an argument. */
export function scalarReader(type: GraphQLInputType, field: Declared): ReadValue {
  const filled = directive(field, 'filled') !== undefined
  switch (getNamedType(type).name) {
    case 'String':
      return textReader(directive(field, 'text') ?? {}, filled)
    case 'Password':
      return passwordReader(directive(field, 'text') ?? {}, filled)
    case 'Int': {
      // A null id counts as absent.
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
      return choiceReader(getNamedType(type))
  }
}

/** A reader for an enum whose values equal their names. */
function choiceReader(type: GraphQLNamedType): ReadValue {
  if (!isEnumType(type)) throw new Error(`input.ts has no reader for ${String(type)}`)
  const words = type.getValues().map(({ name }) => name)
  return (raw) => validChoice(raw, words)
}

/** Maximum elements of a list in an input: each may cost a row and a mail, or a lookup. */
const maxElements = 100

function listReader(readItem: ReadValue): ReadValue {
  return (raw, asSent) => {
    if (raw === null) return []
    if (!Array.isArray(raw)) wrong(`Expected a list of items but got type "${typeName(raw)}".`)
    if (raw.length > maxElements) {
      wrong(`Ensure this field has no more than ${maxElements} elements.`)
    }
    return raw.map((item, at) => readItem(item, inside(asSent, at)))
  }
}

/** The raw value under `key` of a value. */
function inside(asSent: AsSent | undefined, key: string | number): AsSent | undefined {
  return asSent && (() => (asSent() as Record<string | number, unknown>)[key])
}

/** Reads a list of objects; its errors have an entry per object, `{}` for valid ones. */
function objectsReader(readItem: ReadValue): ReadValue {
  const read = listReader((raw, asSent) =>
    readOr(
      () => ({ value: readItem(raw, asSent) }),
      ({ message, inside }) => ({ validationErrors: inside ?? { nonFieldErrors: [message] } }),
    ),
  )
  return (raw, asSent) => {
    const items = read(raw, asSent) as { value?: unknown; validationErrors?: ValidationErrors }[]
    if (items.every(({ validationErrors }) => !validationErrors))
      return items.map(({ value }) => value)
    throw new WrongValue(
      '',
      items.map(({ validationErrors = {} }) => validationErrors),
    )
  }
}

/** Reads a nested object; its validation errors are listed by its own fields. */
function objectReader(type: GraphQLInputObjectType, field: Declared, nameOf: NameOf): ReadValue {
  const read = fieldsReader(type, namesIn(directive(field, 'mandatory')), nameOf)
  return (raw, asSent) => {
    if (!isRecord(raw)) wrong(`Expected a dictionary of items but got type "${typeName(raw)}".`)
    const { value, validationErrors } = read(raw, asSent)
    if (validationErrors) throw new WrongValue('', validationErrors)
    return value
  }
}

function listOf(type: GraphQLInputType, field: Declared, nameOf: NameOf): ReadValue {
  const named = getNamedType(type)
  if (isInputObjectType(named)) return objectsReader(objectReader(named, field, nameOf))
  return listReader(named.name === 'Int' ? readId : scalarReader(type, field))
}

/** Refuses an empty list; an absent one is valid. */
function notEmpty(read: ReadValue): ReadValue {
  return (raw, asSent) => {
    if (raw === null) return undefined
    const found = read(raw, asSent)
    return (found as unknown[]).length > 0 ? found : wrong('This list may not be empty.')
  }
}

function fieldReader(field: GraphQLInputField, nameOf: NameOf): ReadValue {
  const type = getNullableType(field.type)
  if (isInputObjectType(type)) {
    const read = objectReader(type, field, nameOf)
    return (raw, asSent) => (raw === null ? undefined : read(raw, asSent))
  }
  const read = isListType(type) ? listOf(type.ofType, field, nameOf) : scalarReader(type, field)
  if (directive(field, 'notEmpty') !== undefined) return notEmpty(read)
  if (directive(field, 'filled') === undefined) return read
  return (raw, asSent) => (raw === null ? wrong('This field may not be null.') : read(raw, asSent))
}

/** Reads the raw object of an input; `asSent` returns the same object with numbers as text. */
export type ReadInput = (raw: Record<string, unknown>, asSent?: AsSent) => InputReading

/**
 * A reader for the input object of one argument.
 *
 * @param nameOf what a field is called in the raw object: snake_case in a body, itself in GraphQL
 */
export function inputReader(
  argument: GraphQLArgument,
  nameOf: NameOf = (field) => field,
): ReadInput {
  const mandatory = namesIn(directive(argument, 'mandatory'))
  const ignored = namesIn(directive(argument, 'ignored'))
  return fieldsReader(inputTypeOf(argument), mandatory, nameOf, ignored)
}

/** Reads a field by its key; undefined if it is absent or has no effect. */
function readerAt(key: string, read: ReadValue): ReadField {
  return (raw, asSent) => {
    const given = Object.hasOwn(raw, key) ? raw[key] : undefined
    return given === undefined ? undefined : read(given, inside(asSent, key))
  }
}

type ReadField = (raw: Record<string, unknown>, asSent: AsSent | undefined) => unknown

/**
 * Reads another field if this one is absent or blank. If its text is invalid here, this field is
 * reported as required; if it is not a text, the error is of the other field.
 */
function withFallback(readOwn: ReadField, key: string, read: ReadValue): ReadField {
  const readOther = readerAt(key, (raw, asSent) => {
    if (typeof raw !== 'string' && typeof raw !== 'number') return undefined
    return readOr(
      () => read(raw, asSent) || undefined,
      () => wrong(required),
    )
  })
  return (raw, asSent) => readOwn(raw, asSent) || readOther(raw, asSent)
}

function fieldsReader(
  type: GraphQLInputObjectType,
  mandatory: readonly string[],
  nameOf: NameOf,
  ignored: readonly string[] = [],
): ReadInput {
  const fields = Object.values(type.getFields())
    .filter((field) => !ignored.includes(field.name))
    .map((field) => {
      const fallback = directive(field, 'fallback')?.field as string | undefined
      const read = fieldReader(field, nameOf)
      const readOwn = readerAt(nameOf(field.name), read)
      const isRequired = mandatory.includes(field.name)
      const readBoth = fallback ? withFallback(readOwn, nameOf(fallback), read) : readOwn
      return [field.name, { isRequired, read: readBoth }] as const
    })
  return (raw, asSent) =>
    readAll(fields, ({ isRequired, read }) => {
      const found = read(raw, asSent)
      return found === undefined && isRequired ? wrong(required) : found
    })
}
