/** The emails attached to a trip with its active itinerary, or to one child (test/spec/04). */
import type { GraphQLResolveInfo } from 'graphql'
import type {
  QueryDeletedEmailsArgs,
  QueryEmailArgs,
  QueryEmailsArgs,
} from '../../../generated/types.ts'
import { tripsWith } from '../../access.ts'
import type { Context } from '../../context.ts'
import { attachedAt, attachedThere, type InTripArgs } from '../../permissions/parents.ts'
import { account } from '../../store/viewer.ts'
import { prismaPage } from '../pages.ts'
import { askedOfEmails } from './email.ts'
import { readEmail, readEmails } from './email-rows.ts'

/** The trips whose emails the viewer may see: the second lock. */
const seenBy = (context: Context) =>
  tripsWith(account(context).id, context.clock(), 'canSeeDocuments')

const attached = (args: InTripArgs, context: Context) =>
  attachedThere(context, 'emails', args, seenBy(context))

async function emails(
  _: unknown,
  args: QueryEmailsArgs,
  context: Context,
  info: GraphQLResolveInfo,
) {
  const { updatedSince } = args
  const changed = updatedSince ? { updatedAt: { gte: updatedSince } } : {}
  const where = { AND: [await attached(args, context), { deletedAt: null, ...changed }] }
  return readEmails(context, where, askedOfEmails(info, 'results'), args)
}

async function deletedEmails(_: unknown, args: QueryDeletedEmailsArgs, context: Context) {
  const since = args.since ?? args.updatedSince
  const deletedAt = since ? { gte: since } : { not: null }
  return prismaPage(args, context.db.prisma.email, {
    where: { AND: [await attached(args, context), { deletedAt }] },
    orderBy: { id: 'asc' },
    select: { id: true, deletedAt: true },
  })
}

function email(_: unknown, args: QueryEmailArgs, context: Context, info: GraphQLResolveInfo) {
  const where = { ...attachedAt(args, seenBy(context)), id: args.id, deletedAt: null }
  return readEmail(context, where, askedOfEmails(info))
}

export const emailReadResolvers = { Query: { emails, email, deletedEmails } }
