/** Changes of what members may do, and of who is one (test/spec/11.4, 11.5, test/permissions). */
import type { Context, HeldContext } from '../../context.ts'
import { refuse } from '../../errors.ts'
import { isOwnChoice, sentPermissions } from '../../permissions/rules-of-collaborators.ts'
import { account } from '../hot-path/viewer.ts'
import { person } from './acquaintance.ts'
import { changeMember, remove, type Settable } from './members.ts'

type Target = { tripId: number; userId: number }
type Given = Target & { input: Settable }

/** What may be sent at all, by whoever may change the member. */
async function checkContent({ tripId, userId, input }: Given, context: Context): Promise<void> {
  const sent = sentPermissions(input, context)
  if (sent.length === 0) refuse('nonFieldErrors', 'At least one permission is required.')
  if (isOwnChoice(sent) || userId !== account(context).id) return
  if (!(await context.access(tripId))?.isOwner) return
  refuse('nonFieldErrors', 'Send exactly one of is_travelling, receive_notifications.')
}

/** Changes what a joined member may do; answers the member as stored. */
async function setPermissions(_: unknown, { input, ...key }: Given, { tx }: HeldContext) {
  const member = await changeMember(tx, key, input)
  const found = await tx.user.findUniqueOrThrow({ where: { id: key.userId }, select: person })
  return { ...member, ...found }
}

/**
 * Removes a member, withdraws an invitation, or leaves the trip; who is not there any more is
 * removed as well.
 */
async function removeCollaborator(_: unknown, key: Target, { tx }: HeldContext) {
  await remove(tx, key)
  return key
}

export const collaboratorWriteResolvers = {
  Mutation: {
    setPermissions: { resolve: setPermissions, extensions: { checkContent } },
    removeCollaborator,
  },
}
