/**
 * What Prisma cannot say: locks, and writes that are one with a lock. Each function has a name for
 * what it holds, and takes the transaction that holds it until its end. No other file outside the
 * hot path writes SQL.
 */
import type { Prisma } from '../../generated/prisma/client.ts'

type Tx = Prisma.TransactionClient

/**
 * Lets one transaction at a time go on, of those that name the same thing: `favorites 7`. Of several
 * names the locks are taken in their order, which must be the same everywhere.
 */
export async function holdNames(tx: Tx, ...names: string[]): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(name, 0))
    from unnest(${names}::text[]) as name`
}

/**
 * Holds an account and answers what is stored of it now; null without one. To be the first statement
 * wherever its keys, resets or address are changed: who comes second then sees all that the first
 * has done, and no one waits crosswise.
 */
export async function holdAccount(tx: Tx, id: number) {
  const [row] = await tx.$queryRaw<{ email: string; passwordHash: string }[]>`
    select email, password_hash as "passwordHash" from account where id = ${id} for no key update`
  return row ?? null
}

// People.

/**
 * Holds the memberships of these users on a trip, and answers those that there are while the trip
 * is active. They are locked as for writing and in the order of the users: two who change each
 * other wait for each other, and never both. Whoever assigns something to one of them is not kept
 * waiting meanwhile, as that holds what a removal will then change.
 */
export async function holdMembers(tx: Tx, tripId: number, userIds: number[]) {
  await tx.$executeRaw`select from member
    where trip_id = ${tripId} and user_id = any (${userIds}::int[]) order by user_id for no key update`
  return tx.member.findMany({
    where: { tripId, userId: { in: userIds }, trip: { deletedAt: null } },
    omit: { invitationHash: true },
  })
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
