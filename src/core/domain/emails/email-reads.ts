/** The emails attached to a trip and its active items, or to one item (test/spec/04). */
import type { GraphQLResolveInfo } from 'graphql'
import type {
  QueryDeletedEmailsArgs,
  QueryEmailArgs,
  QueryEmailsArgs,
} from '../../../generated/types.ts'
import type { Context } from '../../context.ts'
import {
  attachedAt,
  attachedThere,
  type InTripArgs,
  tripsShowingDocuments,
} from '../../permissions/parents.ts'
import { changedSince, deletedSince, prismaPage } from '../pages.ts'
import { askedOfEmails } from './email.ts'
import { readEmail, readEmails } from './email-rows.ts'

const attached = (args: InTripArgs, context: Context) =>
  attachedThere(context, 'emails', args, tripsShowingDocuments(context))

async function emails(
  _: unknown,
  args: QueryEmailsArgs,
  context: Context,
  info: GraphQLResolveInfo,
) {
  const changed = changedSince(args.updatedSince)
  const where = { AND: [await attached(args, context), { deletedAt: null, ...changed }] }
  return readEmails(context, where, askedOfEmails(info, 'results'), args)
}

async function deletedEmails(_: unknown, args: QueryDeletedEmailsArgs, context: Context) {
  return prismaPage(args, context.db.prisma.email, {
    where: { AND: [await attached(args, context), deletedSince(args)] },
    orderBy: { id: 'asc' },
    select: { id: true, deletedAt: true },
  })
}

function email(_: unknown, args: QueryEmailArgs, context: Context, info: GraphQLResolveInfo) {
  const where = {
    ...attachedAt(args, tripsShowingDocuments(context)),
    id: args.id,
    deletedAt: null,
  }
  return readEmail(context, where, askedOfEmails(info))
}

export const emailReadResolvers = { Query: { emails, email, deletedEmails } }
