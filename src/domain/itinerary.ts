/**
 * Hostings, activities, transportations and expenses: reads, writes, moves and soft deletes of all
 * four kinds (contract 2.2-2.5, 3, 12). Every statement filters by the viewer itself; the permission
 * table is the other lock.
 */
import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../context.ts'
import { fail, refuse } from '../errors.ts'
import { snakeCase } from '../names.ts'
import type { Access } from '../permissions/access.ts'
import { emailsOf } from './email.ts'
import { type Kind, kinds } from './kinds.ts'
import { type PageArgs, readPage } from './page.ts'
import { selected } from './selection.ts'
import { binder, columns, joined, prepared } from './sql.ts'
import { account } from './viewer.ts'

type Trip = { id: number }
type Child = { id: number; tripId: number; emails?: unknown }
type Input = Record<string, unknown>
type ListArgs = PageArgs & { updatedSince?: string } & Record<string, unknown>

const money = new Set(['price', 'currency'])

/** What a read fetches: the fields asked for, the keys, and prices only for those who may see them. */
function columnsFor(kind: Kind, access: Access, asked: ReadonlySet<string>): string {
  const hidden = kind.name === 'expense' || access.canSeeExpenses ? new Set() : money
  const fields = [...kind.fields].filter((field) => asked.has(field) && !hidden.has(field))
  const own = columns('c', new Set(['id', 'tripId', ...fields]))
  return asked.has('owner') ? `${own}, ${ownerColumns}` : own
}

const ownerColumns = `o.id as "ownerId", o.name as "ownerName", o.email as "ownerEmail",
  o.photo_url as "ownerPhotoUrl"`
const withOwner = 'join account o on o.id = c.owner_id'

/** The access record, which the permission table has already asked for. */
async function accessTo(context: Context, tripId: number): Promise<Access> {
  return (await context.access(tripId)) ?? fail('NOT_FOUND')
}

async function withEmails(context: Context, kind: Kind, rows: Child[], asked: Set<string>) {
  if (kind.name === 'expense' || !asked.has('emails')) return
  const emails = await emailsOf(
    context,
    kind.name,
    rows.map((row) => row.id),
  )
  for (const row of rows) row.emails = emails.get(row.id) ?? []
}

async function list(kind: Kind, trip: Trip, args: ListArgs, context: Context, info: GraphQLResolveInfo) {
  const access = await accessTo(context, trip.id)
  const asked = selected(info, 'results')
  const { values, bind } = binder()
  const tripId = bind(trip.id)
  let where = `c.trip_id = ${tripId} and c.deleted_at is null
    and ${joined(tripId, bind(account(context).id))}`
  if (args.updatedSince) where += ` and c.changed_at >= ${bind(args.updatedSince)}::timestamptz`
  if (kind.filter && args[kind.filter]) {
    where += ` and c.${snakeCase(kind.filter)} = ${bind(args[kind.filter])}`
  }
  const page = await readPage<Child>(
    context,
    {
      columns: columnsFor(kind, access, asked),
      from: `${kind.name} c`,
      adds: asked.has('owner') ? withOwner : '',
      where,
      order: 'c.id',
      values,
    },
    args,
  )
  await withEmails(context, kind, page.results, asked)
  return page
}

async function listDeleted(kind: Kind, trip: Trip, args: ListArgs, context: Context) {
  const { values, bind } = binder()
  const tripId = bind(trip.id)
  let where = `c.trip_id = ${tripId} and c.deleted_at is not null
    and ${joined(tripId, bind(account(context).id))}`
  if (args.updatedSince) where += ` and c.deleted_at >= ${bind(args.updatedSince)}::timestamptz`
  const listing = { from: `${kind.name} c`, where, order: 'c.id', values }
  return readPage(context, { ...listing, columns: columns('c', ['id', 'deletedAt']) }, args)
}

/** One live child of a trip; throws NOT_FOUND for any other id. */
async function one(kind: Kind, tripId: number, id: number, context: Context, info: GraphQLResolveInfo) {
  const asked = selected(info)
  const text = `select ${columnsFor(kind, await accessTo(context, tripId), asked)}
    from ${kind.name} c ${asked.has('owner') ? withOwner : ''}
    where c.id = $1 and c.trip_id = $2 and c.deleted_at is null and ${joined('$2', '$3')}`
  const [row] = await context.db.query<Child>(
    prepared(text, [id, tripId, account(context).id]),
  )
  if (!row) fail('NOT_FOUND')
  await withEmails(context, kind, [row], asked)
  return row
}

/**
 * The trips the viewer may write in, with the membership held until the statement is done: a member
 * who is removed meanwhile either wrote before or not at all.
 */
function door(kind: Kind, trips: string, viewer: string): string {
  return `door as (
    select t.id, t.timezone from member m join trip t on t.id = m.trip_id
    where m.trip_id = any (${trips}::int[]) and m.user_id = ${viewer} and m.joined
      and m.${snakeCase(kind.writes)} and t.deleted_at is null
    for share of m)`
}

/** What of the input is stored: no prices from callers who may not edit them (1.9). */
function stored(kind: Kind, access: Access, { updateTrip, ...input }: Input): Input {
  if (kind.name === 'expense' || access.canEditExpenses) return input
  return Object.fromEntries(Object.entries(input).filter(([field]) => !money.has(field)))
}

