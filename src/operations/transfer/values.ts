/** The values of records, apart from those that the SDL has rules for. */
import { parseDateTime } from '../../core/input/scalars.ts'
import { maxBytes } from '../../core/input/upload-fields.ts'
import { WrongValue } from './places.ts'

export type Read = (value: unknown) => unknown

export const wrong = (sentence: string): never => {
  throw new WrongValue(sentence)
}

/** The number of a record in the export, or of another one that it refers to. */
export const number: Read = (value) =>
  Number.isInteger(value) && (value as number) > 0 && (value as number) <= 1_000_000
    ? value
    : wrong('must be the number of a record')
export const optionally =
  (read: Read): Read =>
  (value) =>
    value === null ? null : read(value)
export const choice: Read = (value) =>
  typeof value === 'boolean' ? value : wrong('must be true or false')
export const text =
  (max: number): Read =>
  (value) => {
    if (typeof value !== 'string' || !value.isWellFormed() || value.includes('\0')) {
      return wrong('must be text without NUL characters')
    }
    return [...value].length <= max ? value : wrong(`must have no more than ${max} characters`)
  }
const aDay = 86_400_000
/** A time in the past; up to a day in the future is accepted, for clocks that differ. */
export const past: Read = (value) => {
  const moment = typeof value === 'string' ? parseDateTime(value) : undefined
  if (moment === undefined) return wrong('must be a date and time')
  const at = Date.parse(moment)
  return at >= 0 && at < Date.now() + aDay
    ? moment
    : wrong('must be neither in the future nor before 1970')
}
export const moment: Read = (value) =>
  (typeof value === 'string' && parseDateTime(value)) || wrong('must be a date and time')
export const list =
  (read: Read, max: number): Read =>
  (value) =>
    Array.isArray(value) && value.length <= max
      ? value.map(read)
      : wrong(`must be a list of no more than ${max} elements`)
export const record =
  (fields: Record<string, Read>): Read =>
  (value) => {
    if (typeof value !== 'object' || value === null) return wrong('must be an object')
    return readFields(value as Record<string, unknown>, fields)
  }
/** Bytes of a file: those of a document. */
const maxFile = maxBytes.private

export const file: Read = record({
  name: (value) =>
    typeof value === 'string' && /^files\/\d{6}(\.[a-z\d]{1,10})?$/.test(value)
      ? value
      : wrong('must be a name such as files/000001.pdf'),
  bytes: (value) =>
    Number.isInteger(value) && (value as number) >= 0 && (value as number) <= maxFile
      ? value
      : wrong('must be a file size of no more than 100 MiB'),
  sha256: (value) =>
    typeof value === 'string' && /^[\da-f]{64}$/.test(value) ? value : wrong('must be a SHA-256'),
})
/** Reads all of these fields; others are for the caller to refuse. */
export function readFields(raw: Record<string, unknown>, fields: Record<string, Read>) {
  const found: Record<string, unknown> = {}
  for (const [name, read] of Object.entries(fields)) {
    const value = Object.hasOwn(raw, name) ? raw[name] : undefined
    if (value === undefined) wrong(`${name} is missing`)
    try {
      found[name] = read(value)
    } catch (error) {
      if (error instanceof WrongValue) wrong(`${name} ${error.message}`)
      throw error
    }
  }
  return found
}
