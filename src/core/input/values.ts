/**
 * Readers of single input values: the coercions, limits and validation errors of test/spec/01.2,
 * 01.5. Values already coerced by GraphQL pass unchanged.
 */
import type { ValidationErrors } from '../../base/errors.ts'
import { capitalized } from '../../base/names.ts'
import { integerIn, maxInt, orNull, parsing, readOr, WrongValue, wrong } from '../../base/values.ts'
import { isHarmlessUrl } from './web-urls.ts'

export interface InputReading {
  /** The valid fields, by name in camelCase. */
  value: Record<string, unknown>
  validationErrors?: ValidationErrors
}

/** Reads all fields; omits those that are undefined. */
export function readAll<Field>(
  fields: Iterable<readonly [name: string, Field]>,
  read: (field: Field, name: string) => unknown,
): InputReading {
  const value: Record<string, unknown> = {}
  let validationErrors: ValidationErrors | undefined
  for (const [name, field] of fields) {
    const found = readOr(
      () => read(field, name),
      (error) => error,
    )
    if (found instanceof WrongValue) {
      validationErrors ??= {}
      validationErrors[name] = found.inside ?? [found.message]
    } else if (found !== undefined) value[name] = found
  }
  return validationErrors ? { value, validationErrors } : { value }
}

export const required = 'This field is required.'
export const blankText = 'This field may not be blank.'

const yes = wordForms(['true', 't', 'yes', 'y', 'on', '1'])
const no = wordForms(['false', 'f', 'no', 'n', 'off', '0'])

function wordForms(words: string[]): Set<unknown> {
  return new Set(words.flatMap((word) => [word, capitalized(word), word.toUpperCase()]))
}

interface TextRule {
  min?: number
  max?: number
  format?: 'EMAIL' | 'USERNAME' | 'COLOR' | 'ICON' | 'URL'
  blank?: string
  orNull?: boolean
  blankIsNull?: boolean
}

/** For characters that PostgreSQL cannot store. */
export const noNulls = 'Null characters are not allowed.'

/** Returns the same value with every number as the text that was sent. */
export type AsSent = () => unknown

/** `asSent` is set if the value comes from a raw body. */
export type ReadValue = (raw: unknown, asSent?: AsSent) => unknown

/** A text, or the sent digits of a number; checked for characters that PostgreSQL cannot store. */
function rawText(raw: unknown, asSent?: AsSent): string {
  const text = typeof raw === 'number' ? asSent?.() : raw
  if (typeof text !== 'string' || !text.isWellFormed()) wrong('Not a valid string.')
  if (text.includes('\0')) wrong(noNulls)
  return text
}

function limited(text: string, max: number): string {
  if (text.length > max && [...text].length > max) {
    wrong(`Ensure this field has no more than ${max} characters.`)
  }
  return text
}

/**
 * Whether a text has the form of an email address: at most 64 characters before the @, as mail
 * servers accept no more, no quotes, and a domain with a dot.
 */
