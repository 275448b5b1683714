/**
 * What emails are attached to, and who may do what to them there (test/spec/07): in their owner's
 * inbox, or on a trip or a live child of one.
 */
import type { Context } from '../context.ts'
import { has, tripsWith } from './access.ts'
import {
  attachedWithin,
  type Parent,
  parentsCount,
  parentsNamed,
  unattached,
  withParent,
} from './parents.ts'

export interface EmailState {
  isOwn: boolean
  isDeleted: boolean
  /** What it is attached to, be that live or deleted; nothing in the inbox. */
  parent: Parent | undefined
}

/** How an email stands; null where there is none, deleted or not. */
export async function stateOfEmail(
  { db }: Context,
  id: number,
  viewerId: number,
): Promise<EmailState | null> {
  const keys = { tripId: true, activityId: true, hostingId: true, transportationId: true }
  const select = { ownerId: true, deletedAt: true, ...keys }
  const email = await db.prisma.email.findUnique({ where: { id }, select })
  if (!email) return null
  const { ownerId, deletedAt, ...parents } = email
  const [parent] = parentsNamed(parents)
  return { isOwn: ownerId === viewerId, isDeleted: deletedAt !== null, parent }
}

/** Prisma: active emails that their owner sees: in the inbox, or where they lie. */
export function emailsSeen(ownerId: number, now: Date) {
  const attached = attachedWithin(tripsWith(ownerId, now, 'canSeeDocuments'))
  return { ownerId, deletedAt: null, OR: [unattached, attached] }
}

/**
 * SQL for undeleting, where `u` is the account that acts and `c` the email: whoever may change the
 * emails of a live parent may bring one back there, the owner alone one into the inbox. The
 * membership is held until the statement is done.
 */
export const restorableEmail = {
  table: 'email',
  from: `account u cross join (
      select d.id, d.owner_id, ${parentsCount('d')} > 0 as attached, parent.trip_id as trip_id
      from ${withParent('email')}) c
    left join lateral (
      select ${has('m', 'canSeeDocuments')} as sees, ${has('m', 'canEditDocuments')} as changes
      from member m join trip t on t.id = m.trip_id and t.deleted_at is null
      join account o on o.id = t.owner_id
      where m.trip_id = c.trip_id and m.user_id = u.id and m.joined for share of m) m on true`,
  sees: '(c.owner_id = u.id or coalesce(m.sees, false))',
  may: `(case when c.attached then coalesce(m.changes, false)
    else c.owner_id = u.id end)`,
}
