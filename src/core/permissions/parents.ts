/**
 * What emails and documents are attached to, and as conditions of Prisma who may see and change
 * them there (test/spec/13, test/core/permissions): on a trip or a live child of one. Rules use
 * these conditions, and every read adds them as its second lock.
 */

import { Prisma } from '../../generated/prisma/client.ts'
import { pro, tripsWith } from '../access.ts'
import type { Context } from '../context.ts'
import { isPart, type KeyHolder } from '../narrowing.ts'
import { keyedBy, type ParentKind, parentItems, parentKinds } from '../parent-kinds.ts'
import type { Right } from '../rights.ts'
import { parentItemKinds } from '../store/kinds.ts'
import { account } from '../store/viewer.ts'

export interface Parent {
  kind: ParentKind
  id: number
}

/** Arguments that name parents; null or absent ones are not named. */
export type ParentArgs = { [Kind in ParentKind as `${Kind}Id`]?: number | null }
/** Arguments of a field: a trip, and perhaps an item in it. */
export type InTripArgs = ParentArgs & { tripId: number }

/** Prisma: the trips whose documents and emails the caller sees, the second lock of their reads. */
export const tripsShowingDocuments = (context: Context) =>
  tripsWith(account(context), context.clock(), 'canSeeDocuments')

/** The parents that are named, by precedence. */
export function parentsNamed(args: ParentArgs): Parent[] {
  return parentKinds.flatMap((kind) => {
    const id = args[`${kind}Id`]
    return typeof id === 'number' ? [{ kind, id }] : []
  })
}

/** The items that are named beside the trip. */
export const itemsNamed = ({ tripId: _, ...items }: InTripArgs) => parentsNamed(items)

/** Where exactly something is attached: to the item that is named, else to the trip. */
export function directParent(args: InTripArgs): Parent {
  return itemsNamed(args)[0] ?? { kind: 'trip', id: args.tripId }
}

/** A condition on emails and documents alike. */
type AttachedWhere = Prisma.DocumentWhereInput & Prisma.EmailWhereInput

/** Prisma: what is attached to a live parent in one of those trips. */
export function attachedWithin(trip: Prisma.TripWhereInput): AttachedWhere {
  const ofItems = parentItems.map((kind) => ({ [kind]: { deletedAt: null, trip } }))
  return { OR: [{ trip }, ...ofItems] }
}

/**
 * Prisma: what is attached, in a trip of that kind, to exactly the live item that is named; without
 * one, to the trip itself and to all its live items.
 */
export function attachedAt(args: InTripArgs, trip: Prisma.TripWhereInput): AttachedWhere {
  const { kind, id } = directParent(args)
  const there = { ...trip, id: args.tripId }
  if (kind === 'trip') return attachedWithin(there)
  return { [kind]: { id, deletedAt: null, trip: there } }
}

/** Prisma: it is attached to nothing, neither live nor deleted. */
export const unattached = keyedBy(parentKinds, () => null)

/** The keys of the parents, of which one at most is not null. */
export type ParentKeys<Value = number | null> = { [Kind in ParentKind as `${Kind}Id`]: Value }

/** Prisma: the keys of all parents, so that the one of this kind alone is left. */
export const attachedTo = ({ kind, id }: Parent): ParentKeys =>
  keyedBy(parentKinds, (one) => (one === kind ? id : null))

/** Prisma: selects the keys of the parents. */
export const parentKeys = keyedBy(parentKinds, () => true as const)

/** Prisma: the keys of the parents stay as they are. */
export const unmoved = keyedBy(parentKinds, () => Prisma.skip)

/** With three lists of so many ids, a statement has fewer parameters than Prisma allows. */
export const maxIds = 10_000

/**
 * Prisma: these ids; where they are too many to name, all from the first to the last of them. Which
 * of those are meant must then follow from another condition.
 */
export function idsAmong(ids: readonly number[]) {
  if (ids.length <= maxIds) return { in: [...ids] }
  const sorted = ids.toSorted((a, b) => a - b)
  return { gte: sorted.at(0) as number, lte: sorted.at(-1) as number }
}

/** The items of a trip that have something attached, in a list for each kind. */
type Filled = Record<(typeof parentItemKinds)[number]['plural'], { id: number }[]>

/**
 * The same as `attachedAt`, for lists. The items of a trip are looked up first: for one condition
 * on all relations PostgreSQL would scan everything that anyone has attached anywhere.
 */
export async function attachedThere(
  { db }: Context,
  relation: 'emails' | 'documents',
  args: InTripArgs,
  trip: Prisma.TripWhereInput,
): Promise<AttachedWhere> {
  const { kind, id } = directParent(args)
  if (kind !== 'trip') return { ...attachedAt(args, trip), [`${kind}Id`]: id }
  const filled = { where: { deletedAt: null, [relation]: { some: {} } }, select: { id: true } }
  const select = Object.fromEntries(parentItemKinds.map(({ plural }) => [plural, filled]))
  const found = (await db.prisma.trip.findFirst({
    where: { ...trip, id },
    select,
  })) as Filled | null
  if (!found) return { id: { in: [] } }
  const ofItems = parentItemKinds.map(({ name, plural }) => ({
    [`${name}Id`]: idsAmong(found[plural].map((item) => item.id)),
    [name]: { tripId: id, deletedAt: null },
  }))
  return { OR: [{ tripId: id }, ...ofItems] }
}

/**
 * Prisma: the documents on which the actor has that right: at a live parent in one of their trips,
 * or alone, their own, while they are Pro.
 */
export function documentsWith(
  actor: KeyHolder,
  now: Date,
  right: Right,
): Prisma.DocumentWhereInput {
  const own = { ...unattached, ownerId: actor.id, owner: pro(now) }
  const attached = attachedWithin(tripsWith(actor, now, right))
  return { OR: isPart(actor) ? [attached] : [attached, own] }
}
