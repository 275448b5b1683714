/** What is shown of a person, as Prisma selects it. */
export const person = { id: true, name: true, email: true, photoUrl: true } as const
