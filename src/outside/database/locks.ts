/**
 * What Prisma cannot say: locks, and writes that are one with a lock. Each function has a name for
 * what it holds, and takes the transaction that holds it until its end. No other file outside the
 * hot path writes SQL.
 */
import { Prisma } from '../../generated/prisma/client.ts'
import type { ParentItem } from '../../permissions/parent-kinds.ts'
import { sqlState } from './failures.ts'

type Tx = Prisma.TransactionClient

/**
 * Lets one transaction at a time go on, of those that name the same thing: `favorites 7`. Of several
 * names the locks are taken in their order, which must be the same everywhere.
 */
export async function holdNames(tx: Tx, ...names: string[]): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(given.name, 0))
    from unnest(${names}::text[]) as given (name)`
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

// Documents, their parents, and uploads

/**
 * Holds a document and answers whose it is and where it lies; null without an active one. One that
 * is being moved is waited for. It comes before its parents, wherever both are held.
 */
export async function holdDocument(tx: Tx, id: number) {
  type Key = 'tripId' | 'activityId' | 'hostingId' | 'transportationId'
  const [row] = await tx.$queryRaw<({ ownerId: number } & Record<Key, number | null>)[]>`
    select owner_id as "ownerId", trip_id as "tripId", activity_id as "activityId",
      hosting_id as "hostingId", transportation_id as "transportationId"
    from document where id = ${id} and deleted_at is null for update`
  return row ?? null
}

const items: Record<ParentItem, Prisma.Sql> = {
  activity: Prisma.sql`activity`,
  hosting: Prisma.sql`hosting`,
  transportation: Prisma.sql`transportation`,
}

/**
 * Holds an active item in its trip, which is answered; null without one. Only moves wait: they must
 * know what they take along (test/races/carried). One that is deleted meanwhile was deleted
 * afterwards.
 */
export async function holdItem(tx: Tx, kind: ParentItem, id: number): Promise<number | null> {
  const [row] = await tx.$queryRaw<{ tripId: number }[]>`
    select trip_id as "tripId" from ${items[kind]}
    where id = ${id} and deleted_at is null for key share`
  return row?.tripId ?? null
}

/** MiB of what a subject has prepared since and is used by nothing, and the oldest of it. */
export async function unusedUploads(tx: Tx, subject: string, since: Date) {
  const [found] = await tx.$queryRaw<{ mib: number; oldest: Date | null }[]>`
    select coalesce(sum(mib), 0)::int as mib, min(created_at) as oldest from upload
    where subject = ${subject} and created_at > ${since} and not object_is_referenced(id)`
  return found ?? { mib: 0, oldest: null }
}

/** Where a walk over the uploads has come to: the moment in all its digits. */
export interface UploadMark {
  id: string
  created: string
}

/**
 * Holds the first unused upload after the mark that is older than `before`. Nothing can begin to
 * refer to it then. Passed over is what somebody else holds: it is about to be referred to, or being
 * removed by another process.
 */
export async function holdUnusedUpload(tx: Tx, before: Date, { id, created }: UploadMark) {
  const [row] = await tx.$queryRaw<(UploadMark & { key: string; visibility: string })[]>`
    select id, key, visibility, created_at::text as created from upload
    where created_at < ${before} and (created_at, id) > (${created}::timestamptz, ${id})
      and not object_is_referenced(id)
    order by created_at, id limit 1 for update skip locked`
  return row ?? null
}

/** Whether something refers to an object, by what is committed now. */
export async function isReferenced(tx: Tx, id: string): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ yes: boolean }[]>`select object_is_referenced(${id}) as yes`
  return row?.yes ?? true
}

// Filing

/**
 * Runs a part of a transaction. Where PostgreSQL refuses a value of it, the part is undone, and what
 * `refused` makes of that is the answer.
 */
export async function attempt<T>(
  tx: Tx,
  part: () => Promise<T>,
  refused: (error: Error) => T,
): Promise<T> {
  await tx.$executeRaw`savepoint attempt`
  try {
    return await part()
  } catch (error) {
    if (!(error instanceof Error) || !/^2[23]/.test(sqlState(error) ?? '')) throw error
    await tx.$executeRaw`rollback to savepoint attempt`
    return refused(error)
  }
}

/**
 * Holds the live objects of a kind in these trips that have one of the reservation numbers, and
 * answers their ids. Of several kinds hostings come first, then activities, as in the triggers.
 */
export async function holdReserved(
  tx: Tx,
  kind: ParentItem,
  tripIds: readonly number[],
  codes: readonly string[],
): Promise<number[]> {
  const rows = await tx.$queryRaw<{ id: number }[]>`
    select id from ${items[kind]}
    where trip_id = any (${tripIds}::int[]) and deleted_at is null
      and reservation_codes && ${codes}::text[]
    order by id for no key update`
  return rows.map(({ id }) => id)
}
