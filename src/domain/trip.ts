/** Trips: reads, tombstones, writes and soft delete (contract 2.1, 3, 6). */
import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../context.ts'
import { fail } from '../errors.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { snakeCase } from '../names.ts'
import { people } from './collaborator.ts'
import { emailsOf } from './email.ts'
import { type PageArgs, readPage } from './page.ts'
import { selected } from './selection.ts'
import { binder, columns, joined, prepared, snakeKeys } from './sql.ts'
import { account } from './viewer.ts'

type ListArgs = PageArgs & { updatedSince?: string }
type Input = Record<string, unknown>

export interface Trip {
  id: number
  ownerId: number
  emails?: unknown
}

const stored = Object.keys(Prisma.TripScalarFieldEnum)

/** SQL: what is asked of the trip `t`. */
function partsFor(asked: Set<string>): { columns: string; join: string } {
  const fields = stored.filter((field) => asked.has(field))
  const own = columns('t', new Set(['id', 'ownerId', ...fields]))
  return asked.has('guests') || asked.has('collaboratorsCount')
    ? { columns: `${own}, ${people.columns}`, join: people.join('t.id') }
    : { columns: own, join: '' }
}

/** Puts emails to the trips that show them: one statement for all trips. */
async function addEmails(context: Context, trips: Trip[], asked: Set<string>) {
  if (!asked.has('emails')) return
  const ids = trips.map((trip) => trip.id)
  const emails = await emailsOf(context, 'trip', ids)
  for (const trip of trips) trip.emails = emails.get(trip.id) ?? []
}

/**
 * SQL: the ids of the trips the viewer owns or has joined, active or deleted, of which `own` filters
 * the owned ones: `updatedSince` so reads the index on owner and change time, and no other trip (1.8).
 */
function mine(viewer: string, deleted: boolean, own = ''): string {
  const state = deleted ? 'is not null' : 'is null'
  return `mine as materialized (
    select id from trip where owner_id = ${viewer} and deleted_at ${state} ${own}
    union all
    select t.id from member m join trip t on t.id = m.trip_id
    where m.user_id = ${viewer} and m.joined and not m.is_owner and t.deleted_at ${state})`
}

const twoDaysBefore = (moment: string) => `${moment}::timestamptz - interval '2 days'`

async function trips(_: unknown, args: ListArgs, context: Context, info: GraphQLResolveInfo) {
  const asked = selected(info, 'results')
  const { values, bind } = binder()
  const viewer = bind(account(context).id)
  const since = args.updatedSince && `and changed_at >= ${twoDaysBefore(bind(args.updatedSince))}`
  const parts = partsFor(asked)
  const added = { columns: parts.columns, join: `join trip t on t.id = c.id ${parts.join}` }
  const listing = { columns: 'c.id', with: mine(viewer, false, since), from: 'mine c', added }
  const page = await readPage<Trip>(
    context,
    { ...listing, where: 'true', order: 'c.id', values },
    args,
  )
  await addEmails(context, page.results, asked)
  return page
}

async function deletedTrips(_: unknown, args: ListArgs, context: Context) {
  const { values, bind } = binder()
  const viewer = bind(account(context).id)
  const since = args.updatedSince && `and deleted_at >= ${twoDaysBefore(bind(args.updatedSince))}`
  const added = { columns: columns('t', ['deletedAt']), join: 'join trip t on t.id = c.id' }
  const listing = { columns: 'c.id', with: mine(viewer, true, since), from: 'mine c', added }
  return readPage(context, { ...listing, where: 'true', order: 'c.id', values }, args)
}

async function readTrip(context: Context, id: number, asked: Set<string>): Promise<Trip> {
  const parts = partsFor(asked)
  const text = `select ${parts.columns} from trip t ${parts.join}
    where t.id = $1 and t.deleted_at is null and ${joined('$1', '$2')}`
  const [trip] = await context.db.query<Trip>(prepared(text, [id, account(context).id]))
  if (!trip) fail('NOT_FOUND')
  await addEmails(context, [trip], asked)
  return trip
}

async function trip(_: unknown, args: { id: number }, context: Context, info: GraphQLResolveInfo) {
  const asked = selected(info)
  const columnsNeeded = [...asked].some(
    (field) => stored.includes(field) || ['collaboratorsCount', 'guests', 'emails'].includes(field),
  )
  // Most operations only pass through this door, which the permission table has just opened.
  return columnsNeeded ? readTrip(context, args.id, asked) : { id: args.id }
}

async function createTrip(
  _: unknown,
  { input }: { input: Input },
  context: Context,
  info: GraphQLResolveInfo,
) {
  const viewer = account(context)
  const trip: Input = {
    timezone: viewer.timezone,
    hasDates: Boolean(input.startsAt ?? input.endsAt),
    ...input,
    ownerId: viewer.id,
  }
  const into = Object.keys(trip).map(snakeCase).join(', ')
  const text = `insert into trip (${into}) select ${into}
    from json_populate_record(null::trip, $1) returning id`
  const [row] = await context.db.query<{ id: number }>(prepared(text, [snakeKeys(trip)]))
  return row ? readTrip(context, row.id, selected(info)) : null
}

/** SQL: the viewer's membership with `right`, held until the statement is done. */
const holding = (right: string) => `door as (
  select m.trip_id from member m
  where m.trip_id = $1 and m.user_id = $2 and m.joined and m.${right} for share)`

async function updateTrip(
  _: unknown,
  { id, input }: { id: number; input: Input },
  context: Context,
  info: GraphQLResolveInfo,
) {
  const fields = Object.keys(input).map(snakeCase)
  if (fields.length > 0) {
    const text = `with ${holding('can_edit')}
      update trip t set ${fields.map((field) => `${field} = r.${field}`).join(', ')}
      from door, json_populate_record(null::trip, $3) r
      where t.id = door.trip_id and t.deleted_at is null`
    await context.db.query(prepared(text, [id, account(context).id, snakeKeys(input)]))
  }
  return readTrip(context, id, selected(info))
}

async function deleteTrip(_: unknown, { id }: { id: number }, context: Context) {
  const text = `with ${holding('is_owner')}
    update trip t set deleted_at = clock_timestamp() from door
    where t.id = door.trip_id and t.deleted_at is null returning t.id`
  const [row] = await context.db.query(prepared(text, [id, account(context).id]))
  if (!row) fail('NOT_FOUND')
  return true
}

export const tripResolvers = {
  Query: { trip, trips, deletedTrips },
  Mutation: { createTrip, updateTrip, deleteTrip },
}
