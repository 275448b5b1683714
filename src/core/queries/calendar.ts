/**
 * The content of a calendar feed (test/surfaces/calendar): the trips that an account owns or has
 * joined, and their items. Prices, documents and emails are left out, because other programs copy
 * feeds.
 */
import { snakeCase } from '../../base/names.ts'
import type { Queryable } from '../../outside/database/database.ts'
import { accessFrom, accessWhere } from '../access.ts'
import { type CalendarText, type RowKind, type TimedKind, timedKinds } from '../store/kinds.ts'
import { fields, prepared, type RowOf, rowsOf } from '../store/rows.ts'

const settings = [
  'id',
  'calendarEmojis',
  'calendarHiddenCategories',
  'calendarLodgingsAllDay',
  'calendarTripsAllDay',
] as const
/** The account of a feed, with its profile settings. */
export type CalendarOwner = Pick<RowOf<'account'>, (typeof settings)[number]>

/** The account with that secret; undefined for an unknown one. */
export async function calendarOwner(
  db: Queryable,
  identifier: string,
): Promise<CalendarOwner | undefined> {
  // Found by its hash: searching for the secret itself would reveal by timing how much of it is
  // right.
  const text = (columns: string) => `select ${columns} from account u
    where hashtextextended(u.calendar_identifier, 0) = hashtextextended($1, 0)
      and u.calendar_identifier = $1`
  const [owner] = await rowsOf(db, fields('account', 'u', settings), text, [identifier])
  return owner
}

/** An entry of a calendar; the times of a trip are days. */
export interface CalendarEntry {
  kind: RowKind['name']
  id: number
  /** At least one of the two is set. */
  startsAt: string | null
  endsAt: string | null
  /** The time zones to try, in order: the item's, then its trip's. */
  startZones: string[]
  endZones: string[]
  createdAt: string
  updatedAt: string
  /** The texts, cut to 2,000 characters. */
  facts: Facts
}

/** The facts of an entry. Those of a single kind, such as locations, are in ../store/kinds.ts. */
export interface Facts extends Partial<Record<CalendarText, string>> {
  name: string
  /** The name of the item's trip. */
  trip?: string
  type?: string
  allDay?: boolean
  latitude?: number | null
  longitude?: number | null
  website?: string
  description?: string
  notes?: string
  phone?: string
  reservation?: string
  reservationDetails?: string
}

interface Wanted {
  userId: number
  /** Includes only entries that end at or after this moment, ISO 8601. */
  since: string
  /** Types and kinds to leave out. */
  hidden: readonly string[]
  /** Limits on entries and on bytes of their texts; the earliest are left out first. */
  maxEntries: number
  maxBytes: number
}

/** SQL: names of facts and their texts, for `json_build_object`. */
function texts(columns: Record<string, string>): string {
  const pairs = Object.entries(columns).map(([name, column]) => `'${name}', left(${column}, 2000)`)
  return pairs.join(', ')
}

const common = {
  name: 'c.name',
  trip: 't.name',
  website: 'c.website',
  description: 'c.description',
  notes: 'c.notes',
  phone: 'c.phone',
  reservation: 'c.provider_reservation_code',
  reservationDetails: 'c.provider_reservation_description',
}
const column = (field: string) => `c.${snakeCase(field)}`

/** SQL: the times, zones, type and facts of the rows `c` of a kind. */
function columnsOf({ times, subtype, texts: own, values }: TimedKind) {
  const shown = Object.entries(own).map(([name, field]) => [name, column(field)])
  const plain = Object.entries(values).map(([name, field]) => `'${name}', ${column(field)}`)
  return {
    start: column(times.start),
    startZone: column(times.startZone),
    end: column(times.end),
    endZone: column(times.endZone),
    type: subtype ? column(subtype) : `''`,
    facts: [texts({ ...common, ...Object.fromEntries(shown) }), ...plain].join(', '),
  }
}

const inUtc = (moment: string) =>
  `to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

/** SQL: the kind, id and time of the items `c` of one kind that the feed includes. */
function placesOf(kind: TimedKind): string {
  const { start, end, type } = columnsOf(kind)
  return `select '${kind.name}', c.id, coalesce(${start}, ${end})
    from mine t join ${kind.name} c on c.trip_id = t.id
    where c.deleted_at is null and not c.hidden and ${type} <> all ($3::text[])
      and '${kind.name}' <> all ($3::text[]) and greatest(${start}, ${end}) >= $2::timestamptz`
}

/** SQL: the entries of the listed items of one kind. */
function itemsOf(kind: TimedKind): string {
  const { start, startZone, end, endZone, type, facts } = columnsOf(kind)
  return `select l.*, ${inUtc(start)} as starts, ${inUtc(end)} as ends,
      array[${startZone}, t.timezone] as "startZones",
      array[${endZone}, t.timezone] as "endZones", c.created_at as "createdAt",
      c.updated_at as "updatedAt", json_build_object('type', ${type}, ${facts}) as facts
    from listed l join ${kind.name} c on c.id = l.id join mine t on t.id = c.trip_id
    where l.kind = '${kind.name}'`
}

const each = (of: (kind: TimedKind) => string) =>
  timedKinds.map((kind) => `union all ${of(kind)}`).join('\n    ')

const tripFacts = texts({ name: 't.name', description: 't.description' })

/**
 * SQL: the entries; `$1` is the account, `$2` is `since`, `$3` is `hidden`. Only the `$4` latest
 * entries have their texts read.
 */
const entries = `with mine as materialized (
    select t.* from ${accessFrom} where m.user_id = $1 and ${accessWhere} and not t.hidden),
  places (kind, id, moment) as (
    select 'trip', t.id, coalesce(t.starts_at, t.ends_at)::timestamptz
    from mine t where t.has_dates and 'trip' <> all ($3::text[])
      and greatest(t.starts_at, t.ends_at) >= $2::timestamptz
    ${each(placesOf)}),
  listed as materialized (
    select * from places order by moment desc, kind, id limit $4::int),
  entries as (
    select l.*, t.starts_at::text as starts, t.ends_at::text as ends,
      array[]::text[] as "startZones", array[]::text[] as "endZones",
      t.created_at as "createdAt", t.changed_at as "updatedAt",
      json_build_object(${tripFacts}) as facts
    from listed l join mine t on t.id = l.id where l.kind = 'trip'
    ${each(itemsOf)})`

const text = `${entries}
  select kind, id, starts as "startsAt", ends as "endsAt", "startZones", "endZones", "createdAt",
    "updatedAt", facts
  from (select e.*, sum(octet_length(facts::text)) over (order by moment desc, kind, id
      rows unbounded preceding) as bytes from entries e) e
  where bytes <= $5::bigint
  order by moment, kind, id`

/** The entries of an account's feed, by time. */
export function calendarEntries(db: Queryable, wanted: Wanted): Promise<CalendarEntry[]> {
  const { userId, since, hidden, maxEntries, maxBytes } = wanted
  return db.query<CalendarEntry>(prepared(text, [userId, since, hidden, maxEntries, maxBytes]))
}
