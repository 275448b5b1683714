/** Reads of all four kinds: lists, tombstones, one object (test/spec/03, 12). */
import type { Context } from '../../context.ts'
import { fail } from '../../errors.ts'
import { snakeCase } from '../../names.ts'
import { type Access, has } from '../../permissions/access.ts'
import { accessTo } from './access.ts'
import { noEmails } from './emails.ts'
import type { Kind } from './kinds.ts'
import { type PageArgs, pageOf } from './page.ts'
import {
  both,
  type Columns,
  type Field,
  fields,
  fieldsAsked,
  type RowOf,
  read,
  renamed,
  rowsOf,
} from './rows.ts'
import { binder, joined } from './sql.ts'
import { account } from './viewer.ts'
import { weightOf } from './weights.ts'

type Name = Kind['name']
/** Any stored field of any kind. */
export type ItemField = { [N in Name]: Field<N> }[Name]
/** An item as it is read: its keys, and what was asked of it. */
export type Item = Pick<RowOf<Name>, 'id' | 'tripId'> & Partial<RowOf<Name>>
export type ListArgs = PageArgs & { updatedSince?: string } & Record<string, unknown>

/** SQL: what is answered of an item `c`, and what is joined to it for that. */
export interface Answered<Row = Item> {
  columns: Columns<Row>
  join: string
}

const creator = renamed('account', 'o', {
  ownerName: 'name',
  ownerEmail: 'email',
  ownerPhotoUrl: 'photoUrl',
})

/** The creator of an item, beside its own columns. */
export interface OwnerColumns {
  ownerId: number
  ownerName: string
  ownerEmail: string
  ownerPhotoUrl: string | null
}

const none = new Set<string>()
const withoutMoney = (asked: ReadonlySet<string>) =>
  new Set([...asked].filter((field) => field !== 'price' && field !== 'currency'))

/** The keys of an item alone. */
export const keysOf = (kind: Kind) => ({ columns: itemColumns(kind, none), join: '' })

function itemColumns({ name }: Kind, asked: ReadonlySet<string>): Columns<Item> {
  const keys: Field<Name>[] = asked.has('owner') ? ['id', 'tripId', 'ownerId'] : ['id', 'tripId']
  return fieldsAsked<Name, Field<Name>>(name, 'c', keys, asked)
}

/** SQL by what it depends on; selections are the same sets from request to request. */
const known = new WeakMap<ReadonlySet<string>, Map<string, Answered>>()

/**
 * The fields asked for and the keys; prices only for those who may see them: the second lock. Its
 * creator and emails come along where these are asked for.
 */
export function answered(kind: Kind, access: Access, asked: ReadonlySet<string>): Answered {
  const seesMoney = kind.name === 'expense' || access.canSeeExpenses
  const made = known.get(asked) ?? new Map<string, Answered>()
  known.set(asked, made)
  const key = `${kind.name} ${seesMoney}`
  const found = made.get(key) ?? answerFor(kind, seesMoney ? asked : withoutMoney(asked))
  made.set(key, found)
  return found
}

function answerFor(kind: Kind, asked: ReadonlySet<string>): Answered {
  const hasEmails = asked.has('emails') && kind.name !== 'expense'
  const own = itemColumns(kind, asked)
  const emails = hasEmails ? both(own, noEmails(kind.name, 'c')) : own
  return asked.has('owner')
    ? { columns: both(emails, creator), join: 'left join account o on o.id = c.owner_id' }
    : { columns: emails, join: '' }
}

/**
 * SQL, the second lock: the viewer has joined the trip, and sees its expenses where these are read.
 */
function visible(kind: Kind, tripId: string, viewer: string): string {
  return joined(tripId, viewer, kind.name === 'expense' ? `and ${has('v', 'canSeeExpenses')}` : '')
}

/** A page of the live items of a trip. */
export async function listItems(
  context: Context,
  kind: Kind,
  tripId: number,
  args: ListArgs,
  asked: ReadonlySet<string>,
) {
  const access = await accessTo(context, tripId)
  const { values, bind } = binder(2)
  let where = `c.trip_id = asked.trip and c.deleted_at is null
    and ${visible(kind, 'asked.trip', bind(account(context).id))}`
  if (args.updatedSince) where += ` and c.changed_at >= ${bind(args.updatedSince)}::timestamptz`
  if (kind.filter && args[kind.filter]) {
    where += ` and c.${snakeCase(kind.filter)} = ${bind(args[kind.filter])}`
  }
  const weight = weightOf(asked, (field) => `c.${snakeCase(field)}`)
  const list = { ...answered(kind, access, asked), from: `${kind.name} c`, where, weight }
  return pageOf(context, tripId, { ...list, values }, args)
}

/** A page of what is left of the deleted items of a trip. */
export function listDeletedItems(context: Context, kind: Kind, tripId: number, args: ListArgs) {
  const { values, bind } = binder(2)
  let where = `c.trip_id = asked.trip and c.deleted_at is not null
    and ${visible(kind, 'asked.trip', bind(account(context).id))}`
  if (args.updatedSince) where += ` and c.deleted_at >= ${bind(args.updatedSince)}::timestamptz`
  const columns = fields<Name, 'id' | 'deletedAt'>(kind.name, 'c', ['id', 'deletedAt'])
  return pageOf(context, tripId, { columns, from: `${kind.name} c`, where, values }, args)
}

/** One live item of a trip; throws NOT_FOUND for any other id. */
export async function readItem(
  context: Context,
  kind: Kind,
  { tripId, id }: { tripId: number; id: number },
  asked: ReadonlySet<string>,
) {
  const { columns, join } = answered(kind, await accessTo(context, tripId), asked)
  const found = read(
    columns,
    (list) => `select ${list} from ${kind.name} c ${join} where c.id = $1 and c.trip_id = $2
      and c.deleted_at is null and ${visible(kind, '$2', '$3')}`,
    [id, tripId, account(context).id],
  )
  const [row] = await rowsOf(context.db, found)
  return row ?? fail('NOT_FOUND')
}