function isEmail(text: string): boolean {
  return /^[^\s@<>()[\]\\,;:"\p{C}]{1,64}@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u.test(text)
}

const formats = {
  EMAIL(text: string) {
    const lower = text.toLowerCase()
    return isEmail(lower) ? lower : wrong('Enter a valid email address.')
  },
  USERNAME(text: string) {
    if (!/^[\p{L}\p{N}@.+_-]+$/u.test(text)) {
      wrong(
        'Enter a valid username. ' +
          'This value may contain only letters, numbers, and @/./+/-/_ characters.',
      )
    }
    return text.toLowerCase()
  },
  COLOR(text: string) {
    if (!/^#?[\dA-Fa-f]{6}$/.test(text)) wrong('Enter a valid hex color.')
    return `#${text.slice(-6)}`
  },
  // Unknown icon names are accepted (test/spec/08).
  ICON(text: string, blank: string) {
    return /^(golf|customicon(-[a-z]+)+)$/.test(text) ? text : blank
  },
  URL(text: string) {
    return isHarmlessUrl(text) ? text : wrong('Enter a valid URL.')
  },
}

export function textReader(rule: TextRule, filled: boolean): ReadValue {
  const { max = 255, format, blank = '', orNull = false, blankIsNull = false } = rule
  return (raw, asSent) => {
    if (raw === null) return orNull || blankIsNull ? null : blank
    const text = limited(rawText(raw, asSent).trim(), max)
    if (text === '') {
      if (filled) wrong(blankText)
      return blankIsNull ? null : blank
    }
    // Checked last, as some letters become longer in lower case.
    return format ? limited(formats[format](text, blank), max) : text
  }
}

/** The error of a new password that is too short (test/spec/09, 10). */
export function tooShort(password: string, min = 8): string | undefined {
  if ([...password].length >= min) return undefined
  return `This password is too short. It must contain at least ${min} characters.`
}

export function passwordReader({ min = 0, max = 4096 }: TextRule, filled: boolean): ReadValue {
  return (raw, asSent) => {
    if (raw === null) return undefined
    const text = limited(rawText(raw, asSent), max)
    if (text === '' && filled) wrong(blankText)
    const problem = tooShort(text, min)
    return problem === undefined ? text : wrong(problem)
  }
}

const integer = (raw: unknown) => integerIn(raw) ?? wrong('A valid integer is required.')

/** The number, if it is in the range. */
export function inRange(number: number, min: number, max = maxInt): number {
  if (number < min) wrong(`Ensure this value is greater than or equal to ${min}.`)
  return number <= max ? number : wrong(`Ensure this value is less than or equal to ${max}.`)
}

export function integerReader(rule: {
  min?: number
  default?: number
  clamp?: boolean
}): ReadValue {
  const { min = -maxInt - 1, clamp = false } = rule
  return (raw) => {
    if (raw === null) return rule.default ?? null
    const number = integer(raw)
    return clamp ? Math.max(min, Math.min(number, maxInt)) : inRange(number, min)
  }
}

/** An id out of range becomes 0, and so is answered like any unknown id (test/spec/01.1). */
export function readId(raw: unknown): number {
  const number = integer(raw)
  return number > 0 && number <= maxInt ? number : 0
}

/** The id of a trip, whose existence is checked once the caller is known. */
export function readTripId(raw: unknown): number | null {
  if (raw === null) return null
  return readId(raw) || wrong(`Invalid pk "${String(raw).trim()}" - object does not exist.`)
}

export function readFloat(raw: unknown): unknown {
  if (raw === null) return null
  const numeric = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/
  const number = typeof raw === 'string' && numeric.test(raw.trim()) ? Number(raw) : raw
  return Number.isFinite(number) ? number : wrong('A valid number is required.')
}

export function readBoolean(raw: unknown): boolean {
  if (raw === true || raw === 1 || yes.has(raw)) return true
  if (raw === false || raw === 0 || no.has(raw)) return false
  return wrong(raw === null ? 'This field may not be null.' : 'Must be a valid boolean.')
}

/** One of these words; throws for anything else. */
export const validChoice = (raw: unknown, words: readonly string[]): string =>
  words.find((word) => word === raw) ?? wrong(`"${String(raw)}" is not a valid choice.`)

export const momentReader = (parse: (text: string) => string | undefined, sentence: string) =>
  orNull(parsing(sentence, (text) => parse(text.trim())))

const nests = (value: unknown) => typeof value === 'object' && value !== null

function depth(value: unknown): number {
  let deepest = 0
  let level = [value].filter(nests)
  while (level.length > 0 && deepest <= 20) {
    deepest += 1
    level = level.flatMap((item) => Object.values(item as object).filter(nests))
  }
  return deepest
}

/** The value at a key, but at the one that a copy of its object would lose: it throws. */
const kept = (key: string, value: unknown) =>
  key === '__proto__' ? wrong('Value must be valid JSON.') : value

export function readJson(raw: unknown): unknown {
  if (depth(raw) > 20) wrong('Value must be valid JSON.')
  const text = JSON.stringify(raw, kept)
  // PostgreSQL stores neither NUL nor half a surrogate pair; JSON.stringify escapes both.
  if (/\\u(0000|d[89a-f])/.test(text.replaceAll('\\\\', ''))) wrong('Value must be valid JSON.')
  limited(text, 20_000)
  return raw
}

const jsonNames: Record<string, string> = { boolean: 'bool', string: 'str', object: 'dict' }

/** The name of a JSON value's type in DRF-style messages: `list`, `dict`, `str`, `int`, … */
export function typeName(raw: unknown): string {
  if (Array.isArray(raw)) return 'list'
  if (raw === null) return 'NoneType'
  if (typeof raw === 'number') return Number.isInteger(raw) ? 'int' : 'float'
  return jsonNames[typeof raw] as string
}
