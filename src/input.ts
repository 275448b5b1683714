/**
 * Reads input by its declared type and the directives of the SDL (`@required`, `@ignored`, `@text`,
 * `@number`, `@filled`, `@reference`): one set of rules for both surfaces. The facade reads JSON
 * bodies with it, which takes the coercions of contract 1.2; the core reads what GraphQL has already
 * coerced, on which the coercions do nothing. All complaints come together, by field (1.5).
 */
import {
  type ConstDirectiveNode,
  type GraphQLArgument,
  GraphQLError,
  type GraphQLInputField,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  valueFromASTUntyped,
} from 'graphql'
import type { Complaints } from './errors.ts'
import { parseDate, parseDateTime, wrongDate, wrongDateTime } from './scalars.ts'

export interface Reading {
  /** What could be read, by field name in camelCase; fields with a complaint are left out. */
  value: Record<string, unknown>
  complaints?: Complaints
}

/** Thrown by the readers of single values; its message is the field's complaint. */
class Complaint extends Error {}

function complain(message: string): never {
  throw new Complaint(message)
}

const maxInt = 2_147_483_647
const yes = wordForms(['true', 't', 'yes', 'y', 'on', '1'])
const no = wordForms(['false', 'f', 'no', 'n', 'off', '0'])

function wordForms(words: string[]): Set<unknown> {
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
  return new Set(words.flatMap((word) => [word, capital(word), word.toUpperCase()]))
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

interface TextRule {
  max?: number
  format?: 'EMAIL' | 'USERNAME'
  blank?: string
  orNull?: boolean
  blankIsNull?: boolean
}

type Read = (raw: unknown) => unknown

/** A text, or a number taken as its text; checked for what PostgreSQL cannot store. */
function rawText(raw: unknown): string {
  const text = typeof raw === 'number' ? String(raw) : raw
  if (typeof text !== 'string' || !text.isWellFormed()) complain('Not a valid string.')
  if (text.includes('\0')) complain('Null characters are not allowed.')
  return text
}

function limited(text: string, max: number): string {
  if (text.length > max && [...text].length > max) {
    complain(`Ensure this field has no more than ${max} characters.`)
  }
  return text
}

/** Whether a text has the form of an email address: no quotes, and a domain with a dot. */
export function isEmail(text: string): boolean {
  return /^[^\s@<>()[\]\\,;:"\p{C}]+@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u.test(text)
}

const formats = {
  EMAIL(text: string) {
    return isEmail(text) ? text.toLowerCase() : complain('Enter a valid email address.')
  },
  USERNAME(text: string) {
    if (!/^[\p{L}\p{N}@.+_-]+$/u.test(text)) {
      complain(
        'Enter a valid username. ' +
          'This value may contain only letters, numbers, and @/./+/-/_ characters.',
      )
    }
    return text.toLowerCase()
  },
}

function textReader(rule: TextRule, filled: boolean): Read {
  const { max = 255, format, blank = '', orNull = false, blankIsNull = false } = rule
  return (raw) => {
    if (raw === null) return orNull || blankIsNull ? null : blank
    const text = limited(rawText(raw).trim(), max)
    if (text === '') {
      if (filled) complain('This field may not be blank.')
      return blankIsNull ? null : blank
    }
    return format ? formats[format](text) : text
  }
}

function passwordReader(rule: TextRule, filled: boolean): Read {
  return (raw) => {
    if (raw === null) return undefined
    const text = limited(rawText(raw), rule.max ?? 4096)
    if (text === '' && filled) complain('This field may not be blank.')
    return text
  }
}

/** A whole number as a JSON number or a string of digits, of any size. */
function integer(raw: unknown): number {
  const number = typeof raw === 'string' && /^-?\d+$/.test(raw.trim()) ? Number(raw) : raw
  if (typeof number !== 'number' || !Number.isInteger(number)) {
    complain('A valid integer is required.')
  }
  return number
}

function integerReader(rule: { min?: number; default?: number }): Read {
  const { min = -maxInt - 1 } = rule
  return (raw) => {
    if (raw === null) return rule.default ?? null
    const number = integer(raw)
    if (number < min) complain(`Ensure this value is greater than or equal to ${min}.`)
    if (number > maxInt) complain(`Ensure this value is less than or equal to ${maxInt}.`)
    return number
  }
}

/** An id out of range is 0, which no object has: it is answered like any unknown id (1.1). */
export function readId(raw: unknown): number {
  const number = integer(raw)
  return number > 0 && number <= maxInt ? number : 0
}

function referenceReader(rule: { checked?: boolean }): Read {
  return (raw) => {
    if (raw === null) return null
    const id = readId(raw)
    if (id === 0 && rule.checked) {
      complain(`Invalid pk "${String(raw).trim()}" - object does not exist.`)
    }
    return id
  }
}

function readFloat(raw: unknown): unknown {
  if (raw === null) return null
  const numeric = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/
  const number = typeof raw === 'string' && numeric.test(raw.trim()) ? Number(raw) : raw
  if (typeof number !== 'number' || !Number.isFinite(number))
    complain('A valid number is required.')
  return number
}

function readBoolean(raw: unknown): boolean {
  if (raw === true || raw === 1 || yes.has(raw)) return true
  if (raw === false || raw === 0 || no.has(raw)) return false
  return complain(raw === null ? 'This field may not be null.' : 'Must be a valid boolean.')
}

function momentReader(parse: (text: string) => string | undefined, message: string): Read {
  return (raw) => {
    if (raw === null) return null
    return (typeof raw === 'string' && parse(raw.trim())) || complain(message)
  }
}

function depth(value: unknown): number {
  if (value === null || typeof value !== 'object') return 0
  let deepest = 0
  let level: unknown[] = [value]
  while (level.length > 0 && deepest <= 20) {
    deepest += 1
    level = level.flatMap((item) =>
      Object.values(item as object).filter((inner) => inner !== null && typeof inner === 'object'),
    )
  }
  return deepest
}

function readJson(raw: unknown): unknown {
  if (depth(raw) > 20) complain('Value must be valid JSON.')
  const text = JSON.stringify(raw)
  // PostgreSQL stores neither NUL nor half a surrogate pair; JSON.stringify escapes both.
  if (/\\u(0000|d[89a-f])/.test(text.replaceAll('\\\\', ''))) complain('Value must be valid JSON.')
  limited(text, 20_000)
  return raw
}

function valueReader(type: GraphQLInputType, field: Declared): Read {
  const filled = directive(field, 'filled') !== undefined
  switch (getNamedType(type).name) {
    case 'String':
      return textReader(directive(field, 'text') ?? {}, filled)
    case 'Password':
      return passwordReader(directive(field, 'text') ?? {}, filled)
    case 'Int': {
      const reference = directive(field, 'reference')
      return reference
        ? referenceReader(reference)
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

const jsonNames: Record<string, string> = { boolean: 'bool', string: 'str', object: 'dict' }

/** What DRF-shaped messages call the type of a JSON value: `list`, `dict`, `str`, `int`, … */
export function typeName(raw: unknown): string {
  if (Array.isArray(raw)) return 'list'
  if (raw === null) return 'NoneType'
  if (typeof raw === 'number') return Number.isInteger(raw) ? 'int' : 'float'
  return jsonNames[typeof raw] as string
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
 * A reader for the input object of one argument.
 *
 * @param nameOf what a field is called in the raw object: snake_case on the wire, itself in the core
 */
export function inputReader(
  argument: GraphQLArgument,
  nameOf: (field: string) => string = (field) => field,
): (raw: Record<string, unknown>) => Reading {
  const type = getNullableType(argument.type)
  if (!isInputObjectType(type)) throw new GraphQLError(`${argument.name} is no input object`)
  const required = new Set((directive(argument, 'required')?.fields ?? []) as string[])
  const ignored = new Set((directive(argument, 'ignored')?.fields ?? []) as string[])
  const fields = Object.values(type.getFields())
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
