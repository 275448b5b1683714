/** Who answers a request for a favorite, and who ends one (test/spec/17-favorites). */

import { Conflict } from '../../base/errors.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { holdFavorites } from '../../outside/database/locks/people.ts'
import type { HeldContext } from '../context.ts'
import { namedHeld } from './rule.ts'
import { ofUser } from './rules.ts'

/**
 * OK for a viewer for whom the record fits, with all favorites of its two people held; to all
 * others it does not exist.
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
    // An address has become a person's meanwhile, who is to be held as well.
    if (held && held.favoriteUserId !== seen.favoriteUserId) throw new Conflict()
    return held ? 'OK' : 'NOT_FOUND'
  })
  return namedHeld(name, check)
}

/** The record is another person's request to the caller, or has been one. */
export const askedForFavorite = fits('askedForFavorite', (viewer) => ({ favoriteUserId: viewer }))

/** The caller is one of the two people of the record. */
export const partyToFavorite = fits('partyToFavorite', (viewer) => ({
  OR: [{ userId: viewer }, { favoriteUserId: viewer }],
}))
