/** What a viewer may do on a trip, and what is in one: the facts behind most rules. */
import type { Context } from '../../context.ts'
import { fail } from '../../errors.ts'
import type { Queryable } from '../../outside/database/database.ts'
import { type Access, accessColumns, accessFrom, accessWhere } from '../../permissions/access.ts'
import { prepared } from './sql.ts'

const accessText = `select ${accessColumns} from ${accessFrom}
  where m.trip_id = any ($1::int[]) and m.user_id = $2 and ${accessWhere}`

/**
 * The access of a user to those of the trips that exist, are active, and that the user has joined.
 * The memberships are held until the transaction ends where `isHeld` says so.
 */
export function loadAccess(
  db: Queryable,
  userId: number,
  tripIds: readonly number[],
  isHeld = false,
): Promise<Access[]> {
  const text = isHeld ? `${accessText} order by m.trip_id for share of m` : accessText
  return db.query<Access>(prepared(text, [tripIds, userId]))
}

/** The access record, which the permission table has already asked for. */
export async function accessTo(context: Context, tripId: number): Promise<Access> {
  return (await context.access(tripId)) ?? fail('NOT_FOUND')
}

/**
 * Whether a live child is in a trip. It can be neither moved nor deleted until the transaction ends
 * where `isHeld` says so.
 */
export async function isChild(
  db: Queryable,
  { kind, tripId, id }: { kind: string; tripId: number; id: number },
  isHeld = false,
): Promise<boolean> {
  const text = `select id from ${kind} where id = $1 and trip_id = $2 and deleted_at is null
    ${isHeld ? 'for share' : ''}`
  return (await db.query(prepared(text, [id, tripId]))).length > 0
}
