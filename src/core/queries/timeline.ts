/**
 * The timeline of trips: items of all kinds with times, sorted by local time
 * (test/spec/17-timeline). One statement reads all timelines of an operation.
 */
import DataLoader from 'dataloader'
import { Refusal, refuse } from '../../base/errors.ts'
import { snakeCase } from '../../base/names.ts'
import { maxInt } from '../../base/values.ts'
import { type Answer, itemAnswer, membersOf, type Row } from '../store/answers.ts'
import { type Kind, timedKinds } from '../store/kinds.ts'
import type { Reader } from '../store/reader.ts'
import { included, membership } from '../store/reads.ts'
import { type Bind, binder, prepared } from '../store/rows.ts'
import { account } from '../store/viewer.ts'

export interface TimelineArgs {
  first: number
  after?: string
  /** Local days, `YYYY-MM-DD`. */
  from?: string
  to?: string
}

interface Timeline {
  count: number
  /** Each with its type's name as `__typename`. */
  results: (Row<Kind['name']> & { __typename: Kind['type'] })[]
  endCursor: string | null
}

/** The position of an item: microseconds of its local time, the index of its kind, its id. */
type TimelinePosition = [at: string, kind: number, id: number]

const lastBigint = 2n ** 63n - 1n

const cursorOf = (position: TimelinePosition) =>
  Buffer.from(JSON.stringify(position)).toString('base64url')

/** Throws BAD_USER_INPUT for an invalid cursor. */
function positionAt(cursor: string): TimelinePosition {
  const text = Buffer.from(cursor, 'base64url').toString()
  const [, at = '', kind, id] = /^\["(-?\d{1,19})",(\d),(\d{1,10})\]$/.exec(text) ?? []
  const position: TimelinePosition = [at, Number(kind), Number(id)]
  const isMoment = BigInt.asIntN(64, BigInt(at)) === BigInt(at)
  const isInRange = isMoment && position[1] < timedKinds.length && position[2] <= maxInt
  if (at === '' || !isInRange || cursorOf(position) !== cursor) refuse('after', 'Invalid cursor.')
  return position
}

type Answers = readonly Answer<Kind['name']>[]

/** More names than any time zone database has. */
const maxZones = 1_000

/** A clock that no place has, for zones that are unknown, and its time at the epoch. */
const nowhere = { zone: 'ZZZ+166:58:57', atEpoch: '1969-12-25 01:01:03' }

/** SQL: all items of the trip `asked.trip`, if the viewer sees it, with their times and zones. */
function itemsOf(): string {
  const each = timedKinds.map((kind, place) => {
    const { start, startZone, end, endZone } = kind.times
    const columns = [start, startZone, end, endZone].map((field) => `c.${snakeCase(field)}`)
    return `select ${place} as kind, c.id, ${columns.join(', ')} from ${kind.name} c
      where c.trip_id = asked.trip and c.deleted_at is null and asked.is_seen`
  })
  return each.join(' union all ')
}

/** SQL: the time zones of all items of the trip, and of the trip itself. */
function zonesOf(trip: string): string {
  const each = timedKinds.flatMap(({ name, times }) =>
    [...new Set([times.startZone, times.endZone])].map(
      (field) => `select ${snakeCase(field)} as zone from ${name}
        where trip_id = ${trip} and deleted_at is null`,
    ),
  )
  return [`select timezone from trip where id = ${trip}`, ...each].join(' union ')
}

/**
 * SQL: the known time zones of the trips, as an object with each name as key and value. Trying an
 * unknown zone takes longer than listing an item, so each name is tried only once, for all trips
 * of the statement: `local_time` skips an unknown one.
 */
const knownZones = (trips: string) => `
  select coalesce(jsonb_object_agg(zone, zone) filter (
    where local_time('epoch', zone, '${nowhere.zone}') <> timestamp '${nowhere.atEpoch}'), '{}')
    as zones
  from (select distinct of_trip.zone from unnest(${trips}::int[]) one (id) cross join lateral (
    select zone from (${zonesOf('one.id')}) used (zone) where zone is not null
    order by zone limit ${maxZones}) of_trip) tried`

/** SQL: a moment in the local time of its zone, or of the trip's if that is unknown. */
const local = (moment: string, zone: string) =>
  `f.${moment} at time zone coalesce(known.zones ->> f.${zone}, known.zones ->> t.timezone, 'UTC')`

/**
 * SQL: common table expressions; `listed` has the positions of all items of the trip `asked.trip`
 * that the viewer sees, by the zones of `known`.
 */
function positions({ from, to }: TimelineArgs, bind: Bind) {
  const days = [
    ...(from ? [`greatest(starts, ends) >= ${bind(from)}::date`] : []),
    ...(to ? [`least(starts, ends) < ${bind(to)}::date + 1`] : []),
  ]
  return `found (kind, id, starts_at, starts_in, ends_at, ends_in) as (${itemsOf()}),
    clocks as materialized (
      select f.kind, f.id, ${local('starts_at', 'starts_in')} as starts,
        ${local('ends_at', 'ends_in')} as ends
      from found f cross join known join trip t on t.id = asked.trip),
    listed as materialized (
      select kind, id, coalesce(
        (extract(epoch from coalesce(starts, ends)) * 1000000)::bigint, ${lastBigint}) as at
      from clocks ${days.length > 0 ? `where ${days.join(' and ')}` : ''})`
}

