/** Which trips a reservation belongs to (test/mail/filing). */

import { prepared } from '../../domain/hot-path/sql.ts'
import type { Queryable } from '../../outside/database/database.ts'
import { granted, has } from '../../permissions/access.ts'
import { type Reservation, reservationKinds } from '../reading/reservation.ts'
import { type Scheduled, scheduled } from '../reading/times.ts'

/** A trip that the owner of a message may file in. */
export interface OpenTrip {
  id: number
  timezone: string
  /** With the day of grace; null for a trip without dates. */
  firstDay: string | null
  lastDay: string | null
  canEditExpenses: boolean
}

/** Lower case, without blanks: how numbers of reservations are compared. */
export const plainCode = (code: string) => code.replace(/\s+/g, '').toLowerCase()

const holds = (kind: string) => `exists (select from ${kind} c
  where c.trip_id = t.id and c.deleted_at is null and (
    regexp_replace(lower(c.provider_reservation_code), '\\s', '', 'g') = any ($4::text[])
    or split_part(c.reservation_key, E'\\n', 2) = any ($4::text[])))`

const { from, where } = granted('$1', 'canEditDocuments')

/**
 * SQL: the trips where $1 may edit, documents and emails too, that lie around the days $2 to $3 or
 * hold a reservation with one of the numbers $4. The right lasts until the transaction ends.
 */
const openTrips = `select t.id, t.timezone, ${has('m', 'canEditExpenses')} as "canEditExpenses",
    case when t.has_dates then coalesce(t.starts_at, t.ends_at) - 1 end as "firstDay",
    case when t.has_dates then coalesce(t.ends_at, t.starts_at) + 1 end as "lastDay"
  from ${from} where ${where} and ${has('m', 'canEdit')}
    and ((t.has_dates and coalesce(t.starts_at, t.ends_at) <= $3::date + 3
        and coalesce(t.ends_at, t.starts_at) >= $2::date - 3)
      or (cardinality($4::text[]) > 0
        and (${reservationKinds.map(holds).join(' or ')})))
  order by t.id for share of m`

const filingHere = `select pg_advisory_xact_lock(hashtextextended('filing ' || id, 0))
  from unnest($1::int[]) as trip (id)`

/**
 * The trips that may matter for these reservations. Until the transaction ends no one else files
 * there. The trips themselves are not locked: whoever edits what is in a trip locks the trip last.
 */
export async function holdTrips(
  tx: Queryable,
  ownerId: number,
  reservations: readonly Reservation[],
): Promise<OpenTrip[]> {
  const days = reservations.flatMap(({ start }) => (start ? [start.local.slice(0, 10)] : [])).sort()
  const codes = reservations.map(({ code }) => plainCode(code)).filter((code) => code !== '')
  const values = [ownerId, days.at(0) ?? null, days.at(-1) ?? null, codes]
  const trips = await tx.query<OpenTrip>(prepared(openTrips, values))
  await tx.query(prepared(filingHere, [trips.map(({ id }) => id)]))
  return trips
}

/** The start of a reservation in a trip; undefined if nothing tells its zone. */
export function startIn({ start }: Reservation, { timezone }: OpenTrip): Scheduled | undefined {
  return start && scheduled(start, timezone)
}

/** Whether the local day of its start lies in the trip, with a day of grace on both sides. */
export function fits(reservation: Reservation, trip: OpenTrip): boolean {
  const day = startIn(reservation, trip)?.day
  if (day === undefined || trip.firstDay === null || trip.lastDay === null) return false
  return trip.firstDay <= day && day <= trip.lastDay
}
