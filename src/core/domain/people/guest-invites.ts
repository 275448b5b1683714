/** The guests of a new trip: some join it at once, others are invited (test/spec/06.2). */

import { sha256 } from '../../../base/hashes.ts'
import type { GuestInviteInput, GuestPermissionsInput } from '../../../generated/types.ts'
import type { Store } from '../../../outside/database/database.ts'
import { writeMails } from '../../../outside/mail/outgoing.ts'
import type { Context } from '../../context.ts'
import { account } from '../../store/viewer.ts'
import { serviceIn } from '../accounts/mail-text.ts'
import { causeIn } from '../accounts/outgoing-mail.ts'
import { knownAmong, peopleById } from './acquaintance.ts'
import { granted } from './granted-rights.ts'
import { invitationMail, newInvitationToken } from './invitation-mail.ts'
import { addMembers } from './members.ts'

/** Guests by user id, with the permissions requested for them. */
export type Guests = ReadonlyMap<number, GuestPermissionsInput | undefined>

/** The guests to add, without the caller, repeats and impossible ids. */
export function guestsAmong(invites: readonly GuestInviteInput[], context: Context): Guests {
  const caller = account(context).id
  const guests = new Map<number, GuestPermissionsInput | undefined>()
  for (const { userId = 0, permissions } of invites) {
    if (userId <= 0 || userId === caller || guests.has(userId)) continue
    guests.set(userId, permissions)
  }
  return guests
}

/**
 * Adds guests to the viewer's new trip. People the viewer knows join; others are invited by mail,
 * within the limit on mails. Unknown ids are skipped. Returns the people on the trip, as its
 * readers will see them.
 */
export async function addGuests(
  tx: Store,
  trip: { id: number; name: string },
  guests: Guests,
  context: Context,
) {
  const { id: owner, name: inviterName } = account(context)
  const people = await peopleById(tx.prisma, [...guests.keys()])
  const known = new Set(await knownAmong(tx.prisma, { id: owner }, [...people.keys()]))
  const tokens = new Map<number, string>()
  const rows = [...people.keys()].map((userId) => {
    const token = newInvitationToken()
    tokens.set(userId, token)
    const joined = known.has(userId)
    const open = joined ? {} : { invitationHash: sha256(token), invitedBy: owner }
    return { tripId: trip.id, userId, joined, ...open, ...granted(guests.get(userId)) }
  })
  const members = (await addMembers(tx.prisma, rows)).flatMap((member) => {
    const found = people.get(member.userId)
    return found ? { ...member, ...found } : []
  })
  const { mailLimits } = context.config
  const service = serviceIn(context.config)
  const invited = members.filter(({ joined }) => !joined)
  const mails = invited.slice(0, mailLimits.account.max || undefined).map(({ id, ...to }) => {
    const token = tokens.get(id) as string
    const { name, email } = to
    return invitationMail({ to: email, name, inviterName, tripName: trip.name, token, ...service })
  })
  if (mails.length > 0) await writeMails(tx, mails, causeIn(context))
  const joined = members.filter((member) => member.joined).sort((a, b) => a.id - b.id)
  return { collaboratorsCount: 1 + joined.length, guests: joined }
}
