/** Operators change accounts, and read the outbox (test/spec/17-operators). */
import { randomUUID } from 'node:crypto'
import { refuse } from '../../../base/errors.ts'
import type {
  MutationSetPremiumArgs,
  MutationSetSubjectArgs,
  QueryOutboxArgs,
} from '../../../generated/types.ts'
import { isUniqueViolation } from '../../../outside/database/failures.ts'
import type { Context } from '../../context.ts'
import { blankText } from '../../input/values.ts'
import { updateNamed } from './account.ts'

function setPremium(_: unknown, args: MutationSetPremiumArgs, context: Context) {
  const { email, isPremium, expiresAt } = args
  const premiumExpirationDate = isPremium ? (expiresAt ?? null) : null
  return updateNamed(context, email, { isPremium, premiumExpirationDate })
}

const maxSubjectLength = 255

/** Binds an account to the subject of Bearer tokens, or unbinds it if none is given. */
async function setSubject(_: unknown, args: MutationSetSubjectArgs, context: Context) {
  const subject = args.subject ?? null
  if (subject === '') refuse('subject', blankText)
  if (subject !== null && [...subject].length > maxSubjectLength) {
    refuse('subject', `Ensure this field has no more than ${maxSubjectLength} characters.`)
  }
  await updateNamed(context, args.email, { oauthSubject: subject }).catch((error) => {
    if (!isUniqueViolation(error)) throw error
    refuse('subject', 'This subject is already bound to another account.')
  })
  return true
}

/** Begins a new history of the database, which voids all earlier positions (B2). */
async function resetCopies(_: unknown, _args: unknown, { db }: Context) {
  await db.prisma.history.updateMany({ data: { id: randomUUID() } })
  return true
}

function outbox(_: unknown, { to, first }: QueryOutboxArgs, { db }: Context) {
  return db.prisma.outgoingMail.findMany({
    where: to ? { recipient: to.trim().toLowerCase() } : {},
    orderBy: { id: 'desc' },
    take: first,
  })
}

export const operatorResolvers = {
  Query: { outbox },
  Mutation: { setPremium, setSubject, resetCopies },
}
