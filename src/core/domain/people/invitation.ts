/** Invitations to a trip: made, listed, accepted and declined (test/spec/11.2, 17-invitations). */
import type { GraphQLResolveInfo } from 'graphql'
import { fail, refuse } from '../../../base/errors.ts'
import { sha256 } from '../../../base/hashes.ts'
import type { PageArgs } from '../../../base/pages.ts'
import type {
  MutationAnswerInvitationArgs,
  MutationInviteArgs,
  QueryMailedInvitationArgs,
} from '../../../generated/types.ts'
import { companionsAmong } from '../../../outside/database/locks/people.ts'
import { writeMails } from '../../../outside/mail/outgoing.ts'
import type { Context, HeldContext } from '../../context.ts'
import { selected } from '../../input/selection.ts'
import { type KeyHolder, narrowed } from '../../narrowing.ts'
import { readTrip } from '../../store/reads.ts'
import { account } from '../../store/viewer.ts'
import { serviceIn } from '../accounts/mail-text.ts'
import { causeIn } from '../accounts/outgoing-mail.ts'
import { prismaPage } from '../pages.ts'
import { person } from '../person.ts'
import { favoritesAmong } from './acquaintance.ts'
import { granted } from './granted-rights.ts'
import { invitationMail, newInvitationToken } from './invitation-mail.ts'
import { addMembers, decline, invitationWaiting, join, memberFields, waiting } from './members.ts'

/**
 * The person with that address; throws NOT_FOUND unless the caller may invite them. An unknown
 * address is looked up among favorites and companions too, as user 0, so that it takes as long as a
 * stranger's.
 */
async function inviteeOf({ tx }: HeldContext, caller: KeyHolder, email: string) {
  const found = await tx.user.findUnique({ where: { email }, select: person })
  const id = found?.id ?? 0
  const isFavorite = (await favoritesAmong(tx, caller, [id])).length > 0
  const isCompanion = (await companionsAmong(tx, caller, [id], caller.narrowing?.trips)).length > 0
  if (!found || !(id === caller.id || isFavorite || isCompanion)) fail('NOT_FOUND')
  return { ...found, isFavorite }
}

async function invite(_: unknown, { input }: MutationInviteArgs, context: HeldContext) {
  const { tripId, invitedUserEmail, permissions } = input
  const { tx } = context
  const caller = account(context)
  const { id, name: inviterName } = caller
  const { isFavorite, ...invitee } = await inviteeOf(context, caller, invitedUserEmail)
  if (invitee.id === id) return { success: true }
  const inviter = await tx.member.findUniqueOrThrow({
    where: { tripId_userId: { tripId, userId: id } },
    select: { ...memberFields, trip: { select: { name: true } } },
  })
  const token = newInvitationToken()
  const open = isFavorite ? {} : { invitationHash: sha256(token), invitedBy: id }
  const rights = granted(permissions, narrowed(caller, inviter))
  const row = { tripId, userId: invitee.id, joined: isFavorite, ...open, ...rights }
  const [made] = await addMembers(tx, [row])
  if (made && !made.joined) {
    const { email: to, name } = invitee
    const mail = { to, name, inviterName, tripName: inviter.trip.name, token }
    const drafts = [invitationMail({ ...mail, ...serviceIn(context.config) })]
    await writeMails(context.db, drafts, causeIn(context))
    context.mailWaits()
  }
  return { success: true }
}

/** The invitations awaiting the caller's answer, newest first. */
function invitations(_: unknown, args: PageArgs, context: Context) {
  const { member } = context.db.prisma
  const { id: userId, narrowing } = account(context)
  const among = narrowing?.trips
  return prismaPage(args, member, {
    where: waiting({ userId, ...(among && { tripId: { in: [...among] } }) }),
    orderBy: [{ createdAt: 'desc' }, { tripId: 'desc' }],
    select: { tripId: true, createdAt: true },
  })
}

/** The invitation with this mailed token, for the page that answers it. */
async function mailedInvitation(
  _: unknown,
  { token }: QueryMailedInvitationArgs,
  { db: { prisma } }: Context,
) {
  return (await invitationWaiting(prisma, sha256(token))) ?? fail('NOT_FOUND')
}

/** Joins the trip; does nothing for members. */
async function acceptInvitation(
  _: unknown,
  { tripId }: { tripId: number },
  context: HeldContext,
  info: GraphQLResolveInfo,
) {
  await join(context.tx, { tripId, userId: account(context).id })
  return readTrip(context, tripId, selected(info))
}

async function declineInvitation(_: unknown, { tripId }: { tripId: number }, context: HeldContext) {
  return (await decline(context.tx, { tripId, userId: account(context).id })) || fail('NOT_FOUND')
}

/** Answers with the mailed token, which works only once: the write uses it up. */
async function answerInvitation(
  _: unknown,
  { input: { token, accept } }: MutationAnswerInvitationArgs,
  { db: { prisma } }: Context,
) {
  const answer = accept ? join : decline
  const isUsed = await answer(prisma, { invitationHash: sha256(token) })
  if (!isUsed) refuse('token', 'Invalid value')
  return { detail: accept ? 'You have joined the trip.' : 'You have declined the invitation.' }
}

export const invitationResolvers = {
  Query: { invitations, mailedInvitation },
  Mutation: { invite, acceptInvitation, declineInvitation, answerInvitation },
}
