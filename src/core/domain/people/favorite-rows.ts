/**
 * All that is written of favorites: one row of the requester while pending, two mirrored ones once
 * confirmed (test/spec/11.1, 17-favorites). Whoever writes holds the favorites of the two people
 * (`holdFavorites`), and so always finds both rows or neither.
 */
import type { Prisma } from '../../../generated/prisma/client.ts'
import { momentIn } from '../../../outside/database/locks/names.ts'
import type { person } from '../person.ts'

type Client = Prisma.TransactionClient
export type Person = Prisma.UserGetPayload<{ select: typeof person }>

/** What is read of a favorite. */
export const favoriteFields = {
  id: true,
  pending: true,
  automaticSuggestOnNewTrips: true,
  createdAt: true,
  updatedAt: true,
  email: true,
  favoriteUserId: true,
} as const
type Row = Prisma.FavoriteGetPayload<{ select: typeof favoriteFields }>

/**
 * A favorite as its owner sees it. While it is pending nothing of the account is shown, whether or
 * not there is one (test/spec/11.1).
 */
export function shown(row: Row, account?: Person) {
  const typed = { id: null, name: '', email: row.email, photoUrl: null }
  return { ...row, favoriteUser: (!row.pending && account) || typed }
}

/** The row goes from one to the other, be it to the person or to an address now the person's. */
export function goes(from: { id: number }, to: { id: number; email: string }) {
  return {
    userId: from.id,
    OR: [{ favoriteUserId: to.id }, { favoriteUserId: null, email: to.email }],
  }
}

const select = favoriteFields

/** Changes a row and its time of change. */
async function change(tx: Client, id: number, data: Prisma.FavoriteUncheckedUpdateInput) {
  const updatedAt = await momentIn(tx)
  return tx.favorite.update({ where: { id }, data: { ...data, updatedAt }, select })
}

/**
 * Confirms one direction. The oldest row is the one that stays, a confirmed one before all; others
 * go: a person may have been asked under two addresses.
 */
async function confirm(tx: Client, from: Person, to: Person): Promise<Row> {
  const [kept, ...others] = await tx.favorite.findMany({
    where: goes(from, to),
    orderBy: [{ pending: 'asc' }, { id: 'asc' }],
    select,
  })
  if (others.length > 0) await remove(tx, { id: { in: others.map(({ id }) => id) } })
  if (kept && !kept.pending) return kept
  const data = { pending: false, favoriteUserId: to.id }
  if (kept) return change(tx, kept.id, data)
  return tx.favorite.create({ data: { ...data, userId: from.id, email: to.email }, select })
}

/** Makes two people favorites of each other; answers the one of the first. */
export async function pairUp(tx: Client, one: Person, other: Person) {
  const own = await confirm(tx, one, other)
  await confirm(tx, other, one)
  return shown(own, other)
}

/** Leaves one pending row, of the first person; the second has none, whatever there was. */
export async function makePending(tx: Client, one: Person, other: Person) {
  const [kept, ...others] = await tx.favorite.findMany({
    where: goes(one, other),
    orderBy: { id: 'asc' },
    select: { id: true },
  })
  await remove(tx, {
    OR: [
      goes(other, one),
      { id: { in: others.map(({ id }) => id) } },
      { userId: one.id, pending: true, email: other.email, ...(kept && { id: { not: kept.id } }) },
    ],
  })
  const data = { pending: true, favoriteUserId: other.id, email: other.email }
  if (kept) return shown(await change(tx, kept.id, data))
  return shown(await tx.favorite.create({ data: { ...data, userId: one.id }, select }))
}

/** Asks an address: makes its pending row, or binds the one there is to whose address it now is. */
export async function ask(
  tx: Client,
  asked: { userId: number; email: string; favoriteUserId: number | null },
  known: Row | undefined,
) {
  if (!known) return shown(await tx.favorite.create({ data: asked, select }))
  const { favoriteUserId } = asked
  if (known.favoriteUserId !== null || favoriteUserId === null) return shown(known)
  const where = { id: known.id }
  return shown(await tx.favorite.update({ where, data: { favoriteUserId }, select }))
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

/** Stores a favorite of an import, for both people if it is confirmed (src/operations/transfer). */
export async function addFavorite(tx: Client, data: NewFavorite): Promise<void> {
  await tx.favorite.create({ data, select })
  if (data.pending || !data.favoriteUserId) return
  const where = { id: data.userId }
  const { email } = await tx.user.findUniqueOrThrow({ where, select: { email: true } })
  const back = { userId: data.favoriteUserId, favoriteUserId: data.userId, email, pending: false }
  await tx.favorite.create({ data: back, select })
}

/** Ends favorites. */
export async function remove(tx: Client, where: Prisma.FavoriteWhereInput): Promise<void> {
  await tx.favorite.deleteMany({ where })
}
