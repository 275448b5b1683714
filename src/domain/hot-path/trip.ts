/** Trips: reads, tombstones, writes and soft delete (test/spec/02.1, 03, 06). */
import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../../context.ts'
import { Conflict, fail } from '../../errors.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { GuestInviteInput } from '../../generated/types.ts'
import { snakeCase } from '../../names.ts'
import { has } from '../../permissions/access.ts'
import type { Right } from '../../permissions/rights.ts'
import { emailsOf } from '../emails/emails-of.ts'
import { addGuests, type Guests, guestsAmong } from '../people/guest-invites.ts'
import { type PageArgs, parameters, readPage } from './page.ts'
import { people } from './people.ts'
import { selected } from './selection.ts'
import { columns, joined, prepared, snakeKeys } from './sql.ts'
import { account } from './viewer.ts'
import { weightOf } from './weights.ts'

type ListArgs = PageArgs & { updatedSince?: string }
type Input = Record<string, unknown>
type Invites = readonly GuestInviteInput[]

export interface Trip {
  id: number
  ownerId: number
}

const stored = Object.keys(Prisma.TripScalarFieldEnum)

/** SQL: what is asked of the trip `t`. */
function ownColumns(asked: Set<string>, keys = ['id', 'ownerId']): string {
  const fields = stored.filter((field) => field !== 'id' && asked.has(field))
  return columns('t', new Set([...keys, ...fields]))
}

/** SQL: the same with the people on it, where they are asked for. */
function partsFor(asked: Set<string>, keys?: string[]): { columns: string; join: string } {
  const own = ownColumns(asked, keys)
  return asked.has('guests') || asked.has('collaboratorsCount')
    ? { columns: `${own}, ${people.columns}`, join: people.join('t.id') }
    : { columns: own, join: '' }
}

/**
 * SQL: the ids of the trips the viewer owns or has joined, active or deleted, of which `own`
 * filters the owned ones: `updatedSince` so reads the index on owner and change time, and no other
 * trip (test/spec/01.8).
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

function trips(_: unknown, args: ListArgs, context: Context, info: GraphQLResolveInfo) {
  const { values, bind } = parameters()
  const viewer = bind(account(context).id)
  const since = args.updatedSince && `and changed_at >= ${twoDaysBefore(bind(args.updatedSince))}`
  const asked = selected(info, 'results')
  const parts = partsFor(asked, ['ownerId'])
  const guests = asked.has('guests') ? ' + pg_column_size(people.guests)' : ''
  const listing = {
    columns: 'c.id',
    with: mine(viewer, false, since),
    from: 'mine c',
    where: 'true',
    order: 'c.id',
    values,
    added: { columns: parts.columns, join: `left join trip t on t.id = c.id ${parts.join}` },
    weight: weightOf(asked, (field) => `t.${snakeCase(field)}`) + guests,
  }
  return readPage<Trip>(context, 0, listing, args)
}

function deletedTrips(_: unknown, args: ListArgs, context: Context) {
  const { values, bind } = parameters()
  const viewer = bind(account(context).id)
  const since = args.updatedSince && `and deleted_at >= ${twoDaysBefore(bind(args.updatedSince))}`
  const added = { columns: columns('t', ['deletedAt']), join: 'left join trip t on t.id = c.id' }
  const listing = { columns: 'c.id', with: mine(viewer, true, since), from: 'mine c', added }
  return readPage(context, 0, { ...listing, where: 'true', order: 'c.id', values }, args)
}

/** A trip of the viewer's; NOT_FOUND without access. */
export async function readTrip(context: Context, id: number, asked: Set<string>): Promise<Trip> {
  const parts = partsFor(asked)
  const text = `select ${parts.columns} from trip t ${parts.join}
    where t.id = $1 and t.deleted_at is null and ${joined('$1', '$2')}`
  const [trip] = await context.db.query<Trip>(prepared(text, [id, account(context).id]))
  if (!trip) fail('NOT_FOUND')
  return trip
}

async function trip(_: unknown, args: { id: number }, context: Context, info: GraphQLResolveInfo) {
  const asked = selected(info)
  const columnsNeeded = [...asked].some(
    (field) => stored.includes(field) || ['collaboratorsCount', 'guests'].includes(field),
  )
  // Most operations only need access here, which the permission table has just opened.
  return columnsNeeded ? readTrip(context, args.id, asked) : { id: args.id }
}

/** SQL: stores the trip `$1`; nothing if its identifier is taken (test/spec/01.10). */
function inserting(trip: Input): string {
  const into = Object.keys(trip).map(snakeCase).join(', ')
  return `t as (
    insert into trip (${into}) select ${into} from json_populate_record(null::trip, $1)
    returning *)`
}

/** Stores the trip with its guests, and the mails to those who are invited: all or nothing. */
function createWithGuests(trip: Input, guests: Guests, columns: string, context: Context) {
  const text = `with ${inserting(trip)} select ${columns} from t`
  return context.db.transaction(async (tx) => {
    const [row] = await tx.query<Trip>(prepared(text, [snakeKeys(trip)]))
    if (!row) return null
    const named = { id: row.id, name: String(trip.name ?? '') }
    return { ...row, ...(await addGuests(tx, named, guests, context)), emails: [] }
  })
}

async function createTrip(
  _: unknown,
  { input: { guestInvites = [], ...input } }: { input: Input & { guestInvites?: Invites } },
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
  const columns = ownColumns(selected(info))
  const guests = guestsAmong(guestInvites, context)
  // Nothing is read after the write: an answer that is lost must not be a trip that is doubled.
  if (guests.size > 0) {
    const made = await createWithGuests(trip, guests, columns, context)
    context.mailWaits()
    return made
  }
  const text = `with ${inserting(trip)} select ${columns} from t`
  const [row] = await context.db.query<Trip>(prepared(text, [snakeKeys(trip)]))
  return row ? { ...row, collaboratorsCount: 1, guests: [], emails: [] } : null
}

/** SQL: the viewer's membership with `right`, held until the statement is done. */
const holding = (right: Right) => `permitted as (
  select m.trip_id from member m
  where m.trip_id = $1 and m.user_id = $2 and m.joined and ${has('m', right)} for share)`

async function updateTrip(
  _: unknown,
  { id, input }: { id: number; input: Input },
  context: Context,
  info: GraphQLResolveInfo,
) {
  const asked = selected(info)
  const fields = Object.keys(input).map(snakeCase)
  if (fields.length === 0) return readTrip(context, id, asked)
  const parts = partsFor(asked)
  const text = `with ${holding('canEdit')}, t as (
      update trip set ${fields.map((field) => `${field} = r.${field}`).join(', ')}
      from permitted, json_populate_record(null::trip, $3) r
      where trip.id = permitted.trip_id and trip.deleted_at is null returning trip.*)
    select ${parts.columns} from t ${parts.join}`
  const values = [id, account(context).id, snakeKeys(input)]
  const [trip] = await context.db.query<Trip>(prepared(text, values))
  if (!trip) throw new Conflict()
  return trip
}

async function deleteTrip(_: unknown, { id }: { id: number }, context: Context) {
  const text = `with ${holding('isOwner')}
    update trip t set deleted_at = clock_timestamp() from permitted
    where t.id = permitted.trip_id and t.deleted_at is null returning t.id`
  const [row] = await context.db.query(prepared(text, [id, account(context).id]))
  if (!row) throw new Conflict()
  return true
}

export const tripResolvers = {
  Trip: { emails: emailsOf('trip') },
  Query: { trip, trips, deletedTrips },
  Mutation: { createTrip, updateTrip, deleteTrip },
}
