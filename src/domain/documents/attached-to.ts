/**
 * What an email or a document is attached to, as `hostings`, `activities` and `transportations`:
 * the direct parent alone, or nothing (test/spec/02.9, 13).
 */
import DataLoader from 'dataloader'
import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../../context.ts'
import { snakeCase } from '../../names.ts'
import { has } from '../../permissions/access.ts'
import { parentItems } from '../../permissions/parent-kinds.ts'
import type { Child } from '../hot-path/itinerary-reads.ts'
import { type Kind, type ParentItemKind, parentItemKinds } from '../hot-path/kinds.ts'
import { selected } from '../hot-path/selection.ts'
import { columns, prepared } from '../hot-path/sql.ts'
import { account } from '../hot-path/viewer.ts'
import { itemWeights, weightOf } from '../hot-path/weights.ts'

/** The keys that the lists follow. */
export const parentKeys = parentItems.map((name) => `${name}Id` as const)

/** What is attached. It may bring its parents along, as what operators see does. */
export type Holder = { [Key in (typeof parentKeys)[number]]?: number | null } & {
  [List in Kind['plural']]?: unknown[]
}

const money = new Set(['price', 'currency'])

/** SQL: the fields asked for; prices only where the member `m` sees expenses: the second lock. */
function columnsOf(kind: Kind, asked: ReadonlySet<string>): string {
  const fields = [...kind.fields].filter((field) => asked.has(field))
  const prices = fields.filter((field) => money.has(field))
  return [
    columns('c', new Set(['id', 'tripId', ...fields.filter((field) => !money.has(field))])),
    ...prices.map(
      (field) => `case when ${has('m', 'canSeeExpenses')} then c.${field} end as "${field}"`,
    ),
    ...(asked.has('owner')
      ? [
          'c.owner_id as "ownerId", w.name as "ownerName", w.email as "ownerEmail"',
          'w.photo_url as "ownerPhotoUrl"',
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
  const parts = parentItemKinds.map(({ name, plural }) => {
    const asked = selected(info, ...path, plural)
    if (asked.size === 0) return '0'
    const weight = weightOf(asked, (field) => `p.${snakeCase(field)}`)
    return `coalesce((select ${weight} from ${name} p where p.id = ${column(`${name}Id`)}), 0)`
  })
  return parts.join(' + ')
}

/**
 * What weighs the parents that are asked for below `path`, of any of the rows. They are weighed
 * with each row, also where several share one, because the answer repeats it.
 */
export async function parentsBytes(
  context: Context,
  rows: readonly Holder[],
  info: GraphQLResolveInfo,
  ...path: string[]
): Promise<(row: Holder) => number> {
  const wanted = parentItemKinds.map((kind) => {
    const asked = selected(info, ...path, kind.plural)
    const ids = asked.size > 0 ? rows.flatMap((row) => row[`${kind.name}Id`] ?? []) : []
    return { kind, asked, ids }
  })
  if (wanted.every(({ ids }) => ids.length === 0)) return () => 0
  const weights = await itemWeights(context, wanted)
  return (row) => {
    const parts = wanted.map(({ kind }, nth) => weights[nth]?.get(row[`${kind.name}Id`] ?? 0) ?? 0)
    return parts.reduce((sum, part) => sum + part)
  }
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
    ${asked.has('owner') ? 'join account w on w.id = c.owner_id' : ''}
    where c.id = any ($1::int[]) and c.deleted_at is null`
  const rows = await context.db.query<Child>(prepared(text, [ids, account(context).id]))
  const found = new Map(rows.map((row) => [row.id, [row]]))
  return ids.map((id) => found.get(id) ?? [])
}

/** The resolver of one list: one statement for all objects an operation asks for. */
function attachedTo(kind: ParentItemKind) {
  return (holder: Holder, _args: unknown, context: Context, info: GraphQLResolveInfo) => {
    const given = holder[kind.plural]
    const id = holder[`${kind.name}Id`]
    if (given || typeof id !== 'number') return given ?? []
    const asked = selected(info)
    const loader = context.shared(`parents ${kind.name} ${[...asked].sort()}`, () => {
      return new DataLoader((ids: readonly number[]) => readParents(context, kind, asked, ids))
    })
    return loader.load(id)
  }
}

/** The resolvers of the lists. */
export const attachedLists = Object.fromEntries(
  parentItemKinds.map((kind) => [kind.plural, attachedTo(kind)]),
)
