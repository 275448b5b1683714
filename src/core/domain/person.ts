/** The columns of a person that others see, for Prisma. */
import type { Prisma } from '../../generated/prisma/client.ts'

export const person = { id: true, name: true, email: true, photoUrl: true } as const

export type PersonRow = Prisma.UserGetPayload<{ select: typeof person }>
