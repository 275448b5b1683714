/** Restores rows of all tables (test/spec/17-restore); no other file does. */

import { refuse } from '../../base/errors.ts'
import type { MutationRestoreArgs } from '../../generated/types.ts'
import { isUniqueViolation } from '../../outside/database/failures.ts'
import type { HeldContext } from '../context.ts'
import { modelOf, restorables } from '../permissions/restorable.ts'
import { refuseTooManyCategories, takenSlug } from './accounts/category.ts'

/**
 * Does nothing for a row that is not deleted. The tables' triggers update change times, so clients
 * see the row again. Identifiers need no check: deletion never released them (test/spec/01.10).
 */
async function restore(_: unknown, { kind, id }: MutationRestoreArgs, { tx }: HeldContext) {
  const where = { id, deletedAt: { not: null } }
  try {
    const model = modelOf(tx, restorables[kind].table)
    const { count } = await model.updateMany({ where, data: { deletedAt: null } })
    if (kind === 'CATEGORY' && count > 0) {
      const one = await tx.category.findUniqueOrThrow({ where: { id }, select: { ownerId: true } })
      await refuseTooManyCategories(tx, one.ownerId)
    }
    return true
  } catch (error) {
    if (kind !== 'CATEGORY' || !isUniqueViolation(error)) throw error
    // Since the deletion, the owner has created another category with that slug (test/spec/08).
    return refuse('slug', takenSlug)
  }
}

export const restoreResolvers = { Mutation: { restore } }
