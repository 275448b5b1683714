/**
 * What a viewer may do on a trip: one statement, the base of every rule and filter
 * (test/core/permissions).
 */
import type { Prisma } from '../generated/prisma/client.ts'
import { type Right, rights } from './rights.ts'

/** The rights of an owner or joined member on an active trip, given the owner's Pro status. */
export type Access = { tripId: number } & Record<Right, boolean>

const lineOf = (right: Right) =>
  rights.find(({ name }) => name === right) as (typeof rights)[number]

/** SQL: the account `o` is Pro (test/core/permissions). */
export const isPro =
  '(o.is_premium and (o.premium_expiration_date is null or o.premium_expiration_date > now()))'

/** SQL: the member has the right; where it needs Pro, on a trip of owner `o`. */
export function has(member: string, right: Right): string {
  const { column, needsPro } = lineOf(right)
  return needsPro ? `(${member}.${column} and ${isPro})` : `${member}.${column}`
}

/** SQL: the member has joined the trip; others are invited to it (test/core/permissions). */
export const hasJoined = (member: string) => `${member}.joined`

/**
 * SQL: the memberships `m` that give access: joined, on an active trip `t`. The owner `o` is joined
 * from the left, so that PostgreSQL can skip the account where no right needs Pro.
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

/** Prisma: members who have joined the trip; the others are invited to it. */
export const joinedMember = { joined: true } as const

/** Prisma: the trips, deleted ones too, that the user has joined as such a member. */
export const joinedBy = (userId: number, member: Prisma.MemberWhereInput = {}) =>
  ({ members: { some: { userId, ...joinedMember, ...member } } }) satisfies Prisma.TripWhereInput

/** Prisma: the active trips that the user has joined, with that right on them if one is named. */
export function tripsWith(userId: number, now: Date, right?: Right): Prisma.TripWhereInput {
  return {
    deletedAt: null,
    ...joinedBy(userId, right && { [right]: true }),
    ...(right && lineOf(right).needsPro && { owner: pro(now) }),
  }
}

/** Prisma: the accounts that are on an active trip with that user; both have joined it. */
export function sharesTripWith(userId: number): Prisma.UserWhereInput {
  const trip = { deletedAt: null, ...joinedBy(userId) }
  return { memberships: { some: { ...joinedMember, trip } } }
}

/** Prisma: the categories that the viewer sees. */
export const visibleCategories = (viewer: number): Prisma.CategoryWhereInput => ({
  deletedAt: null,
  OR: [{ ownerId: viewer }, { owner: sharesTripWith(viewer) }],
})
