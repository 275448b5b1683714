/** Who answers a request for a favorite, and who ends one (test/spec/17-favorites). */
import { named, type Verdict } from './rules.ts'

/** OK for a viewer (`$2`) for whom the record (`$1`) fits; no one else learns that it is there. */
function fits(name: string, where: string) {
  const text = `select id from favorite where id = $1 and ${where}`
  return named(name, async ({ viewer, db }, { id }): Promise<Verdict> => {
    if (viewer.kind !== 'user') return 'UNAUTHENTICATED'
    const found = await db.query({ text, values: [id, viewer.user.id], isPrepared: true })
    return found.length > 0 ? 'OK' : 'NOT_FOUND'
  })
}

/** The record is another person's request to the caller, or has been one. */
export const askedForFavorite = fits('askedForFavorite', 'favorite_user_id = $2')

/** The caller is one of the two people of the record. */
export const partyToFavorite = fits('partyToFavorite', '$2 in (user_id, favorite_user_id)')
