/** Reads of all four kinds: lists, tombstones, one object (test/spec/03, 12). */
import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../../context.ts'
import { fail } from '../../errors.ts'
import { snakeCase } from '../../names.ts'
import { type Access, has } from '../../permissions/access.ts'
import { accessTo } from './access.ts'
import type { Kind } from './kinds.ts'
import { type PageArgs, parameters, readPage } from './page.ts'
import { selected } from './selection.ts'
import { columns, joined, prepared } from './sql.ts'
import { type Account, account } from './viewer.ts'
import { weightOf } from './weights.ts'

type Trip = { id: number }
export type Child = { id: number; tripId: number }
export type ListArgs = PageArgs & { updatedSince?: string } & Record<string, unknown>

/** The creator of a child, beside its own columns. */
export interface OwnerColumns {
  ownerId: number
  ownerName: string
  ownerEmail: string
  ownerPhotoUrl: string | null
}

export function ownerOf({ id, name, email, photoUrl }: Account): OwnerColumns {
  return { ownerId: id, ownerName: name, ownerEmail: email, ownerPhotoUrl: photoUrl }
}

const none = new Set<string>()
const money = new Set(['price', 'currency'])

/** SQL by what it depends on; selections are the same sets from request to request. */
const known = new WeakMap<ReadonlySet<string>, Map<string, string>>()

/** The fields asked for and the keys; prices only for those who may see them: the second lock. */
export function columnsFor(kind: Kind, access: Access, asked: ReadonlySet<string>): string {
  const seesMoney = kind.name === 'expense' || access.canSeeExpenses
  const texts = known.get(asked) ?? new Map<string, string>()
  known.set(asked, texts)
  const key = `${kind.name} ${seesMoney}`
  const text = texts.get(key) ?? columnsBut(seesMoney ? none : money, kind, asked)
  texts.set(key, text)
  return text
}

function columnsBut(hidden: Set<string>, kind: Kind, asked: ReadonlySet<string>): string {
  const fields = [...kind.fields].filter((field) => asked.has(field) && !hidden.has(field))
  const keys = asked.has('owner') ? ['id', 'tripId', 'ownerId'] : ['id', 'tripId']
  return columns('c', new Set([...keys, ...fields]))
}

export const ownerParts = {
  columns: 'o.name as "ownerName", o.email as "ownerEmail", o.photo_url as "ownerPhotoUrl"',
  join: 'left join account o on o.id = c."ownerId"',
}

/** SQL: the rows of a select of `columnsFor`, with their owners where these are asked for. */
export function withOwner(select: string, asked: boolean): string {
  return asked ? `select c.*, ${ownerParts.columns} from (${select}) c ${ownerParts.join}` : select
}

/**
 * SQL, the second lock: the viewer has joined the trip, and sees its expenses where these are read.
 */
function visible(kind: Kind, tripId: string, viewer: string): string {
  return joined(tripId, viewer, kind.name === 'expense' ? `and ${has('v', 'canSeeExpenses')}` : '')
}

export async function list(
  kind: Kind,
  trip: Trip,
  args: ListArgs,
  context: Context,
  info: GraphQLResolveInfo,
) {
  const access = await accessTo(context, trip.id)
  const asked = selected(info, 'results')
  const { values, bind } = parameters()
  let where = `c.trip_id = asked.trip and c.deleted_at is null
    and ${visible(kind, 'asked.trip', bind(account(context).id))}`
  if (args.updatedSince) where += ` and c.changed_at >= ${bind(args.updatedSince)}::timestamptz`
  if (kind.filter && args[kind.filter]) {
    where += ` and c.${snakeCase(kind.filter)} = ${bind(args[kind.filter])}`
  }
  const listing = {
    columns: columnsFor(kind, access, asked),
    from: `${kind.name} c`,
    where,
    order: 'c.id',
    values,
    weight: weightOf(asked),
    ...(asked.has('owner') && { added: ownerParts }),
  }
  return readPage<Child>(context, trip.id, listing, args)
}

export async function listDeleted(kind: Kind, trip: Trip, args: ListArgs, context: Context) {
  const { values, bind } = parameters()
  let where = `c.trip_id = asked.trip and c.deleted_at is not null
    and ${visible(kind, 'asked.trip', bind(account(context).id))}`
  if (args.updatedSince) where += ` and c.deleted_at >= ${bind(args.updatedSince)}::timestamptz`
  const listing = { from: `${kind.name} c`, where, order: 'c.id', values }
  return readPage(
    context,
    trip.id,
    { ...listing, columns: columns('c', ['id', 'deletedAt']) },
    args,
  )
}

/** One live child of a trip; throws NOT_FOUND for any other id. */
export async function one(
  kind: Kind,
  tripId: number,
  id: number,
  context: Context,
  info: GraphQLResolveInfo,
) {
  const asked = selected(info)
  const own = columnsFor(kind, await accessTo(context, tripId), asked)
  const select = `select ${own} from ${kind.name} c where c.id = $1 and c.trip_id = $2
    and c.deleted_at is null and ${visible(kind, '$2', '$3')}`
  const text = withOwner(select, asked.has('owner'))
  const [row] = await context.db.query<Child>(prepared(text, [id, tripId, account(context).id]))
  if (!row) fail('NOT_FOUND')
  return row
}
