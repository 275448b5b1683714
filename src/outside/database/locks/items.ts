/** Locks of trips, of the items in them, and of what is attached there. */
import { snakeCase } from '../../../base/names.ts'
import { Prisma } from '../../../generated/prisma/client.ts'

type Tx = Prisma.TransactionClient

type Table = Uncapitalize<Prisma.ModelName>

/** SQL: a table or a column of that name, which comes from the code and never from a request. */
function named(name: string): Prisma.Sql {
  if (!/^[a-zA-Z]+$/.test(name)) throw new Error(`${name} is not the name of a table or a column`)
  return Prisma.raw(snakeCase(name))
}

/**
 * Holds an active item, and returns its trip; null if there is none, or the user is not on that
 * trip. Only moves wait: they must know what they take along (test/core/races/carried). One that is
 * deleted meanwhile was deleted afterwards.
 */
export async function holdItem(
  tx: Tx,
  kind: Table,
  id: number,
  userId: number,
): Promise<number | null> {
  const [row] = await tx.$queryRaw<{ tripId: number }[]>`
    select c.trip_id as "tripId" from ${named(kind)} c
    where c.id = ${id} and c.deleted_at is null and exists (select from member m
      where m.trip_id = c.trip_id and m.user_id = ${userId} and m.joined)
    for key share of c`
  return row?.tripId ?? null
}

/**
 * Holds an item in its trip that is to be moved: it is neither written, nor is anything attached to
 * it meanwhile.
 */
export async function holdMoved(tx: Tx, kind: Table, tripId: number, id: number): Promise<void> {
  await tx.$executeRaw`
    select from ${named(kind)} where id = ${id} and trip_id = ${tripId} for update`
}

/**
 * Holds the live objects of a kind in these trips that have one of the names a reservation is found
 * by, or start around one of the days, and answers their ids. Of several kinds hostings come first,
 * then activities, as in the triggers.
 */
export async function holdReserved(
  tx: Tx,
  { name, times }: { name: Table; times: { start: string } },
  tripIds: readonly number[],
  { names, days, most }: { names: readonly string[]; days: readonly string[]; most: number },
): Promise<number[]> {
  const start = Prisma.sql`c.${named(times.start)}`
  // Local days lie up to 14 hours from those of UTC.
  const rows = await tx.$queryRaw<{ id: number }[]>`
    select c.id from ${named(name)} c
    where c.trip_id = any (${tripIds}::int[]) and c.deleted_at is null
      and (c.reservation_codes && ${names}::text[]
        or exists (select from unnest(${days}::text[]::timestamptz[]) as day
          where ${start} >= day - interval '15 hours'
            and ${start} < day + interval '39 hours'))
    order by c.id limit ${most} for no key update of c`
  return rows.map(({ id }) => id)
}

/**
 * Holds a document and answers whose it is and at which of the parents it lies; null without an
 * active one. One that is being moved is waited for. It comes after the memberships, and before its
 * parents.
 */
export async function holdDocument<Parent extends Table>(
  tx: Tx,
  id: number,
  parents: readonly Parent[],
) {
  type Keys = { [Kind in Parent as `${Kind}Id`]: number | null }
  const keys = parents.map((kind) => Prisma.sql`${named(`${kind}Id`)} as "${named(kind)}Id"`)
  const [row] = await tx.$queryRaw<({ ownerId: number } & Keys)[]>`
    select owner_id as "ownerId", ${Prisma.join(keys)}
    from document where id = ${id} and deleted_at is null for update`
  return row ?? null
}

/** Holds a row, deleted or not: one that is moved or restored meanwhile is waited for. */
export async function holdRow(tx: Tx, table: Table, id: number): Promise<void> {
  await tx.$executeRaw`select from ${named(table)} where id = ${id} for no key update`
}
