/**
 * All writes of favorites: one row of the requester while pending, two mirrored ones once confirmed
 * (test/spec/11.1, 17-favorites). Every writer locks the favorites of both people
 * (`holdFavorites`), so it finds both rows or neither.
 */

import type { Prisma } from '../../../generated/prisma/client.ts'
import type { Tx } from '../../../outside/database/database.ts'
import { holdAccounts } from '../../../outside/database/locks/accounts.ts'
import { momentIn } from '../../../outside/database/moment.ts'
import type { PersonRow } from '../person.ts'

/** The columns read of a favorite. */
export const favoriteFields = {
  id: true,
  pending: true,
  automaticSuggestOnNewTrips: true,
  createdAt: true,
  updatedAt: true,
  email: true,
  favoriteUserId: true,
  version: true,
} as const
export type FavoriteRow = Prisma.FavoriteGetPayload<{ select: typeof favoriteFields }>
type Row = FavoriteRow

/**
 * A favorite as its owner sees it. While pending, it reveals nothing about an account, not even its
 * existence (test/spec/11.1).
 */
export function shownFavorite(row: Row, account?: PersonRow) {
  const typed = { id: null, name: '', email: row.email, photoUrl: null }
  return { ...row, favoriteUser: (!row.pending && account) || typed }
}

/** Prisma: rows from one person to another, by id or by an address that is now theirs. */
export function goes(from: { id: number }, to: { id: number; email: string }) {
  return {
    userId: from.id,
    OR: [{ favoriteUserId: to.id }, { favoriteUserId: null, email: to.email }],
  }
}

const select = favoriteFields

/** Changes a row and its change time. */
async function change(tx: Tx, id: number, data: Prisma.FavoriteUncheckedUpdateInput) {
  const updatedAt = await momentIn(tx)
  return tx.favorite.update({ where: { id }, data: { ...data, updatedAt }, select })
}

/**
 * Confirms one direction. Someone may have been asked under two addresses, so this keeps the
 * confirmed or oldest row, and deletes the others.
 */
async function confirm(tx: Tx, from: PersonRow, to: PersonRow): Promise<Row> {
  const [kept, ...others] = await tx.favorite.findMany({
    where: goes(from, to),
    orderBy: [{ pending: 'asc' }, { id: 'asc' }],
    select,
  })
  if (others.length > 0) await removeFavorites(tx, { id: { in: others.map(({ id }) => id) } })
  if (kept && !kept.pending) return kept
  const data = { pending: false, favoriteUserId: to.id }
  if (kept) return change(tx, kept.id, data)
  return tx.favorite.create({ data: { ...data, userId: from.id, email: to.email }, select })
}

/** Makes two people favorites of each other; returns the first one's favorite. */
export async function pairUp(tx: Tx, one: PersonRow, other: PersonRow) {
  await holdAccounts(tx, [one.id, other.id])
  const own = await confirm(tx, one, other)
  await confirm(tx, other, one)
  return shownFavorite(own, other)
}

/** Leaves one pending row from the first person, and none from the second. */
export async function makePending(tx: Tx, one: PersonRow, other: PersonRow) {
  await holdAccounts(tx, [one.id, other.id])
  const [kept, ...others] = await tx.favorite.findMany({
    where: goes(one, other),
    orderBy: { id: 'asc' },
    select: { id: true },
  })
  await removeFavorites(tx, {
    OR: [
      goes(other, one),
      { id: { in: others.map(({ id }) => id) } },
      { userId: one.id, pending: true, email: other.email, ...(kept && { id: { not: kept.id } }) },
    ],
  })
  const data = { pending: true, favoriteUserId: other.id, email: other.email }
  if (kept) return shownFavorite(await change(tx, kept.id, data))
  return shownFavorite(await tx.favorite.create({ data: { ...data, userId: one.id }, select }))
}

/**
 * Stores a request to an address, or binds an existing one to the account that now has the address.
 */
export async function ask(
  tx: Tx,
  request: { userId: number; email: string; favoriteUserId: number | null },
  known: Row | undefined,
) {
  if (!known) return shownFavorite(await tx.favorite.create({ data: request, select }))
  const { favoriteUserId } = request
  if (known.favoriteUserId !== null || favoriteUserId === null) return shownFavorite(known)
  const where = { id: known.id }
  return shownFavorite(await tx.favorite.update({ where, data: { favoriteUserId }, select }))
}

export interface NewFavorite {
  userId: number
  favoriteUserId: number | null
  email: string
  pending: boolean
  automaticSuggestOnNewTrips: boolean
  createdAt: string
  updatedAt: string
}

/** Stores an imported favorite, for both people if confirmed (src/operations/transfer). */
export async function addFavorite(tx: Tx, data: NewFavorite): Promise<void> {
  await tx.favorite.create({ data, select })
  if (data.pending || !data.favoriteUserId) return
  const where = { id: data.userId }
  const { email } = await tx.user.findUniqueOrThrow({ where, select: { email: true } })
  const back = { userId: data.favoriteUserId, favoriteUserId: data.userId, email, pending: false }
  await tx.favorite.create({ data: back, select })
}

/** Deletes a confirmed favorite on both sides. */
export async function unpair(tx: Tx, one: number, other: number): Promise<void> {
  await holdAccounts(tx, [one, other])
  const sides = [
    { userId: one, favoriteUserId: other },
    { userId: other, favoriteUserId: one },
  ]
  await removeFavorites(tx, { OR: sides })
}

export async function removeFavorites(tx: Tx, where: Prisma.FavoriteWhereInput): Promise<void> {
  await tx.favorite.deleteMany({ where })
}
