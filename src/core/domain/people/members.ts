/**
 * All writes of trip members (test/spec/06.2, 11.2, 11.4, 11.5, 17-invitations). Triggers apply the
 * consequences (prisma/functions.sql).
 */

import type { Prisma } from '../../../generated/prisma/client.ts'
import type { Tx } from '../../../outside/database/database.ts'
import { joinedMember } from '../../../outside/database/joined.ts'
import { type Capability, type OwnChoice, permissions } from '../../rights.ts'

type Flag = (typeof permissions)[number]['name']
/** The columns of a member that may be changed. */
export type Settable = Partial<Record<Capability | OwnChoice, boolean>>

/** The columns of a member shown in lists, besides the person. */
export const memberFields = {
  tripId: true,
  userId: true,
  joined: true,
  version: true,
  ...(Object.fromEntries(permissions.map(({ name }) => [name, true])) as Record<Flag, true>),
} as const

/** Adds people to a trip, invited or joined, unless already there; returns the new ones. */
export function addMembers(prisma: Tx, data: Prisma.MemberCreateManyInput[]) {
  return prisma.member.createManyAndReturn({ data, skipDuplicates: true, select: memberFields })
}

/** Changes a member's rights; returns the stored member. */
export function changeMember(
  prisma: Tx,
  key: Prisma.MemberTripIdUserIdCompoundUniqueInput,
  data: Settable,
) {
  return prisma.member.update({ where: { tripId_userId: key }, data, select: memberFields })
}

/** Sets a member's own choices on several trips. */
export async function changeOnTrips(
  prisma: Tx,
  { userId, tripIds }: { userId: number; tripIds: number[] },
  data: Partial<Record<OwnChoice, boolean>>,
): Promise<void> {
  await prisma.member.updateMany({ where: { userId, tripId: { in: tripIds } }, data })
}

type Waiting = { tripId: number; userId: number } | { invitationHash: string }

/** Prisma: the invitations that await an answer. */
export const waiting = (which: Prisma.MemberWhereInput) => ({
  ...which,
  joined: false,
  trip: { deletedAt: null },
})

/** The content of the page behind an invitation mail (test/rest-facade/invitation-page). */
export async function invitationWaiting(prisma: Tx, invitationHash: string) {
  const found = await prisma.member.findFirst({
    where: waiting({ invitationHash }),
    select: { trip: { select: { name: true } }, inviter: { select: { name: true } } },
  })
  return found && { tripName: found.trip.name, inviterName: found.inviter?.name ?? '' }
}

/** Accepts the invitation; returns whether there was one. */
export async function join(prisma: Tx, invitation: Waiting): Promise<boolean> {
  const data = { ...joinedMember, invitationHash: null, invitedBy: null }
  return (await prisma.member.updateMany({ where: waiting(invitation), data })).count > 0
}

/** Deletes the invitation; returns whether there was one. */
export async function decline(prisma: Tx, invitation: Waiting): Promise<boolean> {
  return (await prisma.member.deleteMany({ where: waiting(invitation) })).count > 0
}

/** Removes a member or invitee, if there is one. */
export async function removeMember(prisma: Tx, key: { tripId: number; userId: number }) {
  await prisma.member.deleteMany({ where: key })
}
