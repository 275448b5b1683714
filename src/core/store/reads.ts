/** Reads of trips and of the four kinds of items: lists, tombstones, one row (test/spec/03, 12). */

import { fail } from '../../base/errors.ts'
import { snakeCase } from '../../base/names.ts'
import { has, hasJoined } from '../access.ts'
import { type Answer, answered, itemAnswer, joinedTo, type Row, withGuests } from './answers.ts'
import { type Kind, type Stored, trip, tripOf } from './kinds.ts'
import { type Listed, ownPage, type PageArgs, pageOf } from './page.ts'
import type { Reader } from './reader.ts'
import { binder, both, rowsOf, typed } from './rows.ts'
import { account } from './viewer.ts'

export type ListArgs = PageArgs & {
  updatedSince?: string
  /** Of tombstones: also of what has moved to another trip. */
  withMoved?: boolean
} & Record<string, unknown>

/**
 * What is listed, by the time that `updatedSince` filters: what is there, or what is left of what
 * was deleted.
 */
type State = 'changed_at' | 'deleted_at'
const isIn = (state: State) => `deleted_at is ${state === 'deleted_at' ? 'not null' : 'null'}`

/**
 * SQL, the second lock: the viewer has joined the trip, and sees its expenses where these are read.
 */
export function visible({ name }: Stored, tripId: string, viewer: string): string {
  return `exists (select from member v where v.trip_id = ${tripId} and v.user_id = ${viewer}
    and ${hasJoined('v')} ${name === 'expense' ? `and ${has('v', 'canSeeExpenses')}` : ''})`
}

/**
 * SQL: what is left of the items of the trip `asked.trip`: of those that were deleted, and of those
 * that have moved to another one. None is both: what comes back is no longer among the moved.
 */
const leftOf = ({ name }: Kind) => `(
    select id, trip_id, deleted_at, false as is_moved from ${name}
      where trip_id = asked.trip and deleted_at is not null
    union all
    select item_id, trip_id, moved_at, true from moved_item
      where trip_id = asked.trip and kind = '${name}')`

/** SQL: the list of those items of a trip. */
function itemsOf(reader: Reader, kind: Kind, args: ListArgs, state: State): Listed {
  const { values, bind } = binder(4)
  let where = `c.trip_id = asked.trip and c.${isIn(state)}
    and ${visible(kind, 'asked.trip', bind(account(reader).id))}`
  if (args.updatedSince) where += ` and c.${state} >= ${bind(args.updatedSince)}::timestamptz`
  if (kind.subtype && args[kind.subtype]) {
    where += ` and c.${snakeCase(kind.subtype)} = ${bind(args[kind.subtype])}`
  }
  const from = state === 'deleted_at' && args.withMoved ? leftOf(kind) : kind.name
  return { from: `${from} c`, where, values }
}

/**
 * SQL: the list of the trips the viewer owns or has joined; of the owned ones, those from two days
 * before `updatedSince`, which so reads the index on owner and change time, and no other trip
 * (test/spec/01.8). `limit 1` has those of others looked up one by one: PostgreSQL takes a user
 * with many trips for one with many joined ones, and would read all trips there are.
 */
function tripsOf(reader: Reader, { updatedSince }: ListArgs, state: State): Listed {
  const { values, bind } = binder(4)
  const viewer = bind(account(reader).id)
  const since = updatedSince
    ? `and ${state} >= ${bind(updatedSince)}::timestamptz - interval '2 days'`
    : ''
  const mine = `mine as materialized (
    select id from trip where owner_id = ${viewer} and ${isIn(state)} ${since}
    union all
    select t.id from member m cross join lateral (
      select id from trip where id = m.trip_id and ${isIn(state)} limit 1) t
    where m.user_id = ${viewer} and ${hasJoined('m')} and not m.is_owner)`
  return { with: mine, from: 'mine c', where: 'true', table: 'trip', values }
}

/** A page of the items of a trip. */
export async function listItems(
  reader: Reader,
  kind: Kind,
  tripId: number,
  args: ListArgs,
  asked: ReadonlySet<string>,
  state: State = 'changed_at',
) {
  const answer = await itemAnswer(reader, kind, tripId, asked)
  const { columns } = answer
  const isMoved = typed<{ isMoved: boolean }>('c.is_moved as "isMoved"')
  const list = { ...itemsOf(reader, kind, args, state), ...answer }
  if (args.withMoved) list.columns = both(columns, isMoved)
  return pageOf(reader, tripId, list, args)
}

/** A page of the viewer's trips. */
export function listTrips(
  reader: Reader,
  args: ListArgs,
  asked: ReadonlySet<string>,
  state: State = 'changed_at',
) {
  return ownPage(reader, { ...tripsOf(reader, args, state), ...answered(trip, asked) }, args)
}

/** One live row of a trip. */
async function readRow<N extends Stored['name']>(
  reader: Reader,
  kind: Stored<N>,
  { tripId, id }: { tripId: number; id: number },
  answer: Answer<N>,
): Promise<Row<N>> {
  const text = (list: string) => `select ${list} from ${kind.name} c ${joinedTo(answer)}
    where c.id = $1 and ${tripOf(kind)} = $2 and c.deleted_at is null
      and ${visible(kind, '$2', '$3')}`
  const values = [id, tripId, account(reader).id]
  const [row] = await rowsOf(reader.db, answer.columns, text, values)
  return row ? withGuests(row) : fail('NOT_FOUND')
}

/** One live item of a trip; throws NOT_FOUND for any other id. */
export async function readItem(
  reader: Reader,
  kind: Kind,
  place: { tripId: number; id: number },
  asked: ReadonlySet<string>,
) {
  return readRow(reader, kind, place, await itemAnswer(reader, kind, place.tripId, asked))
}

/** A trip of the viewer's; NOT_FOUND without access. */
export const readTrip = (reader: Reader, id: number, asked: ReadonlySet<string>) =>
  readRow(reader, trip, { tripId: id, id }, answered(trip, asked))
