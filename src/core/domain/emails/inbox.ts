/** The inbox: emails awaiting review (test/spec/07). */
import type { GraphQLResolveInfo } from 'graphql'
import type {
  MutationDeleteEmailArgs,
  MutationUpdateEmailArgs,
  QueryInboxArgs,
  QueryInboxEmailArgs,
} from '../../../generated/types.ts'
import type { Context, HeldContext } from '../../context.ts'
import { emailsSeen } from '../../permissions/attached-emails.ts'
import { parentsNamed, unattached } from '../../permissions/parents.ts'
import { account } from '../../store/viewer.ts'
import { askedOfEmails } from './email.ts'
import { readEmail, readEmails } from './email-rows.ts'
import { changeEmail, removeEmail } from './email-writes.ts'

function inbox(_: unknown, args: QueryInboxArgs, context: Context, info: GraphQLResolveInfo) {
  const own = { ownerId: account(context).id, deletedAt: null }
  const where = { ...own, ...unattached, parsedSuccessfully: false }
  return readEmails(context, where, askedOfEmails(info, 'results'), args)
}

function inboxEmail(
  _: unknown,
  { id }: QueryInboxEmailArgs,
  context: Context,
  info: GraphQLResolveInfo,
) {
  const seen = emailsSeen(account(context), context.clock())
  return readEmail(context, { ...seen, id }, askedOfEmails(info))
}

async function updateEmail(
  _: unknown,
  { id, input }: MutationUpdateEmailArgs,
  context: HeldContext,
  info: GraphQLResolveInfo,
) {
  await changeEmail(context.tx, id, { subject: input.subject, parent: parentsNamed(input)[0] })
  return readEmail(context, { id }, askedOfEmails(info))
}

async function deleteEmail(_: unknown, { id }: MutationDeleteEmailArgs, context: HeldContext) {
  await removeEmail(context.tx, { id, ownerId: account(context).id })
  return { success: true }
}

export const inboxResolvers = {
  Query: { inbox, inboxEmail },
  Mutation: { updateEmail, deleteEmail },
}
