/** The access of viewers to trips, and the items in a trip: the facts behind most rules. */
import type { Queryable } from '../../outside/database/database.ts'
import { type Access, accessFrom, accessWhere, has } from '../access.ts'
import { includesTrip, type KeyHolder, lacks } from '../narrowing.ts'
import { type Right, rights } from '../rights.ts'
import { both, type Columns, fields, prepared, rowsOf, short, typed } from './rows.ts'

const allowed = rights.map(({ name }) => `${has('m', name)} as "${name}"`).join(', ')
/** SQL: the columns of an access record, for the member `m` and the trip owner `o`. */
export const accessColumns: Columns<Access> = both(
  fields('member', 'm', ['tripId']),
  typed<Record<Right, boolean>>(allowed),
)

/**
 * A user's access to these trips, as far as they are active and joined. With `isHeld`, locks the
 * memberships until the transaction ends.
 */
export function loadAccess(
  db: Queryable,
  userId: number,
  tripIds: readonly number[],
  isHeld = false,
): Promise<Access[]> {
  const text = (columns: string) => `select ${columns} from ${accessFrom}
    where m.trip_id = any ($1::int[]) and m.user_id = $2 and ${accessWhere}
    ${isHeld ? 'order by m.trip_id for share of m' : ''}`
  return rowsOf(isHeld ? db : short(db), accessColumns, text, [tripIds, userId])
}

/**
 * SQL: the beginning of every write within a trip. `permitted` contains the trips on which the user
 * has all these rights, by the same definition as for the rules. Their memberships stay locked
 * until the transaction ends, so a member who loses a right has written before or does not write.
 * `also` is a further condition; `columns` are those of the trip `t` and the member `m` to read.
 */
export function permitting(
  rights: readonly Right[],
  trips: string,
  user: string,
  { also = '', columns = '' }: { also?: string; columns?: string } = {},
): string {
  return `permitted as (
    select t.id, t.timezone${columns && `, ${columns}`} from ${accessFrom}
    where m.trip_id = any (${trips}::int[]) and m.user_id = ${user} and ${accessWhere}
      ${rights.map((right) => `and ${has('m', right)}`).join(' ')} ${also && `and ${also}`}
    for share of m)`
}

/** The trips on which the actor's key withholds none of these rights. */
export function tripsLeft(
  actor: KeyHolder,
  rights: readonly Right[],
  trips: readonly number[],
): readonly number[] {
  if (!actor.narrowing) return trips
  if (rights.some((right) => lacks(actor, right))) return []
  return trips.filter((id) => includesTrip(actor, id))
}

/** The lock on a child: against moves and deletes, or for a write of the child. */
export type ChildLock = 'share' | 'no key update'

/** Whether an active child is in a trip. A lock is kept until the transaction ends. */
export async function isChild(
  db: Queryable,
  { kind, tripId, id }: { kind: string; tripId: number; id: number },
  lock?: ChildLock,
): Promise<boolean> {
  const text = `select from ${kind} c where c.id = $1 and c.trip_id = $2
    and c.deleted_at is null ${lock ? `for ${lock}` : ''}`
  return (await db.query(prepared(text, [id, tripId]))).length > 0
}
