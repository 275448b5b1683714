/** Readers for values of records that have no rules in the SDL. */
import {
  mapped,
  matching,
  orNull,
  readAs,
  type ValueReader,
  whole,
  wrong,
} from '../../base/values.ts'
import { dateTime } from '../../core/input/scalars.ts'
import { maxObjectBytes } from '../../outside/objects/objects.ts'

/** The number of a record in the export, or of another one that it refers to. */
export const number = whole(1, 1_000_000)
export const choice: ValueReader<boolean> = (value) =>
  typeof value === 'boolean' ? value : wrong('must be true or false')
const storable = matching(
  'must be text without NUL characters',
  (value) => value.isWellFormed() && !value.includes('\0'),
)
export const text = (max: number) =>
  mapped(storable, (value) =>
    [...value].length <= max ? value : wrong(`must have no more than ${max} characters`),
  )
const aDay = 86_400_000
/** A time in the past; up to a day in the future is accepted, for clocks that differ. */
export const past = mapped(dateTime, (moment) => {
  const at = Date.parse(moment)
  const isPast = at >= 0 && at < Date.now() + aDay
  return isPast ? moment : wrong('must be neither in the future nor before 1970')
})
export const list =
  <T>(read: ValueReader<T>, max: number): ValueReader<T[]> =>
  (value) =>
    Array.isArray(value) && value.length <= max
      ? value.map((item) => read(item))
      : wrong(`must be a list of no more than ${max} elements`)
export const record =
  (fields: Record<string, ValueReader<unknown>>): ValueReader<Record<string, unknown>> =>
  (value) =>
    typeof value === 'object' && value !== null
      ? readFields(value as Record<string, unknown>, fields)
      : wrong('must be an object')

/** A file, with at most the bytes of a document. */
export const file = orNull(
  record({
    name: matching('must be a name such as files/000001.pdf', /^files\/\d{6}(\.[a-z\d]{1,10})?$/),
    bytes: whole(0, maxObjectBytes.private),
    sha256: matching('must be a SHA-256', /^[\da-f]{64}$/),
  }),
)

/** Reads all of these fields; the caller refuses others. */
export function readFields(
  raw: Record<string, unknown>,
  fields: Record<string, ValueReader<unknown>>,
) {
  const found: Record<string, unknown> = {}
  for (const [name, read] of Object.entries(fields)) {
    const value = Object.hasOwn(raw, name) ? raw[name] : wrong(`${name} is missing`)
    found[name] = readAs(name, value, read)
  }
  return found
}
