/** Alternative addresses of an account, verified by a mailed link (test/spec/07). */

import { fail, refuse } from '../../../base/errors.ts'
import { sha256 } from '../../../base/hashes.ts'
import type { Prisma } from '../../../generated/prisma/client.ts'
import type {
  MutationAddAlternativeEmailArgs,
  MutationRemoveAlternativeEmailArgs,
  MutationVerifyAlternativeEmailArgs,
  QueryAlternativeEmailsArgs,
} from '../../../generated/types.ts'
import { isUniqueViolation } from '../../../outside/database/failures.ts'
import { holdAccount } from '../../../outside/database/locks/accounts.ts'
import { secondsUntilMailed, writeMails } from '../../../outside/mail/outgoing.ts'
import type { Context } from '../../context.ts'
import { throttled } from '../../limits/rate-limits.ts'
import { byPerson } from '../../limits/throttle.ts'
import { account } from '../../store/viewer.ts'
import { prismaPage } from '../pages.ts'
import { verificationMail } from './account-mails.ts'
import { serviceIn } from './mail-text.ts'
import { causeIn } from './outgoing-mail.ts'
import { newToken } from './secrets.ts'

const select = { id: true, email: true, verified: true }

function alternativeEmails(_: unknown, args: QueryAlternativeEmailsArgs, context: Context) {
  const { alternativeEmail } = context.db.prisma
  const where = { userId: account(context).id }
  return prismaPage(args, alternativeEmail, { where, orderBy: { id: 'asc' }, select })
}

async function addAlternativeEmail(
  _: unknown,
  { input: { email } }: MutationAddAlternativeEmailArgs,
  context: Context,
) {
  const { id, name } = account(context)
  const { db, config, throttle } = context
  await throttle.count(byPerson('alternativeEmail', `#${id}`))
  const hash = newToken(160)
  const mail = verificationMail({ to: email, name, hash, ...serviceIn(config) })
  const cause = causeIn(context)
  const data = { userId: id, email, hash: sha256(hash) }
  try {
    await db.transaction(async (tx) => {
      await holdAccount(tx.prisma, id)
      // The table's trigger and unique index check the address, and serialize writers.
      await tx.prisma.alternativeEmail.create({ data, select })
      // Without its mail, the address could never be verified.
      const isMailed = (await writeMails(tx, [mail], cause)) > 0
      if (!isMailed) throttled(await secondsUntilMailed(tx, email, cause), 'mail')
    })
  } catch (error) {
    // The address belongs to an account, maybe the caller's.
    if (isUniqueViolation(error)) fail('ALREADY_REGISTERED')
    throw error
  }
  context.mailWaits()
  return { success: true }
}

/** Stores an imported address without mailing a link (src/operations/transfer). */
export async function addAddress(
  tx: Prisma.TransactionClient,
  data: Prisma.AlternativeEmailUncheckedCreateInput,
): Promise<void> {
  await tx.alternativeEmail.create({ data, select })
}

async function removeAlternativeEmail(
  _: unknown,
  { id }: MutationRemoveAlternativeEmailArgs,
  context: Context,
) {
  const where = { id, userId: account(context).id }
  await context.db.prisma.alternativeEmail.deleteMany({ where })
  return { success: true }
}

/** The link needs no credentials, and works until its address is removed. */
async function verifyAlternativeEmail(
  _: unknown,
  { hash }: MutationVerifyAlternativeEmailArgs,
  { db, changesNothing }: Context,
) {
  const { alternativeEmail } = db.prisma
  const named = { where: { hash: sha256(hash) }, select }
  const [row] = changesNothing
    ? await alternativeEmail.findMany(named)
    : await alternativeEmail.updateManyAndReturn({ ...named, data: { verified: true } })
  return row ?? refuse('hash', 'Invalid value')
}

export const alternativeEmailResolvers = {
  Query: { alternativeEmails },
  Mutation: { addAlternativeEmail, removeAlternativeEmail, verifyAlternativeEmail },
}
