/** The access to a trip as the permission table left it, and as it is found later. */
import type { Context } from '../context.ts'
import { fail } from '../errors.ts'
import type { Access } from '../permissions/access.ts'
import type { Right } from '../permissions/rights.ts'

/** The access record, which the permission table has already asked for. */
export async function accessTo(context: Context, tripId: number): Promise<Access> {
  return (await context.access(tripId)) ?? fail('NOT_FOUND')
}

/**
 * Refuses a write whose statement found nothing, though the table had just let it through: the
 * trip, the right or the object is gone since (test/spec/01.5).
 */
export async function goneSince(
  context: Context,
  tripId: number,
  ...rights: readonly Right[]
): Promise<never> {
  const access = await context.accessNow(tripId)
  const isBarred = access !== null && rights.some((right) => !access[right])
  return fail(isBarred ? 'FORBIDDEN' : 'NOT_FOUND')
}
