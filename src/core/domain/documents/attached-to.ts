/**
 * What an email or a document is attached to, as a list for each kind of items: the direct parent
 * alone, or nothing (test/spec/02.9, 13).
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

/** What is attached. It may bring its parents along, as what operators see does. */
export type Holder = { [Key in keyof typeof itemKeys]?: number | null } & {
  [List in Kind['plural']]?: unknown[]
}

type Keys = { id: true; tripId: true }

/** What is asked of the models of all kinds: the keys at least. */
interface Items {
  findMany(asked: { where: object; select: Keys }): Promise<{ id: number; tripId: number }[]>
}

/** The active items with those ids, of such trips, by what is asked of them. */
export async function itemsWith(
  { db }: Context,
  { name }: ParentItemKind,
  asked: ReadonlySet<string>,
  ids: readonly number[],
  trip: Prisma.TripWhereInput,
) {
  const own = [...asked].filter((field) => isStored(name, field))
  const select: Keys = {
    ...{ id: true, tripId: true },
    ...Object.fromEntries(own.map((field) => [field, true])),
    ...(asked.has('owner') && { owner: { select: person } }),
  }
  const where = { id: { in: [...ids] }, deletedAt: null, trip }
  const items: Items = db.prisma[name]
  return items.findMany({ where, select })
}

/** Prices only for who sees expenses: the second lock. */
async function readParents(
  context: Context,
  kind: ParentItemKind,
  asked: ReadonlySet<string>,
  ids: readonly number[],
) {
  const trips = tripsWith(account(context).id, context.clock())
  const rows = await itemsWith(context, kind, asked, ids, trips)
  const shown = rows.map(async (row) => {
    const access = await context.access(row.tripId)
    return access?.canSeeExpenses ? row : { ...row, price: null, currency: null }
  })
  const found = new Map((await Promise.all(shown)).map((row) => [row.id, [row]]))
  return ids.map((id) => found.get(id) ?? [])
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

/** The resolver of one list: read together for all objects an operation asks for. */
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
