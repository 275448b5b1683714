/** Locks of trips, of the items in them, and of what is attached there. */
import { Prisma } from '../../../generated/prisma/client.ts'

type Tx = Prisma.TransactionClient

const items = {
  activity: Prisma.sql`activity`,
  hosting: Prisma.sql`hosting`,
  transportation: Prisma.sql`transportation`,
}
type Item = keyof typeof items

/**
 * Holds an active item, and returns its trip; null if there is none, or the user is not on that
 * trip. Only moves wait: they must know what they take along (test/core/races/carried). One that is
 * deleted meanwhile was deleted afterwards.
 */
export async function holdItem(
  tx: Tx,
  kind: Item,
  id: number,
  userId: number,
): Promise<number | null> {
  const [row] = await tx.$queryRaw<{ tripId: number }[]>`
    select c.trip_id as "tripId" from ${items[kind]} c
    where c.id = ${id} and c.deleted_at is null and exists (select from member m
      where m.trip_id = c.trip_id and m.user_id = ${userId} and m.joined)
    for key share of c`
  return row?.tripId ?? null
}

/**
 * Holds an item in its trip that is to be moved: it is neither written, nor is anything attached to
 * it meanwhile.
 */
export async function holdMoved(tx: Tx, kind: Item, tripId: number, id: number): Promise<void> {
  await tx.$executeRaw`
    select from ${items[kind]} where id = ${id} and trip_id = ${tripId} for update`
}

const starts = {
  activity: Prisma.sql`c.starts_at`,
  hosting: Prisma.sql`c.starts_at`,
  transportation: Prisma.sql`c.departure_at`,
}

/**
 * Holds the live objects of a kind in these trips that have one of the names a reservation is found
 * by, or start around one of the days, and answers their ids. Of several kinds hostings come first,
 * then activities, as in the triggers.
 */
export async function holdReserved(
  tx: Tx,
  kind: Item,
  tripIds: readonly number[],
  { names, days, most }: { names: readonly string[]; days: readonly string[]; most: number },
): Promise<number[]> {
  // Local days lie up to 14 hours from those of UTC.
  const rows = await tx.$queryRaw<{ id: number }[]>`
    select c.id from ${items[kind]} c
    where c.trip_id = any (${tripIds}::int[]) and c.deleted_at is null
      and (c.reservation_codes && ${names}::text[]
        or exists (select from unnest(${days}::text[]::timestamptz[]) as day
          where ${starts[kind]} >= day - interval '15 hours'
            and ${starts[kind]} < day + interval '39 hours'))
    order by c.id limit ${most} for no key update of c`
  return rows.map(({ id }) => id)
}

/**
 * Holds a document and answers whose it is and where it lies; null without an active one. One that
 * is being moved is waited for. It comes after the memberships, and before its parents.
 */
export async function holdDocument(tx: Tx, id: number) {
  type Key = 'tripId' | 'activityId' | 'hostingId' | 'transportationId'
  const [row] = await tx.$queryRaw<({ ownerId: number } & Record<Key, number | null>)[]>`
    select owner_id as "ownerId", trip_id as "tripId", activity_id as "activityId",
      hosting_id as "hostingId", transportation_id as "transportationId"
    from document where id = ${id} and deleted_at is null for update`
  return row ?? null
}

const rows = {
  ...items,
  trip: Prisma.sql`trip`,
  expense: Prisma.sql`expense`,
  category: Prisma.sql`category`,
  document: Prisma.sql`document`,
  email: Prisma.sql`email`,
}
export type RowTable = keyof typeof rows

/** Holds a row, deleted or not: one that is moved or restored meanwhile is waited for. */
export async function holdRow(tx: Tx, table: RowTable, id: number): Promise<void> {
  await tx.$executeRaw`select from ${rows[table]} where id = ${id} for no key update`
}
