/**
 * The items to which bookings may belong (test/mail/filing/updates, test/mail/receiving/limits).
 */
import { snakeCase } from '../../base/names.ts'
import type { Queryable } from '../../outside/database/database.ts'
import type { ItemName } from '../parent-kinds.ts'
import type { TimedKind } from '../store/kinds.ts'
import {
  type Bind,
  binder,
  type Field,
  fields,
  fieldsOf,
  outer,
  type RowOf,
  rowsOf,
  typed,
} from '../store/rows.ts'
import { weightOf } from '../store/weights.ts'

/** Journeys or events that an item may be without having their reservation code. */
export interface Occasions {
  /** When those with a number start: `2031-04-18T07:10:00Z`. */
  numbered: readonly string[]
  /** When the others do. */
  unnumbered: readonly string[]
  /** Of each number, digits that it has in this order: `123` of `AP 01 23`. */
  digits: readonly string[]
}

interface Wanted {
  /** Trips in which the caller may file, already locked. */
  tripIds: readonly number[]
  /** Reservation codes. */
  names: readonly string[]
  /** UTC days. */
  days: readonly string[]
  /**
   * Of the items around these days, only those that, now or as mail last reported them, have the
   * digits of one of these, or its start unless both have numbers; all of them if it is absent.
   */
  occasions?: Occasions | undefined
  /** Whose cancellations of these reservations are asked for; none if it is absent. */
  cancelling?: Cancelling | undefined
  /** Limits on rows, and on bytes of their texts. */
  most: { rows: number; bytes: number }
}

interface Cancelling {
  ownerId: number
  /** Reservation codes, as cancellations have them. */
  codes: readonly string[]
}

interface ReservedItems<Name extends ItemName> {
  /** Complete rows by ascending id, as they are under the lock. */
  rows: RowOf<Name>[]
  bytes: number
  /**
   * Whether an email of the owner, or one in these trips, cancels one of the reservations that are
   * asked for.
   */
  isCancelled: boolean
}

/** SQL: the item `c` may be one of the occasions. */
function mayBeOneOf(
  { times, texts }: TimedKind,
  { numbered, unnumbered, digits }: Occasions,
  bind: Bind,
): string {
  const reported = (field: string) => `c.reservation_said #>> '{fields,${field}}'`
  const start = `c.${snakeCase(times.start)}`
  const startsAt = (starts: readonly string[]) => {
    if (starts.length === 0) return 'false'
    // Typed as they are compared: a cast would be made for every row.
    return `date_trunc('second', ${start}) = any (${bind(starts)}::timestamptz[])
      or ${reported(times.start)} = any (${bind(starts)}::text[])`
  }
  const isOpen = `(${startsAt(unnumbered)})`
  const { number } = texts
  if (!number || digits.length === 0) return isOpen
  const patterns = `${bind(digits.map((some) => `%${[...some].join('%')}%`))}::text[]`
  const [now, before] = [`c.${snakeCase(number)}`, reported(number)]
  const has = [now, before].map((form) => `${form} like any (${patterns})`)
  const lacks = `coalesce(${now}, '') = ''
      or c.reservation_said is not null and coalesce(${before}, '') = ''`
  return `(${isOpen} or (${startsAt(numbered)}) and (${lacks}) or ${has.join(' or ')})`
}

/** SQL: an email of the owner, or one in the trips, cancels one of these reservations. */
function isCancelledBy({ ownerId, codes }: Cancelling, trips: string, bind: Bind): string {
  const ones = codes.map((code) => JSON.stringify([{ code }]))
  return `exists (select from email e where e.cancellations is not null
      and e.cancellations @> any (${bind(ones)}::jsonb[])
      and (e.owner_id = ${bind(ownerId)} or e.trip_id = any (${trips}::int[])))`
}

/**
 * Locks and reads the active items of a kind in these trips that have one of the names, or start
 * around one of the days; undefined, without reading, if they exceed a limit. As in the triggers,
 * hostings must be locked before activities. With `deletes`, the caller may then delete them.
 */
export async function holdReserved<Name extends ItemName>(
  db: Queryable,
  kind: TimedKind<Name>,
  { tripIds, names, days, occasions, cancelling, most }: Wanted,
  deletes: boolean,
): Promise<ReservedItems<Name> | undefined> {
  const { name, times } = kind
  const { values, bind } = binder()
  const start = `c.${snakeCase(times.start)}`
  const trips = bind(tripIds)
  const isNamed = `c.reservation_codes && ${bind(names)}::text[]`
  const mayBe = occasions ? mayBeOneOf(kind as TimedKind, occasions, bind) : 'true'
  // Local days differ from UTC days by up to 14 hours. Ordered by `id` alone, PostgreSQL expects to
  // reach the limit early, and walks the primary key through the rows of all accounts.
  const found = `${name} c
    where c.trip_id = any (${trips}::int[]) and c.deleted_at is null
      and (${isNamed}
        or exists (select from unnest(${bind(days)}::timestamptz[]) as day
          where ${start} >= day - interval '15 hours' and ${start} < day + interval '39 hours')
          and ${mayBe})
    order by c.id + 0 limit ${bind(most.rows + 1)}`
  // Deletion also hides what is attached to an item, which must be locked first.
  if (deletes) {
    const text = `select hold_attached('${name}', id) from (select c.id from ${found}) as held`
    await db.query({ text, values: [...values] })
  }
  const whole = Object.keys(fieldsOf(name)) as Field<Name>[]
  const columns = outer(fields(name, 'c', whole))
  const sums = typed<Sums>('s.count, s.bytes, s."isCancelled"')
  const isCancelled = cancelling ? isCancelledBy(cancelling, trips, bind) : 'false'
  const isWithin = `s.count <= ${bind(most.rows)} and s.bytes <= ${bind(most.bytes)}`
  const text = (of: string) => `
    with held as materialized (select c.* from ${found} for no key update of c),
    sums as (select count(*)::int as count,
        coalesce(sum(${weightOf(new Set(whole))}), 0)::int as bytes,
        ${isCancelled} as "isCancelled"
      from held c)
    select ${of} from sums s left join held c on ${isWithin} order by c.id`
  const both = typed<Sums & RowOf<Name>>(`${sums}, ${columns}`)
  const rows = await rowsOf(db, both, text, values)
  const [{ count, bytes, isCancelled: is } = { count: 0, bytes: 0, isCancelled: false }] = rows
  if (count > most.rows || bytes > most.bytes) return undefined
  return { rows: count === 0 ? [] : rows, bytes, isCancelled: is }
}

type Sums = { count: number; bytes: number; isCancelled: boolean }
