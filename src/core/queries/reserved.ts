/** The items to which bookings may belong (test/mail/updates, test/mail/limits). */
import { snakeCase } from '../../base/names.ts'
import type { Queryable } from '../../outside/database/database.ts'
import type { ItemName } from '../parent-kinds.ts'
import type { TimedKind } from '../store/kinds.ts'
import { type Field, fields, fieldsOf, outer, type RowOf, rowsOf, typed } from '../store/rows.ts'
import { weightOf } from '../store/weights.ts'

interface Wanted {
  /** Trips in which the caller may file, already locked. */
  tripIds: readonly number[]
  /** Reservation codes. */
  names: readonly string[]
  /** UTC days. */
  days: readonly string[]
  /** Limits on rows, and on bytes of their texts. */
  most: { rows: number; bytes: number }
}

export interface ReservedItems<Name extends ItemName> {
  /** Complete rows by ascending id, as they are under the lock. */
  rows: RowOf<Name>[]
  bytes: number
}

/**
 * Locks and reads the active items of a kind in these trips that have one of the names, or start
 * around one of the days; undefined, without reading, if they exceed a limit. As in the triggers,
 * hostings must be locked before activities. With `deletes`, the caller may then delete them.
 */
export async function holdReserved<Name extends ItemName>(
  db: Queryable,
  { name, times }: TimedKind<Name>,
  { tripIds, names, days, most }: Wanted,
  deletes: boolean,
): Promise<ReservedItems<Name> | undefined> {
  const start = `c.${snakeCase(times.start)}`
  // Local days differ from UTC days by up to 14 hours.
  const found = `${name} c
    where c.trip_id = any ($1::int[]) and c.deleted_at is null
      and (c.reservation_codes && $2::text[]
        or exists (select from unnest($3::text[]::timestamptz[]) as day
          where ${start} >= day - interval '15 hours' and ${start} < day + interval '39 hours'))
    order by c.id limit $4`
  const values = [tripIds, names, days, most.rows + 1]
  // Deletion also hides what is attached to an item, which must be locked first.
  if (deletes) {
    const text = `select hold_attached('${name}', id) from (select c.id from ${found}) as held`
    await db.query({ text, values })
  }
  const whole = Object.keys(fieldsOf(name)) as Field<Name>[]
  const columns = outer(fields(name, 'c', whole))
  const sums = typed<{ count: number; bytes: number }>('s.count, s.bytes')
  const text = (of: string) => `
    with held as materialized (select c.* from ${found} for no key update of c),
    sums as (select count(*)::int as count,
        coalesce(sum(${weightOf(new Set(whole))}), 0)::int as bytes
      from held c)
    select ${of} from sums s left join held c on s.count <= $5 and s.bytes <= $6 order by c.id`
  const both = typed<{ count: number; bytes: number } & RowOf<Name>>(`${sums}, ${columns}`)
  const rows = await rowsOf(db, both, text, [...values, most.rows, most.bytes])
  const [{ count, bytes } = { count: 0, bytes: 0 }] = rows
  if (count > most.rows || bytes > most.bytes) return undefined
  return { rows: count === 0 ? [] : rows, bytes }
}
