/**
 * What an email or a document is attached to, as `hostings`, `activities` and `transportations`:
 * the direct parent alone, or nothing (test/spec/02.9, 13).
 */
import DataLoader from 'dataloader'
import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../context.ts'
import { snakeCase } from '../names.ts'
import type { Child } from './itinerary-reads.ts'
import { activity, hosting, type Kind, transportation } from './kinds.ts'
import { selected } from './selection.ts'
import { columns, prepared } from './sql.ts'
import { account } from './viewer.ts'
import { weightOf } from './weights.ts'

/** The lists and the columns they follow. */
export const parentKeys = new Map([
  ['hostings', 'hostingId'],
  ['activities', 'activityId'],
  ['transportations', 'transportationId'],
])

const parentLists = {
  hosting: 'hostings',
  activity: 'activities',
  transportation: 'transportations',
} as const

/** What is attached. It may bring its parents along, as what operators see does. */
type Holder = { [Name in keyof typeof parentLists as `${Name}Id`]?: number | null } & {
  [List in (typeof parentLists)[keyof typeof parentLists]]?: unknown[]
}

const kinds = { hosting, activity, transportation }
const money = new Set(['price', 'currency'])

/** SQL: the fields asked for; prices only where the member `m` sees expenses: the second lock. */
function columnsOf(kind: Kind, asked: ReadonlySet<string>): string {
  const fields = [...kind.fields].filter((field) => asked.has(field))
  const prices = fields.filter((field) => money.has(field))
  return [
    columns('c', new Set(['id', 'tripId', ...fields.filter((field) => !money.has(field))])),
    ...prices.map((field) => `case when m.can_see_expenses then c.${field} end as "${field}"`),
    ...(asked.has('owner')
      ? [
          'c.owner_id as "ownerId", o.name as "ownerName", o.email as "ownerEmail"',
          'o.photo_url as "ownerPhotoUrl"',
        ]
      : []),
  ].join(', ')
}

/**
 * SQL: what the parent weighs that is asked for below `path`, of a row whose `hostingId` and so on
 * are where `column` says. It is weighed with the row, and again with each that shares it, because
 * the answer repeats it.
 */
export function parentsWeight(
  column: (key: string) => string,
  info: GraphQLResolveInfo,
  ...path: string[]
): string {
  const parts = Object.values(kinds).map((kind) => {
    const asked = selected(info, ...path, kind.plural)
    if (asked.size === 0) return '0'
    const weight = weightOf(asked, (field) => `p.${snakeCase(field)}`)
    const id = column(parentKeys.get(kind.plural) as string)
    return `coalesce((select ${weight} from ${kind.name} p where p.id = ${id}), 0)`
  })
  return parts.join(' + ')
}

async function readParents(
  context: Context,
  kind: Kind,
  asked: ReadonlySet<string>,
  ids: readonly number[],
): Promise<Child[][]> {
  const text = `select ${columnsOf(kind, asked)} from ${kind.name} c
    join trip t on t.id = c.trip_id and t.deleted_at is null
    join member m on m.trip_id = t.id and m.user_id = $2 and m.joined
    ${asked.has('owner') ? 'join account o on o.id = c.owner_id' : ''}
    where c.id = any ($1::int[]) and c.deleted_at is null`
  const rows = await context.db.query<Child>(prepared(text, [ids, account(context).id]))
  const found = new Map(rows.map((row) => [row.id, [row]]))
  return ids.map((id) => found.get(id) ?? [])
}

/** The resolver of the list: one statement for all objects an operation asks for. */
export function attachedTo(name: keyof typeof kinds) {
  const kind = kinds[name]
  return (parent: Holder, _args: unknown, context: Context, info: GraphQLResolveInfo) => {
    const given = parent[parentLists[name]]
    const id = parent[`${name}Id`]
    if (given || typeof id !== 'number') return given ?? []
    const asked = selected(info)
    const loader = context.shared(`parents ${name} ${[...asked].sort()}`, () => {
      return new DataLoader((ids: readonly number[]) => readParents(context, kind, asked, ids))
    })
    return loader.load(id)
  }
}