/** SQL: the answer for the item at the position `p`, and its weight. */
function items(answers: Answers): string {
  const each = timedKinds.map((kind, place) => {
    const { columns, join, weight } = answers[place] as Answer<Kind['name']>
    return `select w.bytes, to_json(d) as item from ${kind.name} c ${join}
      cross join lateral (select (${weight})::bigint as bytes) w
      cross join lateral (select ${columns}) d
      where p.kind = ${place} and c.id = p.id`
  })
  return each.join(' union all ')
}

interface Read {
  reader: Reader
  args: TimelineArgs
  answers: Answers
}

function statementFor({ reader, args, answers }: Read, trips: readonly number[], budget: number) {
  const { values, bind } = binder()
  const tripIds = bind(trips)
  const all = positions(args, bind)
  const isSeen = `exists (select ${membership('one.trip', account(reader), bind)}) as is_seen`
  const first = bind(args.first)
  const [at, kind, id] = args.after === undefined ? [] : positionAt(args.after)
  const isAfter =
    at === undefined
      ? ''
      : `where (at, kind, id) > (${bind(at)}::bigint, ${bind(kind)}::int, ${bind(id)}::int)`
  const members = answers.some(({ asksMembers }) => asksMembers) ? `, ${membersOf('one.trip')}` : ''
  // As in pages, the limit makes PostgreSQL expect few trips, and so keep its plan.
  const text = `with known as materialized (${knownZones(tripIds)})
    select s.* from (
      select asked.n::int as "listNumber", asked.is_seen as "isSeen", p.*, i.item,
        sum(i.bytes) over w as "listBytes"
      from (select one.*, ${isSeen}${members}
        from unnest(${tripIds}::int[]) with ordinality as one (trip, n)
        limit cardinality(${tripIds})) asked
      cross join lateral (
        with ${all}
        select total.count as "listCount", total.count_left as "listLeft", c.*
        from (select count(*)::int as count,
          (select count(*)::int from listed ${isAfter}) as count_left from listed) total
        left join lateral (select at, kind, id from listed ${isAfter}
          order by at, kind, id limit ${first}::int) c on true) p
      left join lateral (${items(answers)}) i on true
      where p.id is null or i.item is not null
      window w as (order by asked.n::int, p.at, p.kind, p.id rows unbounded preceding)) s
    where s."listBytes" is null or s."listBytes" <= ${bind(budget)}::bigint
    order by s."listNumber", s.at, s.kind, s.id`
  return prepared(text, values)
}

interface Listed {
  listNumber: number
  /** The second check; the rule has let the read through, so this has just changed. */
  isSeen: boolean
  listCount: number
  /** The number of items after the cursor. */
  listLeft: number
  listBytes: string | null
  at: string
  kind: number
  id: number
  item: Row<Kind['name']> | null
}

/** Reads the timelines, if they fit. */
async function readTimelines(read: Read, trips: readonly number[], budget: number) {
  const { reader, args } = read
  const rows = await reader.db.query<Listed>(statementFor(read, trips, budget))
  const found = trips.map((_, index) => rows.filter(({ listNumber }) => listNumber === index + 1))
  const timelines = found.map((own): Timeline | Refusal => {
    const { listCount = 0, listLeft = 0, isSeen = true } = own[0] ?? {}
    if (!isSeen) return new Refusal('NOT_FOUND')
    const results = own.flatMap(({ kind, item }) => {
      const type = timedKinds[kind]?.type
      return item && type ? { ...item, __typename: type } : []
    })
    const last = own.at(-1)
    const isLast = listLeft <= args.first || !last?.item
    const endCursor = isLast ? null : cursorOf([last.at, last.kind, last.id])
    return { count: listCount, results, endCursor }
  })
  const isWhole = (own: Listed[], timeline: Timeline | Refusal) =>
    own[0] !== undefined &&
    (timeline instanceof Refusal ||
      timeline.results.length >= Math.min(args.first, own[0].listLeft))
  const fits = timelines.every((timeline, index) => isWhole(found[index] ?? [], timeline))
  return { value: fits ? timelines : undefined, bytes: Number(rows.at(-1)?.listBytes ?? 0) }
}

/**
 * A page of the timeline of a trip. Throws BAD_USER_INPUT for an invalid `after`, NOT_FOUND for a
 * trip that the viewer has just left, and TOO_COMPLEX for a page that is too heavy to read.
 */
export async function timelineOf(
  reader: Reader,
  tripId: number,
  args: TimelineArgs,
  selection: ReadonlySet<string>,
): Promise<Timeline> {
  const answers: Answer<Kind['name']>[] = []
  for (const kind of timedKinds) answers.push(await itemAnswer(reader, kind, tripId, selection))
  const read = { reader, args, answers }
  if (args.after !== undefined) positionAt(args.after)
  const make = () =>
    new DataLoader<number, Timeline>(
      (trips) => reader.reading.take((budget) => readTimelines(read, trips, budget)),
      // The list may differ after the next mutation of the operation.
      { cache: false },
    )
  const key = `timeline ${JSON.stringify([answers, args])}`
  return reader.shared(key, make).load(included(reader, tripId))
}
