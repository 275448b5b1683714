/** SQL for answers: the columns of a row, their joins, and their weight. */

import { fail } from '../../base/errors.ts'
import { hasJoined } from '../../outside/database/joined.ts'
import { parentKinds } from '../parent-kinds.ts'
import { permissions } from '../rights.ts'
import type { Kind, RowKind } from './kinds.ts'
import type { Reader } from './reader.ts'
import { both, type Columns, type Field, fields, isStored, type RowOf, typed } from './rows.ts'
import { weightOf } from './weights.ts'

/** A row with its keys and the selected fields. */
export type Row<N extends RowKind['name'] = RowKind['name']> = { id: number } & Partial<RowOf<N>>

/** SQL: the columns of a row `c`, their joins, and their weight in bytes. */
export interface Answer<N extends RowKind['name'] = RowKind['name']> {
  columns: Columns<Row<N>>
  join: string
  weight: string
  /** Whether the columns use `asked.members` (see `membersOf`). */
  asksMembers?: true
  /** The selected fields. */
  selection?: ReadonlySet<string>
  /** SQL: the emails of the row, if selected; read by another statement. */
  emails?: string
  /** If prices are selected, whether the viewer sees them. */
  seesMoney?: boolean
  /** Whether only ids and versions are selected, from which clients learn what has changed. */
  isBare?: boolean
}

type Creator = {
  [F in 'name' | 'email' | 'photoUrl' as `owner${Capitalize<F>}`]: RowOf<'account'>[F]
}
/** The creator of an item, in its row, and whether they have joined the trip. */
export type OwnerColumns = Creator & { ownerId: number; ownerIsMember: boolean }
const creator = typed<Creator & { ownerIsMember: boolean }>(
  `o.name as "ownerName", o.email as "ownerEmail", o.photo_url as "ownerPhotoUrl",
  c.owner_id = any (asked.members) as "ownerIsMember"`,
)

/**
 * SQL: the joined members of a trip, which lists read once per trip: a lookup per row would take as
 * long as reading the rows.
 */
export const membersOf = (trip: string) =>
  `array(select y.user_id from member y where y.trip_id = ${trip} and ${hasJoined('y')}) as members`

/** SQL: the joins for a single row `c`. */
export const joinedTo = ({ join, asksMembers }: Answer) =>
  asksMembers ? `${join} cross join lateral (select ${membersOf('c.trip_id')}) asked` : join

const guestFields = [
  'id',
  'name',
  'email',
  'photoUrl',
  'version',
  ...permissions.map(({ name }) => name),
]
/** SQL: the joined member `m` with the account `a`: the values of `guestFields`, in their order. */
const guest = `json_build_array(m.user_id, a.name, a.email, a.photo_url, m.version,
  ${permissions.map(({ column }) => `m.${column}`).join(', ')})`

type Values = readonly unknown[]

/**
 * The row with its guests, if selected: the owner first, the others by ID (test/spec/02.1). Sorted
 * and given field names here, because in the database that makes lists a third slower.
 */
export function withGuests<R extends { id?: unknown }>(row: R): R {
  const found = row as { guests?: Values[] | object[] }
  if (found.guests) {
    const guests = (found.guests as Values[]).sort(byRank)
    found.guests = guests.map((values) => guestOf(values, row.id))
  }
  return row
}

const isOwner = guestFields.indexOf('isOwner')
const byRank = (one: Values, other: Values) =>
  Number(other[isOwner]) - Number(one[isOwner]) || Number(one[0]) - Number(other[0])

function guestOf(values: Values, tripId: unknown): object {
  const guest: Record<string, unknown> = { joined: true, tripId }
  for (let at = 0; at < values.length; at += 1) guest[guestFields[at] as string] = values[at]
  return guest
}

/**
 * SQL: the number of joined members of a trip, and its guests: the joined members, without an owner
 * who is travelling.
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

const asksPeople = (selection: ReadonlySet<string>) =>
  selection.has('guests') || selection.has('collaboratorsCount')

/** Whether a selection needs columns of the trip. */
export const asksTrip = (selection: ReadonlySet<string>) =>
  asksPeople(selection) || [...selection].some((field) => isStored('trip', field))

