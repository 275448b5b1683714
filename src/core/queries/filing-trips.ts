/** The trips in which an account may file its booking emails (test/mail/filing). */
import type { Queryable } from '../../outside/database/database.ts'
import { lockOfName } from '../../outside/database/locks/names.ts'
import { accessFrom, accessWhere, has } from '../access.ts'
import { parentItems } from '../parent-kinds.ts'
import { fields, rowsOf, typed } from '../store/rows.ts'

interface FilingSearch {
  userId: number
  /** Days, of which the trips lie around one or more. */
  days: readonly string[]
  /** Reservation codes, of which an item of the trips has one. */
  names: readonly string[]
  /** Trips at most. */
  most: number
}

export interface FilingTrip {
  id: number
  name: string
  timezone: string
  /** With the day of grace; null for a trip without dates. */
  firstDay: string | null
  lastDay: string | null
  canEditExpenses: boolean
}

/** SQL: the trips that hold an active item with one of the names `$4`. */
const named = parentItems
  .map(
    (kind) => `select c.trip_id from ${kind} c
      where c.deleted_at is null and c.reservation_codes && $4::text[]`,
  )
  .join(' union ')

/**
 * SQL: the memberships of `$1` in the trips that may matter, by the id of the trip. What is named
 * is joined: within the condition, PostgreSQL expects to look for it once for each trip, and scans
 * the trips of all accounts instead.
 */
const found = `${accessFrom} left join named on named.trip_id = m.trip_id
    where m.user_id = $1 and ${accessWhere} and ${has('m', 'canEdit')}
      and ${has('m', 'canEditDocuments')}
      -- Further than any zone moves a day.
      and (t.has_dates and coalesce(t.starts_at, t.ends_at) <= $3::date + 3
          and coalesce(t.ends_at, t.starts_at) >= $2::date - 3
        or named.trip_id is not null)
    order by t.id limit $5`

/**
 * The trips around the days or with one of the names in which the user may edit items and
 * documents, by ascending id. Until the transaction ends the user may file there, and no other
 * message is filed. The trips themselves are not locked: every edit within a trip locks the trip
 * last. Memberships are held first, then the filing in the trips, each by id.
 */
export function holdFilingTrips(
  db: Queryable,
  { userId, days, names, most }: FilingSearch,
): Promise<FilingTrip[]> {
  const [first = null, last = first] = [days.toSorted().at(0), days.toSorted().at(-1)]
  // Days are compared as texts, with four digits of the year: the day after the last is that day.
  const columns = typed<Omit<FilingTrip, 'id' | 'name' | 'timezone'>>(
    `case when t.has_dates then coalesce(t.starts_at, t.ends_at) - 1 end as "firstDay",
      case when t.has_dates then least(coalesce(t.ends_at, t.starts_at), date '9999-12-30') + 1
        end as "lastDay",
      ${has('m', 'canEditExpenses')} as "canEditExpenses"`,
  )
  const own = fields('trip', 't', ['id', 'name', 'timezone'])
  // The array has all of them before the first is locked.
  const text = (list: string) => `with named as materialized (${named}),
    held as materialized (
      select ${list} from ${found} for share of m),
    locked as materialized (
      select count(*) filter (where ${lockOfName(`'filing ' || id`)} is not null)
      from unnest((select array_agg(h.id order by h.id) from held h)) as id)
    select held.* from held cross join locked order by held.id`
  const list = typed<FilingTrip>(`${own}, ${columns}`)
  return rowsOf(db, list, text, [userId, first, last, names, most])
}
