/**
 * An object as mail last reported it: stored with it, never exposed
 * (test/mail/filing/newer-reports).
 */
import { sha256 } from '../../base/hashes.ts'
import { because, type Explanation } from '../reading/reasons.ts'
import { type Reservation, type Ticket, unknownAge } from '../reading/reservation.ts'

/** A reservation, and when it was reported. */
export type ReportedReservation = Reservation & { saidAt: string }

/** The day of a report, to show: `2031-03-05`. */
export const dayOfReport = ({ saidAt, saidOn }: ReportedReservation): string =>
  saidOn ?? saidAt.slice(0, 10)

export interface Booking {
  /** In plain words; '' if no message names it. */
  provider: string
  /** In lower case, without blanks; '' without a number. */
  code: string
  leg: string
  /** The code is the UID of a calendar event, not the number of a booking. */
  isUid?: true
}

type Value = string | number | boolean | null

/** The column `reservation_said`. */
export interface LastReport {
  /** ISO 8601 in UTC. */
  saidAt: string
  sequence?: number
  /** The trip of the object at that time; if it is now in another, a person has moved it. */
  tripId: number
  /** The one it was created from comes first; others are from agencies. */
  bookings: Booking[]
  /** The reported value of each field, even if it was not written; long text as its hash. */
  fields: Record<string, Value>
  /** What each passenger, guest or room has; absent if no message names any. */
  tickets?: readonly Ticket[]
}

const maxValueLength = 255

/** Whether two values of a field are equal, whether from the row, a message or memory. */
export const isSame = (one: unknown, other: unknown) => remembered(one) === remembered(other)

/** A value in the form that is stored: times to the second, as precise as messages are. */
export function remembered(value: unknown): Value {
  if (value instanceof Date) return secondOf(value)
  if (typeof value === 'string') {
    if (/^[+-]?\d{4,6}-\d\d-\d\dT.*Z$/.test(value)) return secondOf(new Date(value))
    return value.length <= maxValueLength ? value : hashOf(value)
  }
  return typeof value === 'number' || typeof value === 'boolean' ? value : null
}

const hashOf = (text: string) => `sha256:${sha256(text)}`

const secondOf = (moment: Date) =>
  Number.isNaN(moment.getTime()) ? null : `${moment.toISOString().slice(0, 19)}Z`

type Age = Pick<Reservation, 'saidAt' | 'sequence'>

/**
 * Whether one is an older version: by SEQUENCE if both have one, else by time. One of unknown age
 * may always be older.
 */
export function isOlder(one: Age, other: Age): boolean {
  if (one.sequence !== undefined && other.sequence !== undefined && one.sequence !== other.sequence)
    return one.sequence < other.sequence
  return one.saidAt === unknownAge || Date.parse(one.saidAt ?? '') < Date.parse(other.saidAt ?? '')
}

/** Why a reservation that is older than what is known is left out. */
export const outdated = ({ saidAt }: Age): Explanation =>
  because(saidAt === unknownAge ? 'undated' : 'outdated')
