/** What is answered of a row: its columns, what is joined for them, and what they weigh. */

import { fail } from '../../base/errors.ts'
import { hasJoined } from '../access.ts'
import { parentKinds } from '../parent-kinds.ts'
import { permissions } from '../rights.ts'
import type { Kind, Stored } from './kinds.ts'
import type { Reader } from './reader.ts'
import { both, type Columns, type Field, fields, isStored, type RowOf, typed } from './rows.ts'
import { weightOf } from './weights.ts'

/** A row as it is read: its keys, and what was asked of it. */
export type Row<N extends Stored['name'] = Stored['name']> = { id: number } & Partial<RowOf<N>>

/** SQL: what is answered of a row `c`, what is joined to it for that, and its bytes. */
export interface Answer<N extends Stored['name'] = Stored['name']> {
  columns: Columns<Row<N>>
  join: string
  weight: string
  /** The columns name `asked.members`, see `membersOf`. */
  asksMembers?: true
}

type Creator = {
  [F in 'name' | 'email' | 'photoUrl' as `owner${Capitalize<F>}`]: RowOf<'account'>[F]
}
/** The creator of an item, beside its own columns, and whether they have joined its trip. */
export type OwnerColumns = Creator & { ownerId: number; ownerIsMember: boolean }
const creator = typed<Creator & { ownerIsMember: boolean }>(
  `o.name as "ownerName", o.email as "ownerEmail", o.photo_url as "ownerPhotoUrl",
  c.owner_id = any (asked.members) as "ownerIsMember"`,
)

/**
 * SQL: who has joined a trip. Lists read it once a trip, since a look for each row would take as
 * long as the rows.
 */
export const membersOf = (trip: string) =>
  `array(select y.user_id from member y where y.trip_id = ${trip} and ${hasJoined('y')}) as members`

/** SQL: what is joined to the one row `c`. */
export const joinedTo = ({ join, asksMembers }: Answer) =>
  asksMembers ? `${join} cross join lateral (select ${membersOf('c.trip_id')}) asked` : join

const guestFields = ['id', 'name', 'email', 'photoUrl', ...permissions.map(({ name }) => name)]
/** SQL: the joined member `m` with the account `a`: the values of these fields, in their order. */
const guest = `json_build_array(m.user_id, a.name, a.email, a.photo_url,
  ${permissions.map(({ column }) => `m.${column}`).join(', ')})`

type Values = readonly unknown[]

/**
 * The row with its guests, if it has any: the owner first, the others by ID (test/spec/02.1). The
 * database neither sorts them nor names their fields: it would take a third longer for a list.
 */
export function withGuests<R extends object>(row: R): R {
  const found: { guests?: Values[] | object[] } = row
  if (found.guests) found.guests = (found.guests as Values[]).sort(byRank).map(guestOf)
  return row
}

const isOwner = guestFields.indexOf('isOwner')
const byRank = (one: Values, other: Values) =>
  Number(other[isOwner]) - Number(one[isOwner]) || Number(one[0]) - Number(other[0])

function guestOf(values: Values): object {
  const guest: Record<string, unknown> = { joined: true }
  for (let at = 0; at < values.length; at += 1) guest[guestFields[at] as string] = values[at]
  return guest
}

/**
 * SQL: the number of joined members of a trip, and its guests: joined members but the owner, who is
 * shown only while not travelling.
 */
const people = {
  columns: typed<{ collaboratorsCount: number; guests: unknown[] }>(
    'people."collaboratorsCount", people.guests',
  ),
  join: `cross join lateral (
    select count(*)::int as "collaboratorsCount",
      coalesce(json_agg(${guest})
        filter (where not (m.is_owner and m.is_travelling)), '[]') as guests
    from member m join account a on a.id = m.user_id
    where m.trip_id = c.id and ${hasJoined('m')}) people`,
}

const asksPeople = (asked: ReadonlySet<string>) =>
  asked.has('guests') || asked.has('collaboratorsCount')

/** Whether a selection asks for anything that is read of the trip itself. */
export const asksTrip = (asked: ReadonlySet<string>) =>
  asksPeople(asked) || [...asked].some((field) => isStored('trip', field))

/** SQL: the fields asked for of the row `c`, and its keys. */
export function columnsOf<N extends Stored['name']>(
  { name }: Stored<N>,
  asked: ReadonlySet<string>,
): Columns<Row<N>> {
  const stored = [...asked].filter((field) => isStored(name, field))
  const keys = name === 'trip' || asked.has('owner') ? ['ownerId'] : []
  const names = new Set(['id', ...(name === 'trip' ? [] : ['tripId']), ...keys, ...stored])
  return typed<Row<N>>(fields(name, 'c', [...names] as Field<N>[]))
}

function answerFor(kind: Stored, asked: ReadonlySet<string>): Answer {
  // A list of several kinds asks for fields that only one of them has.
  const stored = new Set([...asked].filter((field) => isStored(kind.name, field)))
  const columns = columnsOf(kind, asked)
  const answer: Answer = { columns, join: '', weight: weightOf(stored) }
  const parent = parentKinds.find((name) => name === kind.name)
  if (asked.has('emails') && parent) {
    // Empty if nothing is attached there: that is answered without a statement more.
    const some = `select from email e where e.${parent}_id = c.id and e.deleted_at is null`
    const emails = `case when not exists (${some}) then '[]'::json end as emails`
    answer.columns = both(answer.columns, typed<{ emails: [] | null }>(emails))
  }
  if (asked.has('owner')) {
    answer.columns = both(answer.columns, creator)
    answer.join = 'left join account o on o.id = c.owner_id'
    answer.asksMembers = true
  }
  if (asksPeople(asked)) {
    answer.columns = both(answer.columns, people.columns)
    answer.join = people.join
    if (asked.has('guests')) answer.weight += ' + 4 * pg_column_size(people.guests)'
  }
  return answer
}

/** SQL by what it depends on; selections are the same sets from request to request. */
const known = new WeakMap<ReadonlySet<string>, Map<string, Answer>>()

/**
 * The fields asked for and the keys; prices only for those who see them: the second lock. Emails,
 * the creator of an item and the people on a trip come along where these are asked for.
 */
export function answered<N extends Stored['name']>(
  kind: Stored<N>,
  asked: ReadonlySet<string>,
  seesMoney = true,
): Answer<N> {
  const made = known.get(asked) ?? new Map<string, Answer>()
  known.set(asked, made)
  const isShown = (field: string) => seesMoney || (field !== 'price' && field !== 'currency')
  const key = `${kind.name} ${seesMoney}`
  const answer = made.get(key) ?? answerFor(kind, new Set([...asked].filter(isShown)))
  made.set(key, answer)
  return answer as Answer<N>
}

/** What is answered of an item to the viewer, whose access the table has already asked for. */
export async function itemAnswer(
  { access }: Pick<Reader, 'access'>,
  kind: Kind,
  tripId: number,
  asked: ReadonlySet<string>,
): Promise<Answer<Kind['name']>> {
  const { canSeeExpenses } = (await access(tripId)) ?? fail('NOT_FOUND')
  return answered(kind, asked, kind.name === 'expense' || canSeeExpenses)
}

const none = new Set<string>()
/** The keys of a row alone. */
export const keysOf = <N extends Stored['name']>(kind: Stored<N>) => answered(kind, none)
