/** Trips: reads, tombstones, writes and soft delete (contract 2.1, 3, 6). */
import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../context.ts'
import { fail } from '../errors.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { snakeCase } from '../names.ts'
import { guestsOf } from './collaborator.ts'
import { emailsOf } from './email.ts'
import { type PageArgs, readPage } from './page.ts'
import { selected } from './selection.ts'
import { binder, columns, joined, prepared } from './sql.ts'
import { account } from './viewer.ts'

type ListArgs = PageArgs & { updatedSince?: string }
type Input = Record<string, unknown>

export interface Trip {
  id: number
  ownerId: number
  guests?: unknown
  emails?: unknown
}

const stored = Object.keys(Prisma.TripScalarFieldEnum)
const joinedCount = `(select count(*)::int from member g where g.trip_id = t.id and g.joined)
  as "collaboratorsCount"`
const mine = 'trip t join member m on m.trip_id = t.id'

function columnsFor(asked: Set<string>): string {
  const fields = stored.filter((field) => asked.has(field))
  const own = columns('t', new Set(['id', 'ownerId', ...fields]))
  return asked.has('collaboratorsCount') ? `${own}, ${joinedCount}` : own
}

/** Puts guests and emails to the trips that show them: one statement each for all trips. */
async function withPeopleAndEmails(context: Context, trips: Trip[], asked: Set<string>) {
  const ids = trips.map((trip) => trip.id)
  if (asked.has('guests')) {
    const guests = await guestsOf(context, ids)
    for (const trip of trips) trip.guests = guests.get(trip.id) ?? []
  }
  if (asked.has('emails')) {
    const emails = await emailsOf(context, 'trip', ids)
    for (const trip of trips) trip.emails = emails.get(trip.id) ?? []
  }
}

/** 1.8: own trips changed since then, less two days; those of other people always. */
function since(column: string, viewer: string, moment: string): string {
  return ` and (${column} >= ${moment}::timestamptz - interval '2 days' or t.owner_id <> ${viewer})`
}

async function trips(_: unknown, args: ListArgs, context: Context, info: GraphQLResolveInfo) {
  const asked = selected(info, 'results')
  const { values, bind } = binder()
  const viewer = bind(account(context).id)
  let where = `m.user_id = ${viewer} and m.joined and t.deleted_at is null`
  if (args.updatedSince) where += since('t.changed_at', viewer, bind(args.updatedSince))
  const listing = { columns: columnsFor(asked), from: mine, where, order: 't.id', values }
  const page = await readPage<Trip>(context, listing, args)
  await withPeopleAndEmails(context, page.results, asked)
  return page
}

async function deletedTrips(_: unknown, args: ListArgs, context: Context) {
  const { values, bind } = binder()
  const viewer = bind(account(context).id)
  let where = `m.user_id = ${viewer} and m.joined and t.deleted_at is not null`
  if (args.updatedSince) where += since('t.deleted_at', viewer, bind(args.updatedSince))
  const listing = { columns: columns('t', ['id', 'deletedAt']), from: mine, where, order: 't.id' }
  return readPage(context, { ...listing, values }, args)
}

async function readTrip(context: Context, id: number, asked: Set<string>): Promise<Trip> {
  const text = `select ${columnsFor(asked)} from trip t
    where t.id = $1 and t.deleted_at is null and ${joined('$1', '$2')}`
  const [trip] = await context.db.query<Trip>(prepared(text, [id, account(context).id]))
  if (!trip) fail('NOT_FOUND')
  await withPeopleAndEmails(context, [trip], asked)
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

function inSnakeCase(input: Input): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(input).map(([key, value]) => [snakeCase(key), value])),
  )
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
  const [row] = await context.db.query<{ id: number }>(prepared(text, [inSnakeCase(trip)]))
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
    await context.db.query(prepared(text, [id, account(context).id, inSnakeCase(input)]))
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
