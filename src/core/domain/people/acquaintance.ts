/** Who knows whom, and how much of a stranger is shown (test/spec/02.2, 06.2, 11.2). */

import DataLoader from 'dataloader'
import type { GraphQLResolveInfo } from 'graphql'
import type { Tx } from '../../../outside/database/database.ts'
import { companionsAmong } from '../../../outside/database/locks/people.ts'
import type { Context } from '../../context.ts'
import { selected } from '../../input/selection.ts'
import { isPart, type KeyHolder } from '../../narrowing.ts'
import { type PersonRow, person } from '../person.ts'

/** The confirmed favorites of the reader among `others`; a part of an account has none. */
export async function favoritesAmong(prisma: Tx, reader: KeyHolder, others: number[]) {
  if (isPart(reader)) return []
  const found = await prisma.favorite.findMany({
    where: { userId: reader.id, favoriteUserId: { in: others }, pending: false },
    select: { favoriteUserId: true },
  })
  return found.map(({ favoriteUserId }) => favoriteUserId)
}

/** The people the reader knows among `others`: favorites, and members of the reader's trips. */
export async function knownAmong(prisma: Tx, reader: KeyHolder, others: number[]) {
  const favorites = new Set(await favoritesAmong(prisma, reader, others))
  const companions = new Set(await companionsAmong(prisma, reader, others, reader.narrowing?.trips))
  return others.filter((id) => favorites.has(id) || companions.has(id))
}

/**
 * The creator of an object, as the viewer may see them: of a stranger, only the name. Batched per
 * operation.
 */
export function shownTo(
  context: Context,
  somebody: PersonRow,
  info: GraphQLResolveInfo,
): PersonRow | Promise<PersonRow> {
  const { viewer } = context
  const selection = selected(info)
  const isHarmless = !selection.has('email') && !selection.has('photoUrl')
  // Operators are not members of trips, and may see any account.
  if (isHarmless || viewer.kind !== 'user' || viewer.user.id === somebody.id) return somebody
  const reader = viewer.user
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

/** People by their ids. */
export async function peopleById(prisma: Tx, ids: number[]) {
  const people = await prisma.user.findMany({ where: { id: { in: ids } }, select: person })
  return new Map(people.map((one) => [one.id, one]))
}
