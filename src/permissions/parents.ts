/**
 * What emails and documents are attached to, and in SQL who may see and change them there
 * (test/spec/13, test/permissions): on a trip or a live child of one. The rules ask with these
 * words, and every statement carries them as its second lock.
 */
import type { Context } from '../context.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { grantedOn, has, isPro, pro, tripsWith } from './access.ts'
import { type ParentItem, type ParentKind, parentItems, parentKinds } from './parent-kinds.ts'
import type { Right } from './rights.ts'

export interface Parent {
  kind: ParentKind
  id: number
}

/** Arguments that name parents; null or absent ones are not named. */
export type ParentArgs = { [Kind in ParentKind as `${Kind}Id`]?: number | null }
/** Arguments of a field: a trip, and perhaps an item in it. */
export type InTripArgs = ParentArgs & { tripId: number }

/** The parents that are named, by precedence: trip, activity, hosting, transportation. */
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

/** SQL: the live trip that a parent belongs to, as a row with `trip_id`; none for one not there. */
export function tripOfParent(kind: ParentKind, id: string): string {
  return kind === 'trip'
    ? `select p.id as trip_id from trip p where p.id = ${id} and p.deleted_at is null`
    : `select p.trip_id from ${kind} p where p.id = ${id} and p.deleted_at is null`
}

/**
 * SQL: the same for whoever puts something there. The parent stays in its trip until that is done,
 * because a child that moves must know what it takes along (test/spec/12).
 */
export function heldParent(kind: ParentKind, id: string): string {
  return `${tripOfParent(kind, id)} for key share`
}

/** The live trip of a parent, null for one not there; a trip is its own, live or not. */
export async function tripOf({ db }: Context, { kind, id }: Parent): Promise<number | null> {
  if (kind === 'trip') return id
  const found = { text: tripOfParent(kind, '$1'), values: [id], isPrepared: true }
  const [row] = await db.query<{ trip_id: number }>(found)
  return row?.trip_id ?? null
}

/** SQL: how many parents the email or document `row` has, live or deleted; it is one at most. */
export const parentsCount = (row: string) =>
  `num_nonnulls(${parentKinds.map((kind) => `${row}.${kind}_id`).join(', ')})`

/** SQL: what sets the columns of all parents, so that the one of this kind alone is left. */
export const setParent = ({ kind }: Parent, id: string) =>
  parentKinds.map((one) => `${one}_id = ${one === kind ? `${id}::int` : 'null'}`)

/**
 * SQL: the emails or documents, also deleted ones, of one live item of the trip; without an item,
 * those of the trip itself and of all its live items.
 */
export function attachedIn(
  table: 'email' | 'document',
  args: InTripArgs,
  trip: string,
  bind: (value: unknown) => string,
  columns = 'd.*',
): string {
  const ofItem = (kind: ParentItem) => `select ${columns} from ${kind} p
    join ${table} d on d.${kind}_id = p.id where p.trip_id = ${trip} and p.deleted_at is null`
  const { kind, id } = directParent(args)
  if (kind !== 'trip') return `(${ofItem(kind)} and p.id = ${bind(id)})`
  const own = `select ${columns} from ${table} d where d.trip_id = ${trip}`
  return `(${[own, ...parentItems.map(ofItem)].join(' union all ')})`
}

/**
 * SQL: the emails or documents `d` of a relation, with the live trip `parent.trip_id` of their
 * parent, if it has one.
 */
export function withParent(relation: string): string {
  const live = parentItems.map(
    (kind) => `left join ${kind} on ${kind}.id = d.${kind}_id and ${kind}.deleted_at is null`,
  )
  const trips = ['d', ...parentItems].map((row) => `${row}.trip_id`)
  return `${relation} d ${live.join('\n    ')}
    cross join lateral (select coalesce(${trips.join(', ')}) as trip_id) parent`
}

/** SQL: the document `d` stands alone, and the viewer is its owner and Pro. */
export function isOwnAlone(viewer: string): string {
  return `(${parentsCount('d')} = 0 and d.owner_id = ${viewer}
    and exists (select from account o where o.id = d.owner_id and ${isPro}))`
}

/** SQL: the viewer has that right on the document `d` of `withParent`. */
export function grantedOnParent(viewer: string, right: Right): string {
  return `(${isOwnAlone(viewer)} or ${grantedOn('parent.trip_id', viewer, right)})`
}

/**
 * SQL for undeleting, where `u` is the account that acts and `c` the document: whoever may change
 * the documents of a live parent may bring one back there. Who cannot see them knows of none.
 */
export const restorableDocument = {
  table: 'document',
  from: `account u join member m on m.user_id = u.id and m.joined
    join trip t on t.id = m.trip_id and t.deleted_at is null
    join account o on o.id = t.owner_id
    join (select d.id, parent.trip_id from ${withParent('document')}) c on c.trip_id = t.id`,
  sees: has('m', 'canSeeDocuments'),
  may: has('m', 'canEditDocuments'),
  held: 'for share of m',
}

/** A condition on emails and documents alike. */
export type AttachedWhere = Prisma.DocumentWhereInput & Prisma.EmailWhereInput

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
export const unattached = Object.fromEntries(
  parentKinds.map((kind) => [`${kind}Id`, null]),
) as AttachedWhere

type ParentKeys<Value> = { [Kind in ParentKind as `${Kind}Id`]: Value }

function keys<Value>(of: (kind: ParentKind) => Value): ParentKeys<Value> {
  return Object.fromEntries(parentKinds.map((kind) => [`${kind}Id`, of(kind)])) as never
}

/** Prisma: the keys of all parents, so that the one of this kind alone is left. */
export const attachedTo = ({ kind, id }: Parent) => keys((one) => (one === kind ? id : null))

/** Prisma: the keys of the parents stay as they are. */
export const unmoved = keys(() => Prisma.skip)

/**
 * The same as `attachedAt`, for lists. The items of a trip are looked up first: of one condition on
 * all relations PostgreSQL makes a walk through everything that anybody has attached anywhere.
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
  const select = { activities: filled, hostings: filled, transportations: filled }
  const found = await db.prisma.trip.findFirst({ where: { ...trip, id }, select })
  if (!found) return { id: { in: [] } }
  const ids = { activity: found.activities, hosting: found.hostings }
  const items = { ...ids, transportation: found.transportations }
  const ofItems = parentItems.map((item) => ({
    [`${item}Id`]: { in: items[item].map((one) => one.id) },
    [item]: { tripId: id, deletedAt: null },
  }))
  return { OR: [{ tripId: id }, ...ofItems] }
}

/**
 * Prisma: the documents on which a user has that right: at a live parent in one of their trips, or
 * alone, their own, while they are Pro.
 */
export function documentsWith(userId: number, now: Date, right: Right): Prisma.DocumentWhereInput {
  const own = { ...unattached, ownerId: userId, owner: pro(now) }
  return { OR: [attachedWithin(tripsWith(userId, now, right)), own] }
}