/** SQL: the keys and the selected fields of the row `c`. */
export function columnsOf<N extends RowKind['name']>(
  { name }: RowKind<N>,
  selection: ReadonlySet<string>,
): Columns<Row<N>> {
  const stored = [...selection].filter((field) => isStored(name, field))
  const keys = name === 'trip' || selection.has('owner') ? ['ownerId'] : []
  const names = new Set(['id', ...(name === 'trip' ? [] : ['tripId']), ...keys, ...stored])
  return typed<Row<N>>(fields(name, 'c', [...names] as Field<N>[]))
}

function answerFor(kind: RowKind, selection: ReadonlySet<string>): Answer {
  // In lists of several kinds, a selected field may belong to another kind.
  const stored = new Set([...selection].filter((field) => isStored(kind.name, field)))
  const columns = columnsOf(kind, selection)
  const answer: Answer = { columns, join: '', weight: weightOf(stored) }
  const parent = parentKinds.find((name) => name === kind.name)
  if (selection.has('emails') && parent) {
    // An empty list if nothing is attached, which saves another statement.
    const some = `select from email e where e.${parent}_id = c.id and e.deleted_at is null`
    const emails = `case when not exists (${some}) then '[]'::json end as emails`
    answer.columns = both(answer.columns, typed<{ emails: [] | null }>(emails))
    answer.emails = some
  }
  if (selection.has('owner')) {
    answer.columns = both(answer.columns, creator)
    answer.join = 'left join account o on o.id = c.owner_id'
    answer.asksMembers = true
  }
  if (asksPeople(selection)) {
    answer.columns = both(answer.columns, people.columns)
    answer.join = people.join
    if (selection.has('guests')) answer.weight += ' + 4 * pg_column_size(people.guests)'
  }
  return answer
}

/** Whether only the state is selected. A price is excluded, because refusing it needs the trip. */
const isBare = (selection: ReadonlySet<string>) =>
  selection.has('version') && [...selection].every((one) => one === 'id' || one === 'version')

/** Answers by selection, which requests share as sets. */
const known = new WeakMap<ReadonlySet<string>, Map<string, Answer>>()

/**
 * The answer for a selection: keys and fields, and if selected, the emails, the creator of an item
 * and the people of a trip. Prices only if the viewer sees them, as a second check after the rule.
 */
export function answered<N extends RowKind['name']>(
  kind: RowKind<N>,
  selection: ReadonlySet<string>,
  seesMoney = true,
): Answer<N> {
  const made = known.get(selection) ?? new Map<string, Answer>()
  known.set(selection, made)
  const key = `${kind.name} ${seesMoney}`
  const answer = made.get(key) ?? shownTo(seesMoney, kind, selection)
  made.set(key, answer)
  return answer as Answer<N>
}

function shownTo(seesMoney: boolean, kind: RowKind, selection: ReadonlySet<string>): Answer {
  const others = new Set([...selection].filter((one) => one !== 'price' && one !== 'currency'))
  const answer = answerFor(kind, seesMoney ? selection : others)
  const hasMoney = others.size < selection.size
  return { ...answer, selection, isBare: isBare(selection), ...(hasMoney && { seesMoney }) }
}

/** The answer for an item to a viewer whose access the rule has loaded. */
export async function itemAnswer(
  { access }: Pick<Reader, 'access'>,
  kind: Kind,
  tripId: number,
  selection: ReadonlySet<string>,
): Promise<Answer<Kind['name']>> {
  const { canSeeExpenses } = (await access(tripId)) ?? fail('NOT_FOUND')
  return answered(kind, selection, kind.isMoney || canSeeExpenses)
}

const none = new Set<string>()
/** Only the keys of a row. */
export const keysOf = <N extends RowKind['name']>(kind: RowKind<N>) => answered(kind, none)
