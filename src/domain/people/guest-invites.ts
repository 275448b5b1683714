/** The guests of a new trip: who joins with it, and who is invited to it (test/spec/06.2). */
import type { Context } from '../../context.ts'
import type { GuestInviteInput } from '../../generated/types.ts'
import { sha256 } from '../../hashes.ts'
import { account } from '../hot-path/viewer.ts'
import { isKnownGuest } from './acquaintance.ts'
import { guest } from './collaborator.ts'
import { grantable, granted } from './granted.ts'
import { invitationMail, newInvitationToken } from './invitation-mail.ts'

/** A person to be invited, as a row of `member` with the token that their mail will hold. */
export interface Guest {
  userId: number
  token: string
  row: Record<string, unknown>
}

/** Those to be invited: the caller and repeats are skipped, and ids that no one can have. */
export function guestsAmong(invites: readonly GuestInviteInput[], { viewer }: Context): Guest[] {
  const caller = account({ viewer }).id
  const guests = new Map<number, Guest>()
  for (const { userId = 0, permissions } of invites) {
    if (userId <= 0 || userId === caller || guests.has(userId)) continue
    const token = newInvitationToken()
    const row = { user_id: userId, invitation_hash: sha256(token), ...granted(permissions) }
    guests.set(userId, { userId, token, row })
  }
  return [...guests.values()]
}

/** The value of `guests` in `joining`. */
export const guestRows = (guests: readonly Guest[]) => JSON.stringify(guests.map(({ row }) => row))

/**
 * SQL: makes the members of the new trip `t`, whose owner has every right, and knows some of them.
 * Unknown ids find no account.
 */
export const joining = (owner: string, guests: string) => `made as (
  insert into member (trip_id, user_id, joined, invitation_hash, is_travelling, ${grantable})
  select t.id, a.id, known, case when not known then g.invitation_hash end, g.is_travelling,
    ${grantable.map((right) => `g.${right}`)}
  from t, json_populate_recordset(null::member, ${guests}) g join account a on a.id = g.user_id
    cross join lateral (select ${isKnownGuest(owner, 'a.id')} as known) acquaintance
  returning *)`

/** SQL: the people on the new trip as its readers will see them, and those to be written to. */
export const newPeople = {
  columns: 'people."collaboratorsCount", people.guests, people.invited',
  join: `cross join lateral (
    select 1 + count(*) filter (where m.joined)::int as "collaboratorsCount",
      coalesce(json_agg(${guest} order by m.user_id) filter (where m.joined), '[]') as guests,
      coalesce(json_agg(json_build_object('userId', a.id, 'to', a.email, 'name', a.name))
        filter (where not m.joined), '[]') as invited
    from made m join account a on a.id = m.user_id) people`,
}

/** One of `invited`. */
export interface Invitee {
  userId: number
  to: string
  name: string
}

/** The mails to those who are invited; no more of them than one account may cause. */
export function guestMails(
  invited: readonly Invitee[],
  guests: readonly Guest[],
  tripName: string,
  context: Context,
) {
  const tokens = new Map(guests.map(({ userId, token }) => [userId, token]))
  const { name: inviterName } = account(context)
  const { publicUrl: baseUrl, mailLimits } = context.config
  return invited.slice(0, mailLimits.account.most || undefined).map(({ userId, to, name }) => {
    const token = tokens.get(userId) as string
    return invitationMail({ to, name, inviterName, tripName, token, baseUrl })
  })
}
