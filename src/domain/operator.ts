/** What operators do to accounts and see of the outbox (contract 17). */
import type { Context } from '../context.ts'
import { fail } from '../errors.ts'
import type { MutationSetPremiumArgs, QueryOutboxArgs } from '../generated/types.ts'

async function setPremium(_: unknown, args: MutationSetPremiumArgs, { db }: Context) {
  const { email, isPremium, expiresAt } = args
  const where = { email: email.trim().toLowerCase() }
  const premiumExpirationDate = isPremium ? (expiresAt ?? null) : null
  const { count } = await db.prisma.user.updateMany({
    where,
    data: { isPremium, premiumExpirationDate },
  })
  if (count === 0) fail('NOT_FOUND')
  return db.prisma.user.findUniqueOrThrow({ where })
}

function outbox(_: unknown, { to, first }: QueryOutboxArgs, { db }: Context) {
  return db.prisma.outgoingMail.findMany({
    where: to ? { recipient: to.trim().toLowerCase() } : {},
    orderBy: { id: 'desc' },
    take: first,
  })
}

export const operatorResolvers = { Query: { outbox }, Mutation: { setPremium } }
