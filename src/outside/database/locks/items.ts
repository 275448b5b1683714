/** Locks of trips, their items, and the emails and documents attached to them. */

import { snakeCase } from '../../../base/names.ts'
import { Prisma } from '../../../generated/prisma/client.ts'
import type { Tx } from '../database.ts'
import { hasJoined } from '../joined.ts'

type Table = Uncapitalize<Prisma.ModelName>

/** The SQL name of a table or column, which must come from the code, never from a request. */
function named(name: string): Prisma.Sql {
  if (!/^[a-zA-Z]+$/.test(name)) throw new Error(`${name} is not the name of a table or a column`)
  return Prisma.raw(snakeCase(name))
}

/**
 * Locks an active item and returns its trip; null if the item does not exist or the user is not a
 * member. Only moves wait, because they must know what they carry
 * (test/core/races/carried-documents). A concurrent deletion counts as a later one.
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
      where m.trip_id = c.trip_id and m.user_id = ${userId} and ${Prisma.raw(hasJoined('m'))})
    for key share of c`
  return row?.tripId ?? null
}

/** Locks the emails and documents of an item; must precede the lock on the item. */
export async function holdAttached(tx: Tx, kind: Table, id: number): Promise<void> {
  await tx.$executeRaw`select hold_attached(${kind}, ${id}::int)`
}

/** Locks an item for a move: until the commit, it is not written and nothing is attached to it. */
export async function holdMoved(tx: Tx, kind: Table, tripId: number, id: number): Promise<void> {
  await holdAttached(tx, kind, id)
  await tx.$executeRaw`
    select from ${named(kind)} where id = ${id} and trip_id = ${tripId} for update`
}

/**
 * Locks an active document and returns its owner and its parent, by id; null if it does not exist.
 * Waits for a move. Must come after the memberships and before the parents.
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

/** Locks a row, deleted or not; waits for a move or a restore. */
export async function holdRow(tx: Tx, table: Table, id: number): Promise<void> {
  await tx.$executeRaw`select from ${named(table)} where id = ${id} for no key update`
}
