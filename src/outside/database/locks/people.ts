/** Locks of members and favorites. */
import { Prisma } from '../../../generated/prisma/client.ts'
import type { Tx } from '../database.ts'
import { hasJoined } from '../joined.ts'
import { holdNames } from './names.ts'

const joined = (member: string) => Prisma.raw(hasJoined(member))

/**
 * Locks and returns the memberships of these users on a trip; none if the trip is deleted. They are
 * locked for writing, in the order of the users, so that two members who change each other do not
 * deadlock. Assignments to these users do not wait, because they hold items that a removal changes
 * next.
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

/** Locks a membership, which is then neither removed nor changed until the commit. */
export async function holdMembership(tx: Tx, tripId: number, userId: number): Promise<void> {
  await tx.$executeRaw`
    select from member where trip_id = ${tripId} and user_id = ${userId} for share`
}

/**
 * Locks all favorites of two users; `other` may be unknown. Locks are per user rather than per
 * pair, because a request to an address may become one to a user at any time.
 */
export async function holdFavorites(tx: Tx, one: number, other: number | null): Promise<void> {
  const ids = [one, other ?? one].sort((a, b) => a - b)
  await holdNames(tx, ...ids.map((id) => `favorites ${id}`))
}

/**
 * Locks all that a new name, address or photo of an account changes (`person_changes` in
 * prisma/functions.sql): the accounts that have it as a favorite, its memberships and its trips.
 * Must be the first statement of such a change.
 */
export async function holdPerson(tx: Tx, id: number): Promise<void> {
  await holdFavorites(tx, id, null)
  await tx.$executeRaw`
    select from account where id in (
      select ${id}::int
      union all select user_id from favorite where favorite_user_id = ${id} and not pending)
    order by id for no key update`
  await tx.$executeRaw`
    select from member where user_id = ${id} order by trip_id for no key update`
  await tx.$executeRaw`
    select from trip where id in (
      select trip_id from member where user_id = ${id}
      union select trip_id from departure where kind = 'member' and object_id = ${id})
    order by id for no key update`
}

/**
 * Those of `others` who have joined an active trip with `asker`; with `among`, only those trips
 * count. Walks the asker's trips, so that a stranger with many trips takes as long as an unknown
 * user (test/spec/11.2); with Prisma's joins, the planner would decide.
 */
export async function companionsAmong(
  tx: Tx,
  { id: asker }: { id: number },
  others: number[],
  among?: readonly number[],
): Promise<number[]> {
  const named = among ? Prisma.sql`and x.trip_id = any (${among}::int[])` : Prisma.empty
  const rows = await tx.$queryRaw<{ id: number }[]>`
    select other.id from unnest(${others}::int[]) as other (id) where exists (
      select from member x join trip z on z.id = x.trip_id and z.deleted_at is null
      where x.user_id = ${asker} and ${joined('x')} ${named}
        and (select true from member y
          where y.trip_id = x.trip_id and y.user_id = other.id and ${joined('y')}))`
  return rows.map(({ id }) => id)
}
