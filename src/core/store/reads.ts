/** Reads of trips and of the four kinds of items: lists, tombstones, one row (test/spec/03, 12). */

import { fail } from '../../base/errors.ts'
import { snakeCase } from '../../base/names.ts'
import type { PageArgs } from '../../base/pages.ts'
import { hasJoined } from '../../outside/database/joined.ts'
import { andNamed, has } from '../access.ts'
import { includesTrip, type KeyHolder, lacks } from '../narrowing.ts'
import { type Answer, answered, itemAnswer, joinedTo, type Row, withGuests } from './answers.ts'
import { type Kind, type RowKind, trip, tripOf } from './kinds.ts'
import { type ListQuery, ownPage, pageOf } from './page.ts'
import type { Reader } from './reader.ts'
import { type Bind, binder, both, rowsOf, short, typed } from './rows.ts'
import { account } from './viewer.ts'

export type ListArgs = PageArgs & {
  updatedSince?: string
  /** For tombstones: includes items that have moved to another trip. */
  withMoved?: boolean
} & Record<string, unknown>

/**
 * The column that `updatedSince` filters: `changed_at` for active rows, `deleted_at` for
 * tombstones.
 */
type State = 'changed_at' | 'deleted_at'
const isIn = (state: State) => `deleted_at is ${state === 'deleted_at' ? 'not null' : 'null'}`

/** SQL: the viewer's membership `v` of the trip. */
export const membership = (tripId: string, viewer: KeyHolder, bind: Bind) =>
  `from member v where v.trip_id = ${tripId} and v.user_id = ${bind(viewer.id)}
    and ${hasJoined('v')}`

/** SQL: whether the member `v` sees the kind; `false` if the viewer's key withholds it. */
function sees({ isMoney }: RowKind, viewer: KeyHolder): string {
  if (!isMoney) return 'true'
  return lacks(viewer, 'canSeeExpenses') ? 'false' : has('v', 'canSeeExpenses')
}

/**
 * SQL: the second check, after the rule: the viewer has joined the trip, and sees its expenses if
 * they are read. `included` checks the viewer's key.
 */
export function visible(kind: RowKind, tripId: string, viewer: KeyHolder, bind: Bind): string {
  const right = sees(kind, viewer)
  if (right === 'false') return right
  return `exists (select ${membership(tripId, viewer, bind)}
    ${right === 'true' ? '' : `and ${right}`})`
}

/** The trip, for a viewer whose key does not exclude it; throws NOT_FOUND otherwise. */
export const included = (reader: Reader, tripId: number): number =>
  includesTrip(account(reader), tripId) ? tripId : fail('NOT_FOUND')

/**
 * SQL: the tombstones of the trip `asked.trip`: deleted items, and those that have moved to another
 * trip. No item is both, because moving back removes the tombstone. With the column that is
 * filtered by, if there is one, as the item is now.
 */
function leftOf({ name }: Kind, filtered?: string): string {
  const [own, moved] = filtered
    ? [`, ${filtered}`, `, (select ${filtered} from ${name} where id = item_id)`]
    : ['', '']
  return `(
    select id, trip_id, deleted_at, false as is_moved${own} from ${name}
      where trip_id = asked.trip and deleted_at is not null
    union all
    select item_id, trip_id, moved_at, true${moved} from moved_item
      where trip_id = asked.trip and kind = '${name}')`
}

/** SQL: the list of a trip's items in this state. */
function itemsOf(reader: Reader, kind: Kind, args: ListArgs, state: State): ListQuery {
  const { values, bind } = binder(4)
  const viewer = account(reader)
  const isSeen = `(select ${sees(kind, viewer)} ${membership('one.trip', viewer, bind)})`
  let where = `c.trip_id = asked.trip and c.${isIn(state)} and asked.is_seen`
  if (args.updatedSince) where += ` and c.${state} >= ${bind(args.updatedSince)}::timestamptz`
  const filtered = kind.subtype && args[kind.subtype] ? snakeCase(kind.subtype) : undefined
  if (filtered) where += ` and c.${filtered} = ${bind(args[kind.subtype ?? ''])}`
  const from = state === 'deleted_at' && args.withMoved ? leftOf(kind, filtered) : kind.name
  return { from: `${from} c`, where, values, isSeen }
}

/**
 * SQL: the list of the trips that the viewer owns or has joined. Of the owned ones, those changed
 * since two days before `updatedSince` (test/spec/01.8), by the index on owner and change time.
 * `limit 1` makes PostgreSQL look up joined trips one by one; otherwise it expects a user with many
 * own trips to have joined many, and reads the whole table.
 */
function tripsOf(reader: Reader, { updatedSince }: ListArgs, state: State): ListQuery {
  const { values, bind } = binder(4)
  const actor = account(reader)
  const viewer = bind(actor.id)
  const since = updatedSince
    ? `and ${state} >= ${bind(updatedSince)}::timestamptz - interval '2 days'`
    : ''
  const mine = `mine as materialized (
    select id from trip where owner_id = ${viewer} and ${isIn(state)} ${since}
    union all
    select t.id from member m cross join lateral (
      select id from trip where id = m.trip_id and ${isIn(state)} limit 1) t
    where m.user_id = ${viewer} and ${hasJoined('m')} and not m.is_owner)`
  const where = `true${andNamed(actor, 'c.id', bind)}`
  return { with: mine, from: 'mine c', where, table: 'trip', values }
}

/** A page of the items of a trip. */
export async function listItems(
  reader: Reader,
  kind: Kind,
  tripId: number,
  args: ListArgs,
  selection: ReadonlySet<string>,
  state: State = 'changed_at',
) {
  const answer = await itemAnswer(reader, kind, tripId, selection)
  const { columns } = answer
  const isMoved = typed<{ isMoved: boolean }>('c.is_moved as "isMoved"')
  const list = { ...itemsOf(reader, kind, args, state), ...answer }
  if (args.withMoved) list.columns = both(columns, isMoved)
  return pageOf(reader, included(reader, tripId), list, args)
}

/** A page of the viewer's trips. */
export function listTrips(
  reader: Reader,
  args: ListArgs,
  selection: ReadonlySet<string>,
  state: State = 'changed_at',
) {
  return ownPage(reader, { ...tripsOf(reader, args, state), ...answered(trip, selection) }, args)
}

/** One active row of a trip. */
async function readRow<N extends RowKind['name']>(
  reader: Reader,
  kind: RowKind<N>,
  { tripId, id }: { tripId: number; id: number },
  answer: Answer<N>,
): Promise<Row<N>> {
  const { values, bind } = binder(2)
  const isVisible = visible(kind, '$2', account(reader), bind)
  const text = (list: string) => `select ${list} from ${kind.name} c ${joinedTo(answer)}
    where c.id = $1 and ${tripOf(kind)} = $2 and c.deleted_at is null
      and ${isVisible}`
  const [row] = await rowsOf(short(reader.db), answer.columns, text, [
    id,
    included(reader, tripId),
    ...values,
  ])
  return row ? withGuests(row) : fail('NOT_FOUND')
}

/** One active item of a trip; throws NOT_FOUND for another id. */
export async function readItem(
  reader: Reader,
  kind: Kind,
  place: { tripId: number; id: number },
  selection: ReadonlySet<string>,
) {
  return readRow(reader, kind, place, await itemAnswer(reader, kind, place.tripId, selection))
}

/** A trip of the viewer; throws NOT_FOUND without access. */
export const readTrip = (reader: Reader, id: number, selection: ReadonlySet<string>) =>
  readRow(reader, trip, { tripId: id, id }, answered(trip, selection))
