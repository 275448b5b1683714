/** What messages have said of an object last; stored with it, seen by no one (test/mail/newer). */
import { createHash } from 'node:crypto'
import type { Reservation } from '../reading/reservation.ts'

/** A reservation of a message, which says when it was said. */
export type Told = Reservation & { saidAt: string }

export interface Booking {
  /** In plain words; '' where no message told it. */
  provider: string
  /** In lower case, without blanks; '' without a number. */
  code: string
  leg: string
}

type Value = string | number | boolean | null

/** The column `reservation_said`. */
export interface Said {
  /** ISO 8601 in UTC. */
  saidAt: string
  sequence?: number
  /** Where the object was then; elsewhere, a person has moved it. */
  tripId: number
  /** The one it was made of comes first; others are of agencies. */
  bookings: Booking[]
  /** What was told of each field, also where it was not written; long text as its hash. */
  fields: Record<string, Value>
}

const longestValue = 255

/** Whether two values of a field are one, in the row, in a message, or as they are remembered. */
export const isSame = (one: unknown, other: unknown) => remembered(one) === remembered(other)

/** A value of a field as it is remembered: times by the second, which is all that messages tell. */
export function remembered(value: unknown): Value {
  if (value instanceof Date) return secondOf(value)
  if (typeof value === 'string') {
    if (/^[+-]?\d{4,6}-\d\d-\d\dT.*Z$/.test(value)) return secondOf(new Date(value))
    return value.length <= longestValue ? value : hashOf(value)
  }
  return typeof value === 'number' || typeof value === 'boolean' ? value : null
}

const hashOf = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`

const secondOf = (moment: Date) =>
  Number.isNaN(moment.getTime()) ? null : `${moment.toISOString().slice(0, 19)}Z`

type Age = Pick<Reservation, 'saidAt' | 'sequence'>

/** Whether one is an older version than the other: by SEQUENCE where both have one, else by time. */
export function isOlder(one: Age, other: Age): boolean {
  if (one.sequence !== undefined && other.sequence !== undefined && one.sequence !== other.sequence)
    return one.sequence < other.sequence
  return Date.parse(one.saidAt ?? '') < Date.parse(other.saidAt ?? '')
}
