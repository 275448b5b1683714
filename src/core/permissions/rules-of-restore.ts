/** Who may restore what (test/spec/17-restore). */

import { Conflict } from '../../base/errors.ts'
import type { MutationRestoreArgs } from '../../generated/types.ts'
import { holdAccount } from '../../outside/database/locks/accounts.ts'
import { holdAttached, holdRow } from '../../outside/database/locks/items.ts'
import { holdMembership } from '../../outside/database/locks/people.ts'
import type { HeldContext } from '../context.ts'
import type { KeyHolder } from '../narrowing.ts'
import { isParentItem } from '../parent-kinds.ts'
import { modelOf, restorables, tripOfObject } from './restorable.ts'
import { namedHeld } from './rule.ts'

/** The acting account; undefined if an operator names an unknown one. */
async function actorOf({ viewer, tx }: HeldContext, as: string): Promise<KeyHolder | undefined> {
  if (viewer.kind === 'user') return viewer.user
  const email = as.trim().toLowerCase()
  return (await tx.user.findUnique({ where: { email }, select: { id: true } })) ?? undefined
}

/**
 * A user must be able to edit what is restored. An operator, and only an operator, names an
 * account, which is checked instead; for an unknown account nothing exists. Membership and object
 * are locked, in this order, and judged again, but not for refused callers.
 */
export const restores = namedHeld<MutationRestoreArgs>('restores', async (context, asked) => {
  const { viewer, tx, clock } = context
  const as = asked.as ?? undefined
  if (viewer.kind === 'user' && as !== undefined) return 'FORBIDDEN'
  const actor = await actorOf(context, as ?? '')
  if (actor === undefined) return 'NOT_FOUND'
  const { id } = asked
  const { table, seen, editable } = restorables[asked.kind]
  const now = clock()
  const has = (filter: object) => modelOf(tx, table).count({ where: { AND: [{ id }, filter] } })
  const decide = async () => {
    if ((await has(seen(actor, now))) === 0) return 'NOT_FOUND'
    if ((await has(editable(actor, now))) > 0) return 'OK'
    // Only what is seen before and after: a member who is removed in between finds nothing.
    return (await has(seen(actor, now))) === 0 ? 'NOT_FOUND' : 'FORBIDDEN'
  }
  const verdict = await decide()
  if (verdict !== 'OK') return verdict
  const tripId = await tripOfObject(tx, table, id)
  if (tripId !== undefined) {
    context.concerned?.add(tripId)
    await holdMembership(tx, tripId, actor.id)
  } else await holdAccount(tx, actor.id)
  if (isParentItem(table)) await holdAttached(tx, table, id)
  await holdRow(tx, table, id)
  if ((await tripOfObject(tx, table, id)) !== tripId) throw new Conflict()
  return decide()
})
