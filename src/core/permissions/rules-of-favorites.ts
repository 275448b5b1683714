/** Who answers a request for a favorite, and who removes one (test/spec/17-favorites). */

import { Conflict } from '../../base/errors.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { holdFavorites } from '../../outside/database/locks/people.ts'
import type { HeldContext } from '../context.ts'
import { namedHeld } from './rule.ts'
import { ofUser } from './rules.ts'

/**
 * OK if the record fits the viewer, with all favorites of its two people locked; NOT_FOUND for all
 * others.
 */
function fits(name: string, where: (viewer: number) => Prisma.FavoriteWhereInput) {
  const check = ofUser(async ({ tx }: HeldContext, { id }: { id: number }, viewer) => {
    const find = () =>
      tx.favorite.findFirst({
        where: { AND: [{ id }, where(viewer.id)] },
        select: { userId: true, favoriteUserId: true },
      })
    const seen = await find()
    if (!seen) return 'NOT_FOUND'
    await holdFavorites(tx, seen.userId, seen.favoriteUserId)
    const held = await find()
    // The address has meanwhile become a person's, who must be locked as well.
    if (held && held.favoriteUserId !== seen.favoriteUserId) throw new Conflict()
    return held ? 'OK' : 'NOT_FOUND'
  })
  return namedHeld(name, check)
}

/** The record is, or was, another person's request to the caller. */
export const askedForFavorite = fits('askedForFavorite', (viewer) => ({ favoriteUserId: viewer }))

/** The caller is one of the record's two people. */
export const partyToFavorite = fits('partyToFavorite', (viewer) => ({
  OR: [{ userId: viewer }, { favoriteUserId: viewer }],
}))
