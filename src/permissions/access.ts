/**
 * What a viewer may do on a trip: one statement, the base of every rule and filter
 * (test/permissions).
 */
import type { Prisma } from '../generated/prisma/client.ts'
import { type Right, rights } from './rights.ts'

/** The rights of an owner or joined member on an active trip, with the owner's Pro in account. */
export type Access = { tripId: number } & Record<Right, boolean>

/** SQL: the account `o` is Pro (test/permissions). */
export const isPro =
  '(o.is_premium and (o.premium_expiration_date is null or o.premium_expiration_date > now()))'

/** SQL: the member has the right; where it needs Pro, on a trip of owner `o`. */
export function has(member: string, right: Right): string {
  const { column, needsPro } = rights.find(({ name }) => name === right) as (typeof rights)[number]
  return needsPro ? `(${member}.${column} and ${isPro})` : `${member}.${column}`
}

/**
 * SQL: the memberships `m` that give access: joined, on an active trip `t`. The owner `o` is joined
 * from the left, because PostgreSQL then leaves the account alone where no right needs Pro.
 */
export const accessFrom =
  'member m join trip t on t.id = m.trip_id left join account o on o.id = t.owner_id'
export const accessWhere = 'm.joined and t.deleted_at is null'

/** SQL: the memberships `m` with that right, of the viewer, on live trips `t` of owners `o`. */
export function granted(viewer: string, right: Right) {
  return {
    from: accessFrom,
    where: `m.user_id = ${viewer} and ${accessWhere} and ${has('m', right)}`,
  }
}

/** SQL: the viewer has that right on the trip. */
export function grantedOn(trip: string, viewer: string, right: Right): string {
  const { from, where } = granted(viewer, right)
  return `exists (select from ${from} where m.trip_id = ${trip} and ${where})`
}

/**
 * SQL: two users have both joined an active trip, its owner among the members. It walks the trips
 * of the one who asks, and takes as long for a stranger with many as for no one (test/spec/11.2).
 */
export const sharesTrip = (asker: string, other: string) => `exists (
  select from member x join trip z on z.id = x.trip_id and z.deleted_at is null
  where x.user_id = ${asker} and x.joined
    and (select true from member y
      where y.trip_id = x.trip_id and y.user_id = ${other} and y.joined))`

const lineOf = (right: Right) => rights.find(({ name }) => name === right)

/** Prisma: the account is Pro at that moment (test/permissions). */
export const pro = (now: Date) =>
  ({
    isPremium: true,
    OR: [{ premiumExpirationDate: null }, { premiumExpirationDate: { gt: now } }],
  }) satisfies Prisma.UserWhereInput

/** Prisma: the active trips that the user has joined, with that right on them if one is named. */
export function tripsWith(userId: number, now: Date, right?: Right): Prisma.TripWhereInput {
  const member = { userId, joined: true, ...(right && { [right]: true }) }
  return {
    deletedAt: null,
    members: { some: member },
    ...(right && lineOf(right)?.needsPro && { owner: pro(now) }),
  }
}
