/** Locks of members and of favorites. */
import type { Prisma } from '../../../generated/prisma/client.ts'
import { holdNames } from './names.ts'

type Tx = Prisma.TransactionClient

/**
 * Holds the memberships of these users on a trip, and answers those that there are while the trip
 * is active. They are locked as for writing and in the order of the users: two who change each
 * other wait for each other, and never both. Whoever assigns something to one of them is not kept
 * waiting meanwhile, as that holds what a removal will then change.
 */
export async function holdMembers(tx: Tx, tripId: number, userIds: number[]) {
  await tx.$executeRaw`select from member
    where trip_id = ${tripId} and user_id = any (${userIds}::int[])
    order by user_id for no key update`
  return tx.member.findMany({
    where: { tripId, userId: { in: userIds }, trip: { deletedAt: null } },
    omit: { invitationHash: true, invitedBy: true },
  })
}

/** Holds what a member may do: it is neither taken nor changed meanwhile. */
export async function holdMembership(tx: Tx, tripId: number, userId: number): Promise<void> {
  await tx.$executeRaw`
    select from member where trip_id = ${tripId} and user_id = ${userId} for share`
}

/**
 * Holds all favorites of two people; `other` may be unknown. A lock for each, not for the two: a
 * request to an address may become one to a person at any time.
 */
export async function holdFavorites(tx: Tx, one: number, other: number | null): Promise<void> {
  const ids = [one, other ?? one].sort((a, b) => a - b)
  await holdNames(tx, ...ids.map((id) => `favorites ${id}`))
}

/**
 * Those of `others` who have joined an active trip that `asker` has joined too. It walks the trips
 * of the one who asks, and takes as long for a stranger with many as for no one (test/spec/11.2):
 * Prisma's joins leave that to the planner.
 */
export async function companionsAmong(tx: Tx, asker: number, others: number[]): Promise<number[]> {
  const rows = await tx.$queryRaw<{ id: number }[]>`
    select other.id from unnest(${others}::int[]) as other (id) where exists (
      select from member x join trip z on z.id = x.trip_id and z.deleted_at is null
      where x.user_id = ${asker} and x.joined
        and (select true from member y
          where y.trip_id = x.trip_id and y.user_id = other.id and y.joined))`
  return rows.map(({ id }) => id)
}
