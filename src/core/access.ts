/**
 * The access of viewers to trips, defined once for all rules and filters (test/core/permissions).
 */
import type { Prisma } from '../generated/prisma/client.ts'
import { hasJoined, joinedMember } from '../outside/database/joined.ts'
import { isPart, type KeyHolder, lacks } from './narrowing.ts'
import { type Right, rights } from './rights.ts'

/** The rights of an owner or joined member on an active trip, given the owner's Pro status. */
export type Access = { tripId: number } & Record<Right, boolean>

const lineOf = (right: Right) =>
  rights.find(({ name }) => name === right) as (typeof rights)[number]

/** SQL: the account `o` is Pro (test/core/permissions). */
export const isPro =
  '(o.is_premium and (o.premium_expiration_date is null or o.premium_expiration_date > now()))'

/** SQL: the member has the right; if it needs Pro, on a trip of owner `o`. */
export function has(member: string, right: Right): string {
  const { column, needsPro } = lineOf(right)
  return needsPro ? `(${member}.${column} and ${isPro})` : `${member}.${column}`
}

/**
 * SQL: the memberships `m` that give access: joined, on an active trip `t`. A left join of the
 * owner `o` lets PostgreSQL skip the account if no right needs Pro.
 */
export const accessFrom =
  'member m join trip t on t.id = m.trip_id left join account o on o.id = t.owner_id'
export const accessWhere = `${hasJoined('m')} and t.deleted_at is null`

/** Prisma: the account is Pro at that moment (test/core/permissions). */
export const pro = (now: Date) =>
  ({
    isPremium: true,
    OR: [{ premiumExpirationDate: null }, { premiumExpirationDate: { gt: now } }],
  }) satisfies Prisma.UserWhereInput

/** Prisma: the trips that a key permits; none for a right that it withholds. */
function narrowedTo(actor: KeyHolder, right?: Right): Prisma.TripWhereInput {
  const { narrowing } = actor
  const ids = right && lacks(actor, right) ? [] : narrowing?.trips
  return ids ? { AND: [{ id: { in: [...ids] } }] } : {}
}

/**
 * Prisma: the trips that the actor has joined, including deleted ones, with this right if one is
 * named.
 */
export function joinedBy(actor: KeyHolder, right?: Right): Prisma.TripWhereInput {
  const member = { userId: actor.id, ...joinedMember, ...(right && { [right]: true }) }
  return { members: { some: member }, ...narrowedTo(actor, right) }
}

/** Prisma: the active trips that the actor has joined, with this right if one is named. */
export function tripsWith(actor: KeyHolder, now: Date, right?: Right): Prisma.TripWhereInput {
  return {
    deletedAt: null,
    ...joinedBy(actor, right),
    ...(right && lineOf(right).needsPro && { owner: pro(now) }),
  }
}

/** Prisma: the accounts that share an active trip with the actor, which both have joined. */
export function sharesTripWith(actor: KeyHolder): Prisma.UserWhereInput {
  const trip = { deletedAt: null, ...joinedBy(actor) }
  return { memberships: { some: { ...joinedMember, trip } } }
}

/** Prisma: the owners whose active categories the actor sees; for a part of an account, none. */
const ownersSeenBy = (actor: KeyHolder): Prisma.CategoryWhereInput[] => [
  ...(isPart(actor) ? [] : [{ ownerId: actor.id }]),
  { owner: sharesTripWith(actor) },
]

/** Prisma: the categories that the actor sees. */
export const visibleCategories = (actor: KeyHolder): Prisma.CategoryWhereInput => ({
  deletedAt: null,
  OR: ownersSeenBy(actor),
})

/**
 * SQL: the trip `id` is among those of the actor's key, whose values `bind` binds; empty for a key
 * for all trips.
 */
export function andNamed(
  { narrowing }: KeyHolder,
  id: string,
  bind: (value: unknown) => string,
): string {
  return narrowing?.trips ? ` and ${id} = any (${bind(narrowing.trips)}::int[])` : ''
}
