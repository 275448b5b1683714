/**
 * Changes of what members may do, and of who is one (test/spec/11.4, 11.5, test/core/permissions).
 */
import type { HeldContext } from '../../context.ts'
import { person } from '../person.ts'
import { changeMember, remove, type Settable } from './members.ts'

type Target = { tripId: number; userId: number }
type Given = Target & { input: Settable }

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
    setPermissions,
    removeCollaborator,
  },
}
