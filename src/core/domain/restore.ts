/** Undeleting (test/spec/17-restore): of all tables, by the one file that does. */

import { refuse } from '../../base/errors.ts'
import type { MutationRestoreArgs } from '../../generated/types.ts'
import { isUniqueViolation } from '../../outside/database/failures.ts'
import type { HeldContext } from '../context.ts'
import { modelOf, restorables } from '../permissions/restorable.ts'

/**
 * What is not deleted stays as it is. Change times move by the triggers of the tables, so that
 * clients see the thing come back. Identifiers are not looked at: they were never released
 * (test/spec/01.10).
 */
async function restore(_: unknown, { kind, id }: MutationRestoreArgs, { tx }: HeldContext) {
  const where = { id, deletedAt: { not: null } }
  try {
    await modelOf(tx, restorables[kind].table).updateMany({ where, data: { deletedAt: null } })
    return true
  } catch (error) {
    if (kind !== 'CATEGORY' || !isUniqueViolation(error)) throw error
    // The owner has made another category of that slug since this one was deleted (test/spec/08).
    return refuse('slug', 'You already have a category with this slug.')
  }
}

export const restoreResolvers = { Mutation: { restore } }
