/**
 * The items that an email or a document is attached to, as one list per kind: the direct parent, or
 * nothing (test/spec/02.9, 13).
 */
import DataLoader from 'dataloader'
import type { GraphQLResolveInfo } from 'graphql'
import type { Prisma } from '../../../generated/prisma/client.ts'
import { tripsWith } from '../../access.ts'
import type { Context } from '../../context.ts'
import { selected } from '../../input/selection.ts'
import type { itemKeys } from '../../parent-kinds.ts'
import { type Kind, type ParentItemKind, parentItemKinds } from '../../store/kinds.ts'
import { isStored } from '../../store/rows.ts'
import { account } from '../../store/viewer.ts'
import { itemWeights } from '../../store/weights.ts'
import { person } from '../person.ts'

/** An attached object. Its parents may already be read, such as for operators. */
export type AttachedRow = { [Key in keyof typeof itemKeys]?: number | null } & {
  [List in Kind['plural']]?: unknown[]
}

type Keys = { id: true; tripId: true }

/** What the models of all kinds share and this file uses. */
interface Items {
  findMany(args: { where: object; select: Keys }): Promise<{ id: number; tripId: number }[]>
}

/** The selected fields of the active items with those ids, of trips that match `trip`. */
export async function itemsWith(
  { db }: Context,
  { name }: ParentItemKind,
  selection: ReadonlySet<string>,
  ids: readonly number[],
  trip: Prisma.TripWhereInput,
) {
  const own = [...selection].filter((field) => isStored(name, field))
  const select: Keys = {
    id: true,
    tripId: true,
    ...Object.fromEntries(own.map((field) => [field, true])),
    ...(selection.has('owner') && { owner: { select: person } }),
  }
  const where = { id: { in: [...ids] }, deletedAt: null, trip }
  const items: Items = db.prisma[name]
  return items.findMany({ where, select })
}

/** The items by id, each in a list. Prices only for viewers who see expenses: the second lock. */
export async function readParents(
  context: Context,
  kind: ParentItemKind,
  selection: ReadonlySet<string>,
  ids: readonly number[],
) {
  const trips = tripsWith(account(context), context.clock())
  const rows = await itemsWith(context, kind, selection, ids, trips)
  const shown = rows.map(async (row) => {
    const access = await context.access(row.tripId)
    return access?.canSeeExpenses ? row : { ...row, price: null, currency: null }
  })
  const found = new Map((await Promise.all(shown)).map((row) => [row.id, [row]]))
  return ids.map((id) => found.get(id) ?? [])
}

/**
 * Returns a function that weighs the parents of a row, in bytes, by the selection below `path`. A
 * parent shared by several rows counts for each, because the answer repeats it.
 */
export async function parentsBytes(
  context: Context,
  rows: readonly AttachedRow[],
  info: GraphQLResolveInfo,
  ...path: string[]
): Promise<(row: AttachedRow) => number> {
  const wanted = parentItemKinds.map((kind) => {
    const selection = selected(info, ...path, kind.plural)
    const ids = selection.size > 0 ? rows.flatMap((row) => row[`${kind.name}Id`] ?? []) : []
    return { kind, selection, ids }
  })
  if (wanted.every(({ ids }) => ids.length === 0)) return () => 0
  const weights = await itemWeights(context, wanted)
  return (row) => {
    const parts = wanted.map(({ kind }, nth) => weights[nth]?.get(row[`${kind.name}Id`] ?? 0) ?? 0)
    return parts.reduce((sum, part) => sum + part)
  }
}

/** The resolver of one list, batched for all objects of an operation. */
function attachedTo(kind: ParentItemKind) {
  return (holder: AttachedRow, _args: unknown, context: Context, info: GraphQLResolveInfo) => {
    const given = holder[kind.plural]
    const id = holder[`${kind.name}Id`]
    if (given || typeof id !== 'number') return given ?? []
    const selection = selected(info)
    const loader = context.shared(`parents ${kind.name} ${[...selection].sort()}`, () => {
      return new DataLoader((ids: readonly number[]) => readParents(context, kind, selection, ids))
    })
    return loader.load(id)
  }
}

/** The resolvers of the lists. */
export const attachedLists = Object.fromEntries(
  parentItemKinds.map((kind) => [kind.plural, attachedTo(kind)]),
)
