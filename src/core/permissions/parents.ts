/**
 * What emails and documents are attached to, a trip or a live child of one, and Prisma conditions
 * for who may see and change them there (test/spec/13, test/core/permissions). Rules use these
 * conditions, and every read repeats them as its second lock.
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

/** Arguments that name parents; null and absent ones name none. */
export type ParentArgs = { [Kind in ParentKind as `${Kind}Id`]?: number | null }
/** Arguments of a field that name a trip, and optionally an item in it. */
export type InTripArgs = ParentArgs & { tripId: number }

/** Prisma: the trips whose documents and emails the caller sees: the second lock of their reads. */
export const tripsShowingDocuments = (context: Context) =>
  tripsWith(account(context), context.clock(), 'canSeeDocuments')

/** The named parents, by precedence. */
export function parentsNamed(args: ParentArgs): Parent[] {
  return parentKinds.flatMap((kind) => {
    const id = args[`${kind}Id`]
    return typeof id === 'number' ? [{ kind, id }] : []
  })
}

/** The items named beside the trip. */
export const itemsNamed = ({ tripId: _, ...items }: InTripArgs) => parentsNamed(items)

/** The direct parent: the named item, else the trip. */
export function directParent(args: InTripArgs): Parent {
  return itemsNamed(args)[0] ?? { kind: 'trip', id: args.tripId }
}

/** A condition that fits both emails and documents. */
type AttachedWhere = Prisma.DocumentWhereInput & Prisma.EmailWhereInput

/** Prisma: what is attached to a live parent in one of those trips. */
export function attachedWithin(trip: Prisma.TripWhereInput): AttachedWhere {
  const ofItems = parentItems.map((kind) => ({ [kind]: { deletedAt: null, trip } }))
  return { OR: [{ trip }, ...ofItems] }
}

/**
 * Prisma: what is attached, in a trip of that kind, to exactly the named live item; if none is
 * named, to the trip itself and all its live items.
 */
export function attachedAt(args: InTripArgs, trip: Prisma.TripWhereInput): AttachedWhere {
  const { kind, id } = directParent(args)
  const there = { ...trip, id: args.tripId }
  if (kind === 'trip') return attachedWithin(there)
  return { [kind]: { id, deletedAt: null, trip: there } }
}

/** Prisma: attached to nothing, live or deleted. */
export const unattached = keyedBy(parentKinds, () => null)

/** The keys of the parents, of which at most one is not null. */
export type ParentKeys<Value = number | null> = { [Kind in ParentKind as `${Kind}Id`]: Value }

/** Prisma: the keys of all parents, set so that only this one is left. */
export const attachedTo = ({ kind, id }: Parent): ParentKeys =>
  keyedBy(parentKinds, (one) => (one === kind ? id : null))

/** Prisma: selects the keys of the parents. */
export const parentKeys = keyedBy(parentKinds, () => true as const)

/** Prisma: leaves the keys of the parents unchanged. */
export const unmoved = keyedBy(parentKinds, () => Prisma.skip)

/** Three lists of this length stay below Prisma's limit on parameters. */
export const maxIds = 10_000

/**
 * Prisma: these ids, or all ids from the first to the last if there are too many to list. Another
 * condition must then exclude the rest.
 */
export function idsAmong(ids: readonly number[]) {
  if (ids.length <= maxIds) return { in: [...ids] }
  const sorted = ids.toSorted((a, b) => a - b)
  return { gte: sorted.at(0) as number, lte: sorted.at(-1) as number }
}

/** The items of a trip that have something attached, one list per kind. */
type Filled = Record<(typeof parentItemKinds)[number]['plural'], { id: number }[]>

/**
 * Like `attachedAt`, for lists. Looks up the items of the trip first: with one condition on all
 * relations, PostgreSQL would scan everything attached anywhere.
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
    [name]: { tripId: id, deletedAt: null, trip },
  }))
  return { OR: [{ tripId: id, trip }, ...ofItems] }
}

/**
 * Prisma: the documents on which the actor has that right: at a live parent in one of the actor's
 * trips, or, for a Pro actor, unattached ones of their own.
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
