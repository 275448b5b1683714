/**
 * What a calendar feed holds (test/surfaces/calendar): the trips that an account owns or has
 * joined, and what is in them. No prices, documents or emails, because other programs copy a feed.
 */
import type { Queryable } from '../../outside/database/database.ts'
import { accessFrom, accessWhere } from '../access.ts'
import { fields, prepared, type RowOf, rowsOf } from '../store/rows.ts'

const settings = [
  'id',
  'calendarEmojis',
  'calendarHiddenCategories',
  'calendarLodgingsAllDay',
  'calendarTripsAllDay',
] as const
/** The account of a feed, with the settings of its profile. */
export type CalendarOwner = Pick<RowOf<'account'>, (typeof settings)[number]>

/** The account with that secret; undefined where there is none. */
export async function calendarOwner(
  db: Queryable,
  identifier: string,
): Promise<CalendarOwner | undefined> {
  // By the hash: the time of a search for the secret itself would reveal how much of it is right.
  const text = (columns: string) => `select ${columns} from account u
    where hashtextextended(u.calendar_identifier, 0) = hashtextextended($1, 0)
      and u.calendar_identifier = $1`
  const [owner] = await rowsOf(db, fields('account', 'u', settings), text, [identifier])
  return owner
}

/** One line of a calendar; of a trip, times are days. */
export interface CalendarEntry {
  kind: 'trip' | 'hosting' | 'activity' | 'transportation'
  id: number
  /** When it is; at least one of the two is there. */
  startsAt: string | null
  endsAt: string | null
  /** The zones to look up in this order: that of the item, and that of its trip. */
  startZones: string[]
  endZones: string[]
  createdAt: string
  updatedAt: string
  /** Its texts, cut to their first 2,000 characters. */
  facts: Facts
}

export interface Facts {
  name: string
  /** The name of the trip it is in. */
  trip?: string
  /** The type of an activity or a transportation. */
  type?: string
  allDay?: boolean
  /** Where it is, or begins. */
  place?: string
  address?: string
  latitude?: number | null
  longitude?: number | null
  website?: string
  description?: string
  notes?: string
  phone?: string
  reservation?: string
  reservationDetails?: string
  roomNumber?: string
  company?: string
  number?: string
  seat?: string
  coach?: string
  departure?: string
  arrival?: string
  arrivalAddress?: string
}

export interface Wanted {
  userId: number
  /** Only what ends at or after this moment, ISO 8601. */
  since: string
  /** Types and kinds that are left out. */
  hidden: readonly string[]
  /** Entries at most, and bytes of their texts; the earliest are left out first. */
  maxEntries: number
  maxBytes: number
}

/** SQL: texts of the row `c` as JSON, by their names in a fact. */
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
const position = `'latitude', c.latitude, 'longitude', c.longitude`

/** SQL: the three kinds: the columns of their times and types, and their own facts. */
const kinds = {
  hosting: {
    times: ['starts_at', 'timezone', 'ends_at', 'timezone'],
    type: `''`,
    facts: `${texts({
      ...common,
      ...{ address: 'c.address', roomNumber: 'c.room_number' },
    })}, ${position}`,
  },
  activity: {
    times: ['starts_at', 'timezone', 'ends_at', 'timezone'],
    type: 'c.activity_type',
    facts: `${texts({ ...common, address: 'c.address' })}, ${position}, 'allDay', c.all_day`,
  },
  transportation: {
    times: ['departure_at', 'departure_timezone', 'arrival_at', 'arrival_timezone'],
    type: 'c.transportation_type',
    facts: `${texts({
      ...common,
      ...{ company: 'c.company', number: 'c.transport_number', seat: 'c.seat_number' },
      ...{ coach: 'c.coach_number', departure: 'c.departure_description' },
      ...{ address: 'c.departure_address', arrival: 'c.arrival_description' },
      arrivalAddress: 'c.arrival_address',
    })}, 'latitude', c.departure_latitude, 'longitude', c.departure_longitude`,
  },
}

const inUtc = (moment: string) =>
  `to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

/** SQL: when the items `c` of the trips `t` of one kind are, of those that the feed holds. */
function placesOf(kind: keyof typeof kinds): string {
  const { times, type } = kinds[kind]
  const [start, , end] = times.map((name) => `c.${name}`)
  return `select '${kind}', c.id, coalesce(${start}, ${end})
    from mine t join ${kind} c on c.trip_id = t.id
    where c.deleted_at is null and not c.hidden and ${type} <> all ($3::text[])
      and '${kind}' <> all ($3::text[]) and greatest(${start}, ${end}) >= $2::timestamptz`
}

/** SQL: what is told of the listed items of one kind. */
function itemsOf(kind: keyof typeof kinds): string {
  const { times, type, facts } = kinds[kind]
  const [start = '', startZone, end = '', endZone] = times.map((name) => `c.${name}`)
  return `select l.*, ${inUtc(start)} as starts, ${inUtc(end)} as ends,
      array[${startZone}, t.timezone] as "startZones",
      array[${endZone}, t.timezone] as "endZones", c.created_at as "createdAt",
      c.updated_at as "updatedAt", json_build_object('type', ${type}, ${facts}) as facts
    from listed l join ${kind} c on c.id = l.id join mine t on t.id = c.trip_id
    where l.kind = '${kind}'`
}

const tripFacts = texts({ name: 't.name', description: 't.description' })

/**
 * SQL: the entries; `$1` is the account, `$2` the moment since when, `$3` what is hidden. Texts are
 * read of the `$4` latest alone, however many there are.
 */
const entries = `with mine as materialized (
    select t.* from ${accessFrom} where m.user_id = $1 and ${accessWhere} and not t.hidden),
  places (kind, id, moment) as (
    select 'trip', t.id, coalesce(t.starts_at, t.ends_at)::timestamptz
    from mine t where t.has_dates and 'trip' <> all ($3::text[])
      and greatest(t.starts_at, t.ends_at) >= $2::timestamptz
    union all ${placesOf('hosting')}
    union all ${placesOf('activity')}
    union all ${placesOf('transportation')}),
  listed as materialized (
    select * from places order by moment desc, kind, id limit $4::int),
  entries as (
    select l.*, t.starts_at::text as starts, t.ends_at::text as ends,
      array[]::text[] as "startZones", array[]::text[] as "endZones",
      t.created_at as "createdAt", t.changed_at as "updatedAt",
      json_build_object(${tripFacts}) as facts
    from listed l join mine t on t.id = l.id where l.kind = 'trip'
    union all ${itemsOf('hosting')}
    union all ${itemsOf('activity')}
    union all ${itemsOf('transportation')})`

const text = `${entries}
  select kind, id, starts as "startsAt", ends as "endsAt", "startZones", "endZones", "createdAt",
    "updatedAt", facts
  from (select e.*, sum(octet_length(facts::text)) over (order by moment desc, kind, id
      rows unbounded preceding) as bytes from entries e) e
  where bytes <= $5::bigint
  order by moment, kind, id`

/** What the feed of an account holds, by time. */
export function calendarEntries(db: Queryable, wanted: Wanted): Promise<CalendarEntry[]> {
  const { userId, since, hidden, maxEntries, maxBytes } = wanted
  return db.query<CalendarEntry>(prepared(text, [userId, since, hidden, maxEntries, maxBytes]))
}
