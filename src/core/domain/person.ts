/** The columns shown of a person, for Prisma. */
import type { Prisma } from '../../generated/prisma/client.ts'

export const person = { id: true, name: true, email: true, photoUrl: true } as const

export type PersonRow = Prisma.UserGetPayload<{ select: typeof person }>
