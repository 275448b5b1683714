/** What operators do to accounts and see of the outbox (contract 17). */
import type { Context } from '../context.ts'
import { fail } from '../errors.ts'

interface Premium {
  email: string
  isPremium: boolean
  expiresAt?: string | null
}

async function setPremium(_: unknown, { email, isPremium, expiresAt }: Premium, { db }: Context) {
  const where = { email: email.trim().toLowerCase() }
  const premiumExpirationDate = isPremium ? (expiresAt ?? null) : null
  const { count } = await db.prisma.user.updateMany({
    where,
    data: { isPremium, premiumExpirationDate },
  })
  if (count === 0) fail('NOT_FOUND')
  return db.prisma.user.findUniqueOrThrow({ where })
}

function outbox(_: unknown, { to, first }: { to?: string | null; first: number }, { db }: Context) {
  return db.prisma.outgoingMail.findMany({
    where: to ? { recipient: to.trim().toLowerCase() } : {},
    orderBy: { id: 'desc' },
    take: first,
  })
}

export const operatorResolvers = { Query: { outbox }, Mutation: { setPremium } }
