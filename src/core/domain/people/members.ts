/**
 * All that is written of the members of trips (test/spec/06.2, 11.2, 11.4, 11.5, 17-invitations).
 * What follows from a write is done by the triggers (prisma/functions.sql).
 */
import type { Prisma } from '../../../generated/prisma/client.ts'
import { joinedMember } from '../../access.ts'
import { type Capability, type OwnChoice, permissions } from '../../rights.ts'

type Client = Prisma.TransactionClient
type Flag = (typeof permissions)[number]['name']
/** What can be set of a member. */
export type Settable = Partial<Record<Capability | OwnChoice, boolean>>

/** What a list of members shows of one, beside the person. */
export const memberFields = {
  userId: true,
  joined: true,
  ...(Object.fromEntries(permissions.map(({ name }) => [name, true])) as Record<Flag, true>),
} as const

/** Puts people on a trip, those who are not yet there: invited, or joined at once. */
export function addMembers(prisma: Client, data: Prisma.MemberCreateManyInput[]) {
  return prisma.member.createManyAndReturn({ data, skipDuplicates: true, select: memberFields })
}

/** Changes what a member may do; answers the member as stored. */
export function changeMember(
  prisma: Client,
  key: Prisma.MemberTripIdUserIdCompoundUniqueInput,
  data: Settable,
) {
  return prisma.member.update({ where: { tripId_userId: key }, data, select: memberFields })
}

/** Sets the own choices of a member of several trips. */
export async function changeOnTrips(
  prisma: Client,
  { userId, tripIds }: { userId: number; tripIds: number[] },
  data: Partial<Record<OwnChoice, boolean>>,
): Promise<void> {
  await prisma.member.updateMany({ where: { userId, tripId: { in: tripIds } }, data })
}

type Waiting = { tripId: number; userId: number } | { invitationHash: string }

/** The invitations that wait for an answer. */
export const waiting = (which: Prisma.MemberWhereInput) => ({
  ...which,
  joined: false,
  trip: { deletedAt: null },
})

/** What the page behind an invitation mail shows (test/rest-facade/invitation-page). */
export async function invitationWaiting(prisma: Client, invitationHash: string) {
  const found = await prisma.member.findFirst({
    where: waiting({ invitationHash }),
    select: { trip: { select: { name: true } }, inviter: { select: { name: true } } },
  })
  return found && { tripName: found.trip.name, inviterName: found.inviter?.name ?? '' }
}

/** Lets whoever is invited join; whether there was such an invitation. */
export async function join(prisma: Client, invitation: Waiting): Promise<boolean> {
  const data = { ...joinedMember, invitationHash: null, invitedBy: null }
  return (await prisma.member.updateMany({ where: waiting(invitation), data })).count > 0
}

/** Takes the invitation back; whether there was one. */
export async function decline(prisma: Client, invitation: Waiting): Promise<boolean> {
  return (await prisma.member.deleteMany({ where: waiting(invitation) })).count > 0
}

/** Takes a member or invitee off the trip, if they are on it. */
export async function remove(prisma: Client, key: { tripId: number; userId: number }) {
  await prisma.member.deleteMany({ where: key })
}
