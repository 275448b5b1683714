/**
 * What emails are attached to, and who may do what to them there (test/spec/07): in their owner's
 * inbox, or on a trip or a live child of one.
 */
import type { Context } from '../context.ts'
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
