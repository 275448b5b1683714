/** Undeleting (test/spec/17-restore). */
import type { Context } from '../context.ts'
import { fail, refuse } from '../errors.ts'
import type { MutationRestoreArgs } from '../generated/types.ts'
import { actor, mayRestore, type Restorable, restorables } from '../permissions/restorable.ts'
import { isUniqueViolation, prepared } from './hot-path/sql.ts'

/**
 * One statement checks the right, holds it, and undeletes; what is not deleted stays as it is.
 * Change times move by the triggers of the tables, so that clients see the thing come back.
 * Identifiers are not looked at: they were never released (test/spec/01.10).
 */
async function restore(_: unknown, asked: MutationRestoreArgs, context: Context) {
  const { table, from, sees, may, held }: Restorable = restorables[asked.kind]
  const { column, value } = actor(context, asked)
  const text = `with permitted as (
      select c.id from ${from} where u.${column} = $1 and c.id = $2 and ${sees} and ${may}
      ${held ?? ''}),
    restored as (
      update ${table} c set deleted_at = null from permitted
      where c.id = permitted.id and c.deleted_at is not null returning c.id)
    select id from permitted`
  try {
    const [open] = await context.db.query(prepared(text, [value, asked.id]))
    if (open) return true
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    // The owner has made another category of that slug since this one was deleted (test/spec/08).
    refuse('slug', 'You already have a category with this slug.')
  }
  // Open a moment ago: the trip or the right has gone since.
  return fail((await mayRestore(context, asked)) === null ? 'NOT_FOUND' : 'FORBIDDEN')
}

export const restoreResolvers = { Mutation: { restore } }
