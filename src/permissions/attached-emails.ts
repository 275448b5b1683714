/**
 * What emails are attached to, and who may do what to them there (test/spec/07): in their owner's
 * inbox, or on a trip or a live child of one.
 */
import type { Context } from '../context.ts'
import { has } from './access.ts'
import { parentsCount, withParent } from './parents.ts'

/** SQL: the email `d` of `withParent` is attached to anything, be it live or deleted. */
export const isAttached = `${parentsCount('d')} > 0`

export interface EmailState {
  isOwn: boolean
  isDeleted: boolean
  isAttached: boolean
  /** The trip it lies in; null where its parent is deleted, and in the inbox. */
  tripId: number | null
}

/** How an email stands; undefined where there is none, deleted or not. */
export async function stateOfEmail(
  { db }: Context,
  id: number,
  viewerId: number,
): Promise<EmailState | undefined> {
  const text = `select d.owner_id = $2 as "isOwn", d.deleted_at is not null as "isDeleted",
      ${isAttached} as "isAttached", parent.trip_id as "tripId"
    from ${withParent('email')} where d.id = $1`
  const values = [id, viewerId]
  const [row] = await db.query<EmailState>({ text, values, isPrepared: true })
  return row
}

/**
 * SQL for undeleting, where `u` is the account that acts and `c` the email: whoever may change the
 * emails of a live parent may bring one back there, the owner alone one into the inbox. The
 * membership is held until the statement is done.
 */
export const restorableEmail = {
  table: 'email',
  from: `account u cross join (
      select d.id, d.owner_id, ${isAttached} as attached, parent.trip_id as trip_id
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
