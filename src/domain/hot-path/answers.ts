/** What is answered of a row: its columns, what is joined for them, and what they weigh. */
import type { Access } from '../../permissions/access.ts'
import { parentKinds } from '../../permissions/parent-kinds.ts'
import { permissions } from '../../permissions/rights.ts'
import type { Stored } from './kinds.ts'
import {
  both,
  type Columns,
  type Field,
  fieldsAsked,
  type RowFrom,
  type RowOf,
  renamed,
  typed,
} from './rows.ts'
import { weightOf } from './weights.ts'

type Name = Stored['name']
/** A row as it is read: its keys, and what was asked of it. */
export type Row<N extends Name = Name> = { id: number } & Partial<RowOf<N>>

/** SQL: what is answered of a row, what is joined to it for that, and its bytes. */
export interface Answer<N extends Name = Name> {
  columns: Columns<Row<N>>
  join: string
  weight: string
}

const creator = renamed('account', 'o', {
  ownerName: 'name',
  ownerEmail: 'email',
  ownerPhotoUrl: 'photoUrl',
})
/** The creator of an item, beside its own columns. */
export type OwnerColumns = RowFrom<typeof creator> & { ownerId: number }

/** SQL: the joined member `m` with the account `a` as the guest record (test/spec/02.1). */
const guest = `json_build_object('id', m.user_id, 'name', a.name, 'email', a.email,
  'photoUrl', a.photo_url, 'joined', true,
  ${permissions.map(({ name, column }) => `'${name}', m.${column}`).join(', ')})`

/**
 * SQL: the number of joined members of a trip, and its guests: joined members but the owner, who is
 * shown only while not travelling.
 */
const people = (trip: string) => `cross join lateral (
  select count(*)::int as "collaboratorsCount",
    coalesce(json_agg(${guest} order by m.is_owner desc, m.user_id)
      filter (where not (m.is_owner and m.is_travelling)), '[]') as guests
  from member m join account a on a.id = m.user_id
  where m.trip_id = ${trip}.id and m.joined) people`

/** Whether a selection asks for what the row of a trip does not hold itself. */
export const asksPeople = (asked: ReadonlySet<string>) =>
  asked.has('guests') || asked.has('collaboratorsCount')

/** SQL: the fields asked for of the row `alias`, and its keys. */
export function columnsOf<N extends Name>(
  { name, keys }: Stored<N>,
  asked: ReadonlySet<string>,
  alias = 'c',
): Columns<Row<N>> {
  const own = asked.has('owner') ? [...keys, 'ownerId'] : keys
  return fieldsAsked<Name, Field<Name>>(name, alias, own as Field<Name>[], asked) as Columns<Row<N>>
}

function answerFor<N extends Name>(
  kind: Stored<N>,
  asked: ReadonlySet<string>,
  alias: string,
): Answer<N> {
  let columns = columnsOf(kind, asked, alias)
  let join = ''
  let weight = weightOf(asked, alias)
  const parent = parentKinds.find((name) => name === kind.name)
  if (asked.has('emails') && parent) {
    // Empty if nothing is attached there: that is answered without a statement more.
    const some = `select from email e where e.${parent}_id = ${alias}.id and e.deleted_at is null`
    const emails = `case when not exists (${some}) then '[]'::json end as emails`
    columns = both(columns, typed<{ emails: [] | null }>(emails))
  }
  if (asked.has('owner')) {
    columns = both(columns, creator)
    join = `left join account o on o.id = ${alias}.owner_id`
  }
  if (asksPeople(asked)) {
    const shown = typed<{ collaboratorsCount: number; guests: unknown[] }>(
      'people."collaboratorsCount", people.guests',
    )
    columns = both(columns, shown)
    join = people(alias)
    if (asked.has('guests')) weight += ' + pg_column_size(people.guests)'
  }
  return { columns, join, weight }
}

const isMoney = (field: string) => field === 'price' || field === 'currency'

/** SQL by what it depends on; selections are the same sets from request to request. */
const known = new WeakMap<ReadonlySet<string>, Map<string, Answer>>()

/**
 * The fields asked for and the keys; of an item, prices only for those whose access lets them see
 * them: the second lock. Emails, and the people, come along where these are asked for.
 */
export function answered<N extends Name>(
  kind: Stored<N>,
  asked: ReadonlySet<string>,
  access?: Access,
  alias = 'c',
): Answer<N> {
  const seesMoney = kind.name === 'expense' || access?.canSeeExpenses === true
  const made = known.get(asked) ?? new Map<string, Answer>()
  known.set(asked, made)
  const key = `${kind.name} ${seesMoney} ${alias}`
  const shown = () => (seesMoney ? asked : new Set([...asked].filter((field) => !isMoney(field))))
  const answer = made.get(key) ?? answerFor(kind, shown(), alias)
  made.set(key, answer as Answer)
  return answer as Answer<N>
}

const none = new Set<string>()
/** The keys of a row alone. */
export const keysOf = <N extends Name>(kind: Stored<N>): Answer<N> => answered(kind, none)
