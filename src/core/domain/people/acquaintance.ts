/** Who knows whom, and what is shown of strangers (test/spec/02.2, 06.2, 11.2). */
import DataLoader from 'dataloader'
import type { GraphQLResolveInfo } from 'graphql'
import type { Prisma } from '../../../generated/prisma/client.ts'
import { companionsAmong } from '../../../outside/database/locks/people.ts'
import type { Context } from '../../context.ts'
import { selected } from '../../input/selection.ts'
import { person } from '../person.ts'

type Client = Prisma.TransactionClient
export type Person = Prisma.UserGetPayload<{ select: typeof person }>

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

/**
 * Somebody who has made what is read, as the viewer may see them: of strangers no more than the
 * name. All whom an operation asks for are looked up together.
 */
export function shownTo(
  context: Context,
  somebody: Person,
  info: GraphQLResolveInfo,
): Person | Promise<Person> {
  const { viewer } = context
  const asked = selected(info)
  const isHarmless = !asked.has('email') && !asked.has('photoUrl')
  // Operators are on no trip, and act on any account.
  if (isHarmless || viewer.kind !== 'user' || viewer.user.id === somebody.id) return somebody
  const reader = viewer.user.id
  const loader = context.shared('known people', () => {
    return new DataLoader(async (ids: readonly number[]) => {
      const known = new Set(await knownAmong(context.db.prisma, reader, [...ids]))
      return ids.map((id) => known.has(id))
    })
  })
  return loader
    .load(somebody.id)
    .then((isKnown) => (isKnown ? somebody : { ...somebody, email: '', photoUrl: null }))
}

/** These people, by their ids. */
export async function peopleById(prisma: Client, ids: number[]) {
  const people = await prisma.user.findMany({ where: { id: { in: ids } }, select: person })
  return new Map(people.map((one) => [one.id, one]))
}
