/** What it is to have joined a trip; other members are invited to it (test/core/permissions). */

/** SQL: the member has joined the trip. */
export const hasJoined = (member: string) => `${member}.joined`

/** Prisma: members who have joined the trip. */
export const joinedMember = { joined: true } as const
