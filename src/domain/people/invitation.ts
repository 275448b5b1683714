/** Invitations to a trip: made, listed, accepted and declined (test/spec/11.2, 17-invitations). */
import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../../context.ts'
import { Conflict, fail, refuse } from '../../errors.ts'
import type {
  MutationAnswerInvitationArgs,
  MutationInviteArgs,
  QueryInvitationsArgs,
} from '../../generated/types.ts'
import { sha256 } from '../../hashes.ts'
import { has, sharesTrip } from '../../permissions/access.ts'
import { causeIn, writeMails } from '../accounts/outgoing-mail.ts'
import { parameters, readPage } from '../hot-path/page.ts'
import { selected } from '../hot-path/selection.ts'
import { prepared, snakeKeys } from '../hot-path/sql.ts'
import { readTrip } from '../hot-path/trip.ts'
import { account } from '../hot-path/viewer.ts'
import { isFavorite } from './acquaintance.ts'
import { grantable, granted } from './granted.ts'
import { invitationMail, newInvitationToken } from './invitation-mail.ts'

interface Invited {
  /** The caller may invite here. */
  isOpen: boolean
  /** The invitee is the caller, or somebody the caller knows: all who have joined here are. */
  isFound: boolean
  /** An invitation was stored that waits for an answer. */
  waits: boolean
  email: string
  name: string
  tripName: string
}

/**
 * SQL: `$1` the trip, `$2` the caller, `$3` the address, `$4` the hash of the token, `$5` what is
 * to be granted, cut down to what the caller has. An unknown address is looked for on trips and
 * among favorites as well, as the user 0, so that its answer takes as long as for a stranger.
 */
const inviting = `with permitted as (
    select m.* from member m join trip t on t.id = m.trip_id
    where m.trip_id = $1 and m.user_id = $2 and m.joined and ${has('m', 'canAddGuests')}
      and t.deleted_at is null
    for share of m
  ), named as (
    select coalesce(a.id, 0) as id, a.email, a.name
    from (select) as one left join account a on a.email = $3
  ), invitee as materialized (
    select n.*, ${isFavorite('$2', 'n.id')} as favorite, ${sharesTrip('$2', 'n.id')} as companion
    from named n
  ), made as (
    insert into member (trip_id, user_id, joined, invitation_hash, is_travelling, ${grantable})
    select permitted.trip_id, i.id, i.favorite, case when not i.favorite then $4 end,
      r.is_travelling, ${grantable.map((right) => `r.${right} and permitted.${right}`)}
    from permitted, invitee i, json_populate_record(null::member, $5) r
    where (i.favorite or i.companion) and i.id <> $2
    on conflict (trip_id, user_id) do nothing returning joined
  )
  select exists (select from permitted) as "isOpen",
    exists (select from made where not joined) as waits,
    i.id = $2 or i.favorite or i.companion as "isFound", i.email, i.name,
    (select name from trip where id = $1) as "tripName"
  from invitee i`

async function invite(_: unknown, { input }: MutationInviteArgs, context: Context) {
  const { tripId, invitedUserEmail, permissions } = input
  const { id, name: inviterName } = account(context)
  const token = newInvitationToken()
  const rights = snakeKeys(granted(permissions))
  const values = [tripId, id, invitedUserEmail, sha256(token), rights]
  const found = await context.db.transaction(async (tx) => {
    const [row] = await tx.query<Invited>(prepared(inviting, values))
    if (row?.waits) {
      const { email: to, name, tripName } = row
      const baseUrl = context.config.publicUrl
      const mail = invitationMail({ to, name, inviterName, tripName, token, baseUrl })
      await writeMails(tx, [mail], causeIn(context))
    }
    return row
  })
  if (!found?.isOpen) throw new Conflict()
  if (!found.isFound) fail('NOT_FOUND')
  if (found.waits) context.mailWaits()
  return { success: true }
}

function invitations(_: unknown, args: QueryInvitationsArgs, context: Context) {
  const { values, bind } = parameters()
  const listing = {
    columns: 'm.trip_id as id, m.trip_id as "tripId", m.created_at as "createdAt"',
    from: 'member m join trip t on t.id = m.trip_id',
    where: `m.user_id = ${bind(account(context).id)} and not m.joined and t.deleted_at is null`,
    order: '"createdAt" desc, id desc',
    values,
  }
  return readPage(context, 0, listing, args)
}

/** SQL: the memberships `m` that an answer changes, on active trips. */
const open = (mine: string) => `m.trip_id = t.id and t.deleted_at is null and not m.joined ${mine}`
const own = 'and m.trip_id = $1 and m.user_id = $2'
const mailed = 'and m.invitation_hash = $1'

const accepting = (mine: string) => `update member m set joined = true, invitation_hash = null
  from trip t where ${open(mine)} returning m.trip_id`
const declining = (mine: string) =>
  `delete from member m using trip t where ${open(mine)} returning m.trip_id`

/** Joins; who has joined already stays as they are. */
async function acceptInvitation(
  _: unknown,
  { tripId }: { tripId: number },
  context: Context,
  info: GraphQLResolveInfo,
) {
  await context.db.query(prepared(accepting(own), [tripId, account(context).id]))
  return readTrip(context, tripId, selected(info))
}

async function declineInvitation(_: unknown, { tripId }: { tripId: number }, context: Context) {
  const rows = await context.db.query(prepared(declining(own), [tripId, account(context).id]))
  return rows.length > 0 || fail('NOT_FOUND')
}

/** Answers by the token of the mail, which works once: whoever changes the row has used it. */
async function answerInvitation(
  _: unknown,
  { input: { token, accept } }: MutationAnswerInvitationArgs,
  { db }: Context,
) {
  const text = accept ? accepting(mailed) : declining(mailed)
  const rows = await db.query(prepared(text, [sha256(token)]))
  if (rows.length === 0) refuse('token', 'Invalid value')
  return { detail: accept ? 'You have joined the trip.' : 'You have declined the invitation.' }
}

export const invitationResolvers = {
  Query: { invitations },
  Mutation: { invite, acceptInvitation, declineInvitation, answerInvitation },
}
