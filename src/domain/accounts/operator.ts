/** What operators do to accounts and see of the outbox (test/spec/17-operators). */
import type { Context } from '../../context.ts'
import { fail, refuse } from '../../errors.ts'
import type {
  MutationSetPremiumArgs,
  MutationSetSubjectArgs,
  QueryOutboxArgs,
} from '../../generated/types.ts'

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

const longestSubject = 255

/** Whether a write failed because the subject stands for another account. */
function isTaken(error: unknown): boolean {
  return (
    error instanceof Error &&
    'constraint' in error &&
    error.constraint === 'account_oauth_subject_key'
  )
}

/** Binds an account to the subject of Bearer tokens; without one, to none. */
async function setSubject(_: unknown, args: MutationSetSubjectArgs, { db }: Context) {
  const subject = args.subject ?? null
  if (subject === '') refuse('subject', 'This field may not be blank.')
  if (subject !== null && [...subject].length > longestSubject) {
    refuse('subject', `Ensure this field has no more than ${longestSubject} characters.`)
  }
  const text = 'update account set oauth_subject = $2 where email = $1 returning id'
  const values = [args.email.trim().toLowerCase(), subject]
  const rows = await db.query({ text, values }).catch((error) => {
    if (!isTaken(error)) throw error
    return refuse('subject', 'This subject is already bound to another account.')
  })
  return rows.length > 0 || fail('NOT_FOUND')
}

function outbox(_: unknown, { to, first }: QueryOutboxArgs, { db }: Context) {
  return db.prisma.outgoingMail.findMany({
    where: to ? { recipient: to.trim().toLowerCase() } : {},
    orderBy: { id: 'desc' },
    take: first,
  })
}

export const operatorResolvers = { Query: { outbox }, Mutation: { setPremium, setSubject } }