async function create(kind: Kind, args: { tripId: number; input: Input }, context: Context) {
  const viewer = account(context)
  const access = await accessTo(context, args.tripId)
  const input = stored(kind, access, args.input)
  if (kind.name === 'expense') input.currency ??= viewer.defaultCurrency
  const fields = Object.keys(input).map(snakeCase)
  const zone = kind.fields.has('timezone') && input.timezone === undefined
  const into = ['trip_id', 'owner_id', ...fields, ...(zone ? ['timezone'] : [])]
  const from = ['door.id', '$2', ...fields.map((f) => `r.${f}`), ...(zone ? ['door.timezone'] : [])]
  const text = `with ${door(kind, '$1', '$2')}, c as (
      insert into ${kind.name} (${into.join(', ')}) select ${from.join(', ')}
      from door, json_populate_record(null::${kind.name}, $3) r returning *)
    select (select count(*)::int from door) as open, ${columnsFor(kind, access, kind.fields)},
      ${ownerColumns}
    from (select) as one left join c on true left join account o on o.id = c.owner_id`
  const [row] = await context.db.query<Child & { open: number; id: number | null }>(
    prepared(text, [[args.tripId], viewer.id, JSON.stringify(snakeKeys(input))]),
  )
  if (!row?.open) fail('FORBIDDEN')
  return row.id === null ? null : { ...row, emails: [] }
}

function snakeKeys(input: Input): Input {
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [snakeCase(key), value]))
}

/** The trip a move goes to; throws where the viewer may not put anything (12.3). */
async function destination(context: Context, tripId: number): Promise<number> {
  const access = await context.access(tripId)
  if (!access) refuse('updateTrip', `Invalid pk "${tripId}" - object does not exist.`)
  return access.canEdit ? tripId : fail('FORBIDDEN')
}

async function update(
  kind: Kind,
  args: { tripId: number; id: number; input: Input },
  context: Context,
  info: GraphQLResolveInfo,
) {
  const access = await accessTo(context, args.tripId)
  const moves = typeof args.input.updateTrip === 'number'
  const tripId = moves ? await destination(context, args.input.updateTrip as number) : args.tripId
  const { values, bind } = binder()
  const trips = bind([...new Set([args.tripId, tripId])])
  const viewer = bind(account(context).id)
  const input = stored(kind, access, args.input)
  const record = bind(JSON.stringify(snakeKeys(input)))
  const sets = Object.keys(input).map((field) => `, ${snakeCase(field)} = r.${snakeCase(field)}`)
  if (tripId !== args.tripId) sets.push(`, trip_id = ${bind(tripId)}`)
  const text = `with ${door(kind, trips, viewer)}
    update ${kind.name} c set updated_at = clock_timestamp()${sets.join('')}
    from json_populate_record(null::${kind.name}, ${record}) r
    where c.id = ${bind(args.id)} and c.trip_id = ${bind(args.tripId)} and c.deleted_at is null
      and (select count(*) from door) = cardinality(${trips}::int[])
    returning c.id`
  const [row] = await context.db.query<{ id: number }>(prepared(text, values))
  if (!row) fail('NOT_FOUND')
  return moves ? null : one(kind, args.tripId, args.id, context, info)
}

async function remove(kind: Kind, args: { tripId: number; id: number }, context: Context) {
  const text = `with ${door(kind, '$1', '$2')}
    update ${kind.name} c set deleted_at = clock_timestamp() from door
    where c.id = $3 and c.trip_id = door.id and c.deleted_at is null returning c.id`
  const [row] = await context.db.query<{ id: number }>(
    prepared(text, [[args.tripId], account(context).id, args.id]),
  )
  if (!row) fail('NOT_FOUND')
  return true
}

/** Whether a live child is in a trip: the fact behind the rules on children. */
export async function isChild(context: Context, kind: string, tripId: number, id: number) {
  const text = `select id from ${kind} where id = $1 and trip_id = $2 and deleted_at is null`
  return (await context.db.query(prepared(text, [id, tripId]))).length > 0
}

interface OwnerColumns {
  ownerId: number
  ownerName: string
  ownerEmail: string
  ownerPhotoUrl: string | null
}

const owner = (row: OwnerColumns) => ({
  id: row.ownerId,
  name: row.ownerName,
  email: row.ownerEmail,
  photoUrl: row.ownerPhotoUrl,
})

type Resolve = (parent: never, args: never, context: Context, info: GraphQLResolveInfo) => unknown

function resolversOf(kind: Kind): Record<string, Record<string, Resolve>> {
  const { name, type, plural } = kind
  const ofTrip: Record<string, Resolve> = {
    [name]: (trip: Trip, args: { id: number }, context, info) =>
      one(kind, trip.id, args.id, context, info),
    [plural]: (trip: Trip, args: ListArgs, context, info) => list(kind, trip, args, context, info),
  }
  if (kind.name !== 'expense') {
    ofTrip[`deleted${plural.charAt(0).toUpperCase()}${plural.slice(1)}`] = (
      trip: Trip,
      args: ListArgs,
      context,
    ) => listDeleted(kind, trip, args, context)
  }
  return {
    Trip: ofTrip,
    ...(kind.name === 'expense' ? {} : { [type]: { owner } }),
    Mutation: {
      [`create${type}`]: (_: never, args: never, context) => create(kind, args, context),
      [`update${type}`]: (_: never, args: never, context, info) => update(kind, args, context, info),
      [`delete${type}`]: (_: never, args: never, context) => remove(kind, args, context),
    },
  }
}

/** The resolvers of all four kinds. */
export const itineraryResolvers = kinds.map(resolversOf)
