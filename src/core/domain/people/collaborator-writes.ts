/**
 * Changes to members' rights, and removals of members (test/spec/11.4, 11.5,
 * test/core/permissions).
 */
import type { HeldContext } from '../../context.ts'
import { person } from '../person.ts'
import { changeMember, removeMember, type Settable } from './members.ts'

type Target = { tripId: number; userId: number }
type Given = Target & { input: Settable }

/** Changes the rights of a joined member; returns the stored member. */
async function setPermissions(_: unknown, { input, ...key }: Given, { tx }: HeldContext) {
  const member = await changeMember(tx, key, input)
  const found = await tx.user.findUniqueOrThrow({ where: { id: key.userId }, select: person })
  return { ...member, ...found }
}

/** Removes a member, withdraws an invitation, or leaves the trip; succeeds if already done. */
async function removeCollaborator(_: unknown, key: Target, { tx }: HeldContext) {
  await removeMember(tx, key)
  return key
}

export const collaboratorWriteResolvers = {
  Mutation: {
    setPermissions,
    removeCollaborator,
  },
}
