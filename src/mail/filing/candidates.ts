/**
 * Objects that an earlier message, or a person, may have created for the same reservations
 * (test/mail/filing/updates, test/mail/filing/recognised-bookings).
 */
import { mebi } from '../../base/values.ts'
import { holdReserved, type Occasions } from '../../core/queries/reserved-items.ts'
import type { RowOf } from '../../core/store/rows.ts'
import type { Queryable } from '../../outside/database/database.ts'
import { type ReservationKind, reservationKinds } from '../reading/reservation.ts'
import { dayOf } from '../reading/times/instants.ts'
import {
  type BookingFacts,
  bookingFacts,
  digitsOf,
  fieldsOfFacts,
  identifyingName,
  journeyNumber,
  plainCode,
  plainWords,
  type Values,
} from './booking-facts.ts'
import { type Asking, cancellableCodes } from './cancellations.ts'
import { type Comparisons, comparisonsPerObject } from './comparisons.ts'
import { filedKinds } from './kinds.ts'
import { type Booking, isSame, type LastReport, type ReportedReservation } from './last-report.ts'
import { namesOf, type OpenTrip, startIn } from './open-trips.ts'

export interface FilingCandidate {
  kind: ReservationKind
  id: number
  tripId: number
  /** Whether mail created or updated it. */
  isOfMail: boolean
  /** The numbers it is known by; those that people entered have no provider and no leg. */
  bookings: readonly Booking[]
  /** As it is now, and as mail last reported it. */
  facts: readonly BookingFacts[]
  /** As mail last reported it; null if that was not stored. */
  said: LastReport | null
  /** Its fields. */
  values: Values
}

export function bookingOf({
  provider,
  code,
  leg,
  isCancelled,
  fields,
}: ReportedReservation): Booking {
  // A UID is never a field of the object.
  const isUid = code !== '' && !isCancelled && fields.providerReservationCode === undefined
  return {
    provider: plainWords(provider),
    code: plainCode(code),
    leg: plainWords(leg),
    ...(isUid && { isUid }),
  }
}

/**
 * The key that finds an object: provider, number and leg of its first booking, a line each, then
 * further numbers, and the identifying name for bookings without a number.
 */
export function reservationKey(
  [first, ...others]: readonly Booking[],
  reported: ReportedReservation,
): string {
  const { provider = '', code = '', leg = '' } = first ?? {}
  const further = others.map((other) => other.code)
  return [provider, code, leg, ...further, identifyingName(reported) ?? ''].join('\n')
}

type Row = RowOf<ReservationKind>

function bookingsOf(
  { providerReservationCode, reservationKey: key }: Row,
  said: LastReport | null,
) {
  if (said) return said.bookings
  if (key === null) return [{ provider: '', code: plainCode(providerReservationCode), leg: '' }]
  const [provider = '', code = '', leg = ''] = key.split('\n')
  return [{ provider, code, leg }]
}

function candidateOf(kind: ReservationKind, row: Row, { timezone }: OpenTrip): FilingCandidate {
  // Only object-writes.ts writes this column.
  const said = row.reservationSaid as unknown as LastReport | null
  const values: Values = { ...row }
  const facts = [bookingFacts(kind, values, timezone)]
  const isAsSaid = (field: string) => isSame(values[field] || null, said?.fields[field] || null)
  if (said && !fieldsOfFacts(kind).every(isAsSaid)) {
    facts.push(bookingFacts(kind, said.fields, timezone))
  }
  const { id, tripId, reservationKey: key } = row
  const isOfMail = key !== null
  return {
    kind,
    id,
    tripId,
    isOfMail,
    said,
    facts,
    bookings: bookingsOf(row, said),
    values,
  }
}

/** Limits of the comparison with each reservation: objects, and bytes of their texts. */
const maxCandidates = 500
const maxBytes = 16 * mebi

/** The kinds that the object of a reservation may have: calendars have stays as events. */
function kindsFor({ kind, code, fields }: ReportedReservation): readonly ReservationKind[] {
  if (kind === 'hosting') return ['hosting', 'activity']
  const isOfCalendar = code !== '' && fields.providerReservationCode === undefined
  return kind === 'activity' && isOfCalendar ? ['activity', 'hosting'] : [kind]
}

/**
 * When the reservations start in the trips, and the digits of their numbers: other journeys and
 * events can only be the same if they have their number. A stay is identified by its nights, and
 * may be a calendar event.
 */
function occasionsOf(
  kind: ReservationKind,
  reported: readonly ReportedReservation[],
  trips: readonly OpenTrip[],
): Occasions | undefined {
  if (kind === 'hosting' || reported.some((one) => one.kind !== kind)) return undefined
  const [numbered, unnumbered, digits] = [new Set<string>(), new Set<string>(), new Set<string>()]
  for (const reservation of reported) {
    const some = kind === 'transportation' ? digitsOf(journeyNumber(reservation)) : ''
    if (some !== '') digits.add(some)
    for (const trip of trips) {
      const start = startIn(reservation, trip)
      if (start) (some === '' ? unnumbered : numbered).add(start.utc)
    }
  }
  return { numbered: [...numbered], unnumbered: [...unnumbered], digits: [...digits] }
}

interface HeldCandidates {
  known: FilingCandidate[]
  /** Whether one of the reservations may have been cancelled before. */
  isCancelled: boolean
}

/**
 * The live objects in these trips that may be one of the reservations: of their kinds, with one of
 * their numbers, or around their days. They are locked until the transaction ends. Undefined
 * if there are too many, or they are too large, to compare. `prepareStarts` has been called.
 */
export async function holdCandidates(
  db: Queryable,
  { ownerId, tripIds }: Asking,
  trips: readonly OpenTrip[],
  reservations: readonly ReportedReservation[],
  comparisons: Comparisons,
): Promise<HeldCandidates | undefined> {
  const byId = new Map(trips.map((trip) => [trip.id, trip]))
  const known: FilingCandidate[] = []
  const most = { rows: maxCandidates, bytes: maxBytes }
  const codes = cancellableCodes(reservations)
  let cancelling = codes.length > 0 ? { ownerId, codes } : undefined
  let isCancelled = false
  for (const kind of reservationKinds) {
    const reported = reservations.filter((reservation) => kindsFor(reservation).includes(kind))
    if (trips.length === 0 || reported.length === 0) continue
    const days = new Set(reported.flatMap(({ start }) => (start ? [dayOf(start)] : [])))
    const replaces = kind === 'activity'
    const deletes = reported.some((one) => one.isCancelled || (replaces && one.kind !== kind))
    const occasions = occasionsOf(kind, reported, trips)
    const wanted = {
      tripIds,
      names: namesOf(reported),
      days: [...days],
      occasions,
      cancelling,
      most,
    }
    const held = await holdReserved<ReservationKind>(db, filedKinds[kind], wanted, deletes)
    if (!held) return undefined
    // Asked with the first kind alone.
    cancelling = undefined
    isCancelled ||= held.isCancelled
    most.rows -= held.rows.length
    most.bytes -= held.bytes
    for (const row of held.rows) {
      const trip = byId.get(row.tripId)
      if (trip) known.push(candidateOf(kind, row, trip))
      comparisons.count(comparisonsPerObject)
      await comparisons.giveWay()
    }
  }
  return { known, isCancelled }
}
