/** Who knows whom (test/spec/06.2, 11.2). */
import type { Prisma } from '../../generated/prisma/client.ts'
import { companionsAmong } from '../../outside/database/locks/people.ts'
import { person } from '../person.ts'

type Client = Prisma.TransactionClient

/** Those among `others` who are confirmed favorites of the reader. */
export async function favoritesAmong(prisma: Client, reader: number, others: number[]) {
  const found = await prisma.favorite.findMany({
    where: { userId: reader, favoriteUserId: { in: others }, pending: false },
    select: { favoriteUserId: true },
  })
  return found.map(({ favoriteUserId }) => favoriteUserId)
}

/** Those among `others` whom the reader knows: favorites, and who is on a trip with the reader. */
export async function knownAmong(prisma: Client, reader: number, others: number[]) {
  const favorites = new Set(await favoritesAmong(prisma, reader, others))
  const companions = new Set(await companionsAmong(prisma, reader, others))
  return others.filter((id) => favorites.has(id) || companions.has(id))
}

/** These people, by their ids. */
export async function peopleById(prisma: Client, ids: number[]) {
  const people = await prisma.user.findMany({ where: { id: { in: ids } }, select: person })
  return new Map(people.map((one) => [one.id, one]))
}
