/**
 * What can be undeleted and by whom (test/spec/17-restore): a line for each kind. Whoever may edit
 * a thing may bring it back, a trip its owner alone; its children only while the trip itself is
 * there.
 */
import type { Context } from '../context.ts'
import { has, sharesTrip } from './access.ts'
import { restorableEmail } from './attached-emails.ts'
import { restorableDocument } from './parents.ts'
import type { Right } from './rights.ts'

/** One kind in SQL, where `u` is the account that acts and `c` the thing. */
export interface Restorable {
  table: string
  /** What joins the account to the thing. */
  from: string
  /** The account knows of the thing; otherwise it is not found. */
  sees: string
  may: string
  /** What the right rests on, held until the statement is done. */
  held?: string
}

/** The thing too, because one that is restored, moved and deleted meanwhile lies elsewhere. */
const membershipAndRow = 'for share of m for no key update of c'

/** A child of an active trip, for those who have the right on the trip. */
function inTrip(table: string, right: Right, sees = 'true'): Restorable {
  return {
    table,
    from: `account u join member m on m.user_id = u.id and m.joined
      join trip t on t.id = m.trip_id and t.deleted_at is null
      join ${table} c on c.trip_id = t.id`,
    sees,
    may: has('m', right),
    held: membershipAndRow,
  }
}

export const restorables = {
  TRIP: {
    table: 'trip',
    from: `account u join member m on m.user_id = u.id and m.joined
      join trip c on c.id = m.trip_id`,
    sees: 'true',
    // As deleting one (test/spec/06).
    may: has('m', 'isOwner'),
    held: membershipAndRow,
  },
  HOSTING: inTrip('hosting', 'canEdit'),
  ACTIVITY: inTrip('activity', 'canEdit'),
  TRANSPORTATION: inTrip('transportation', 'canEdit'),
  // Whoever may not see expenses does not learn which exist.
  EXPENSE: inTrip('expense', 'canEditExpenses', has('m', 'canSeeExpenses')),
  // Others see a category only while it is not deleted (test/spec/08).
  CATEGORY: {
    table: 'category',
    from: 'account u cross join category c',
    sees: `(c.owner_id = u.id or c.deleted_at is null and ${sharesTrip('u.id', 'c.owner_id')})`,
    may: 'c.owner_id = u.id',
  },
  DOCUMENT: restorableDocument,
  EMAIL: restorableEmail,
} satisfies Record<string, Restorable>

export interface Asked {
  kind: keyof typeof restorables
  id: number
  /** The address of the account an operator acts for. */
  as?: string | null
}

/** The account that acts: its column, and the value there. No account has the id 0. */
export function actor({ viewer }: Context, { as }: Asked): { column: string; value: unknown } {
  if (viewer.kind !== 'operator') {
    return { column: 'id', value: viewer.kind === 'user' ? viewer.user.id : 0 }
  }
  return { column: 'email', value: (as ?? '').trim().toLowerCase() }
}

/** Whether the account that acts may restore; null where it does not know of such a thing. */
export async function mayRestore(context: Context, asked: Asked): Promise<boolean | null> {
  const { from, sees, may }: Restorable = restorables[asked.kind]
  const { column, value } = actor(context, asked)
  const text = `select ${may} as may from ${from} where u.${column} = $1 and c.id = $2 and ${sees}`
  const values = [value, asked.id]
  const [row] = await context.db.query<{ may: boolean }>({ text, values, isPrepared: true })
  return row?.may ?? null
}
