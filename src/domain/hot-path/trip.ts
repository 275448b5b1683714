/**
 * Trips: lists, tombstones, one of them, and their writes, one statement each (test/spec/02.1, 03,
 * 06). Writes run on the database or in a transaction alike, and throw Conflict where the right or
 * the trip is not there.
 */
import type { Context } from '../../context.ts'
import { Conflict, fail } from '../../errors.ts'
import { snakeCase } from '../../names.ts'
import type { Queryable } from '../../outside/database/database.ts'
import type { Right } from '../../permissions/rights.ts'
import { permitting } from './access.ts'
import { noEmails } from './emails.ts'
import { type PageArgs, pageOf } from './page.ts'
import { people } from './people.ts'
import {
  both,
  type Columns,
  type Field,
  fields,
  fieldsAsked,
  given,
  isStored,
  type RowOf,
  read,
  rowsOf,
} from './rows.ts'
import { binder, joined, snakeKeys } from './sql.ts'
import { account } from './viewer.ts'
import { weightOf } from './weights.ts'

type ListArgs = PageArgs & { updatedSince?: string }
/** A trip as it is read: its keys, and what was asked of it. */
export type Trip = Pick<RowOf<'trip'>, 'id' | 'ownerId'> & Partial<RowOf<'trip'>>
/** Stored fields of a trip, by their names in camelCase. */
export type TripFields = { [Name in Exclude<Field<'trip'>, 'id'>]?: unknown }

/** SQL: the fields asked for of the trip `t`, and its keys. */
const tripColumns = (asked: ReadonlySet<string>): Columns<Trip> =>
  fieldsAsked('trip', 't', ['id', 'ownerId'], asked)

/** SQL: the same with the people on it, and whether it has emails, where these are asked for. */
function answered(asked: ReadonlySet<string>): { columns: Columns<Trip>; join: string } {
  const own = tripColumns(asked)
  const columns = asked.has('emails') ? both(own, noEmails('trip', 't')) : own
  return asked.has('guests') || asked.has('collaboratorsCount')
    ? { columns: both(columns, people.columns), join: people.join }
    : { columns, join: '' }
}

/**
 * SQL: the ids of the trips the viewer owns or has joined, active or deleted, of which `own`
 * filters the owned ones: `updatedSince` so reads the index on owner and change time, and no other
 * trip (test/spec/01.8). `limit 1` has those of others looked up one by one: PostgreSQL takes a
 * user with many trips for one with many joined ones, and would read all trips there are.
 */
function mine(viewer: string, deleted: boolean, own = ''): string {
  const state = deleted ? 'is not null' : 'is null'
  return `mine as materialized (
    select id from trip where owner_id = ${viewer} and deleted_at ${state} ${own}
    union all
    select t.id from member m cross join lateral (
      select id from trip where id = m.trip_id and deleted_at ${state} limit 1) t
    where m.user_id = ${viewer} and m.joined and not m.is_owner)`
}

/** SQL: the list of these trips, from two days before `updatedSince`. */
function listOf(context: Context, { updatedSince }: ListArgs, deleted = false) {
  const { values, bind } = binder(2)
  const viewer = bind(account(context).id)
  const since =
    updatedSince &&
    `and ${deleted ? 'deleted_at' : 'changed_at'} >=
      ${bind(updatedSince)}::timestamptz - interval '2 days'`
  const join = 'left join trip t on t.id = c.id'
  const own = mine(viewer, deleted, since)
  return { with: own, from: 'mine c', where: 'true', page: 'c.id', join, values }
}

/** A page of the viewer's trips. */
export function listTrips(context: Context, args: ListArgs, asked: ReadonlySet<string>) {
  const { columns, join } = answered(asked)
  const guests = asked.has('guests') ? ' + pg_column_size(people.guests)' : ''
  const weight = weightOf(asked, (field) => `t.${snakeCase(field)}`) + guests
  const list = listOf(context, args)
  return pageOf(context, 0, { ...list, columns, weight, join: `${list.join} ${join}` }, args)
}

/** A page of what is left of the viewer's deleted trips. */
export function listDeletedTrips(context: Context, args: ListArgs) {
  const columns = fields('trip', 't', ['id', 'deletedAt'])
  return pageOf(context, 0, { ...listOf(context, args, true), columns }, args)
}

/** A trip of the viewer's; NOT_FOUND without access. */
export async function readTrip(context: Context, id: number, asked: ReadonlySet<string>) {
  const { columns, join } = answered(asked)
  const found = read(
    columns,
    (list) => `select ${list} from trip t ${join}
      where t.id = $1 and t.deleted_at is null and ${joined('$1', '$2')}`,
    [id, account(context).id],
  )
  const [trip] = await rowsOf(context.db, found)
  return trip ?? fail('NOT_FOUND')
}

/** Whether a selection asks for anything that `readTrip` reads of the trip itself. */
export const isRead = (field: string) =>
  isStored('trip', field) || ['collaboratorsCount', 'guests'].includes(field)

/** SQL: stores the trip `$1`; nothing if its identifier is taken (test/spec/01.10). */
function inserting(trip: TripFields): string {
  const into = given('trip', trip).map(snakeCase).join(', ')
  return `t as (
    insert into trip (${into}) select ${into} from json_populate_record(null::trip, $1)
    returning *)`
}

/** Stores a trip; null if its owner has one of its identifier. */
export async function insertTrip(
  db: Queryable,
  trip: TripFields & { ownerId: number },
  asked: ReadonlySet<string>,
): Promise<Trip | null> {
  const text = (list: string) => `with ${inserting(trip)} select ${list} from t`
  const [row] = await rowsOf(db, read(tripColumns(asked), text, [snakeKeys(trip)]))
  return row ?? null
}

interface Target {
  id: number
  userId: number
}

/** Sets these columns of the trip `t`, if the user has that right on it. */
async function write<Row>(
  db: Queryable,
  { id, userId }: Target,
  right: Right,
  sets: string,
  record: object,
  answer: { columns: Columns<Row>; join: string },
): Promise<Row> {
  const written = read(
    answer.columns,
    (list) => `with ${permitting([right], '$1', '$2')}, t as (
      update trip set ${sets} from permitted, json_populate_record(null::trip, $3) r
      where trip.id = permitted.id and trip.deleted_at is null returning trip.*)
    select ${list} from t ${answer.join}`,
    [[id], userId, snakeKeys(record)],
  )
  const [row] = await rowsOf(db, written)
  if (!row) throw new Conflict()
  return row
}

/** Changes some fields of a trip, and answers of it what is asked. */
export function updateTrip(
  db: Queryable,
  target: Target,
  input: TripFields,
  asked: ReadonlySet<string>,
): Promise<Trip> {
  const sets = given('trip', input).map((name) => `${snakeCase(name)} = r.${snakeCase(name)}`)
  return write(db, target, 'canEdit', sets.join(', '), input, answered(asked))
}

/** Deletes a trip softly. */
export async function deleteTrip(db: Queryable, target: Target): Promise<void> {
  const answer = { columns: fields('trip', 't', ['id']), join: '' }
  await write(db, target, 'isOwner', 'deleted_at = clock_timestamp()', {}, answer)
}
