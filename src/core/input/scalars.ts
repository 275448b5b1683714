/**
 * The scalars: strict on input, in the specified form on output (test/spec/01.2, 01.3). Inside the
 * service, a moment is an ISO 8601 string in UTC and a day is `YYYY-MM-DD`; not a `Date`, which
 * would turn 30 February into 2 March.
 */
import { GraphQLScalarType } from 'graphql'
import { parseDate } from '../../base/dates.ts'
import { parsing } from '../../base/values.ts'

export const wrongDateTime =
  'Datetime has wrong format. Use one of these formats instead: ' +
  'YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].'
export const wrongDate = 'Date has wrong format. Use one of these formats instead: YYYY-MM-DD.'

const dateTimeForm =
  /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?(Z|[+-]\d\d(?::?\d\d)?)?$/

/**
 * The moment in UTC, `YYYY-MM-DDTHH:MM:SS[.ffffff]Z`, else undefined. Without an offset the text is
 * UTC. Years 1 to 9999, after conversion too.
 */
export function parseDateTime(text: string): string | undefined {
  const [, date = '', hour, minute, second = '00', fraction = '', offset = 'Z'] =
    dateTimeForm.exec(text) ?? []
  if (parseDate(date) === undefined) return undefined
  const [offsetHours, offsetMinutes] =
    offset === 'Z' ? [0, 0] : [Number(offset.slice(1, 3)), Number(offset.slice(-2))]
  const shift = offset.length === 3 ? offsetHours * 60 : offsetHours * 60 + offsetMinutes
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  if (offsetHours > 23 || offsetMinutes > 59) return undefined
  const local = Date.parse(`${date}T${hour}:${minute}:${second}Z`)
  const moment = new Date(local - (offset.startsWith('-') ? -shift : shift) * 60_000)
  const iso = moment.toISOString()
  // Years of more digits have a sign, which sorts before them.
  if (iso < '0001') return undefined
  return `${iso.slice(0, 19)}${fraction && `.${fraction.slice(0, 6)}`}Z`
}

export const dateTime = parsing(
  'must be a date and time such as 2031-01-02T09:00:00Z',
  parseDateTime,
)

/**
 * The value of a list filter: a moment, also as a bare date or with a blank for `+`
 * (test/spec/01.8).
 */
export function parseFilterMoment(text: string): string | undefined {
  const trimmed = text.trim()
  return parseDateTime(trimmed.replace(' ', '+')) ?? (parseDate(trimmed) && `${trimmed}T00:00:00Z`)
}

/**
 * Accepts any value: input.ts and arguments.ts validate it, so that errors are reported by field,
 * with those of all other fields (test/core/input/scalar-errors).
 */
const DateTime = new GraphQLScalarType<unknown, string>({
  name: 'DateTime',
  serialize(value) {
    const iso = value instanceof Date ? value.toISOString() : String(value)
    return iso.length === 20 ? iso : `${iso.slice(0, 19)}Z`
  },
})

const GregorianDate = new GraphQLScalarType<unknown, string>({
  name: 'Date',
  serialize: (value) => (value instanceof Date ? value.toISOString().slice(0, 10) : String(value)),
})

const Json = new GraphQLScalarType({ name: 'JSON' })
const Password = new GraphQLScalarType({ name: 'Password' })

export const scalars = { DateTime, Date: GregorianDate, JSON: Json, Password }
