/**
 * What a viewer may do on a trip: one statement, the base of every rule and filter
 * (test/permissions).
 */
import type { Database } from '../outside/database/database.ts'

/** The rights of an owner or joined member on an active trip. */
export interface Access {
  tripId: number
  isOwner: boolean
  canEdit: boolean
  canAddGuests: boolean
  canSeeExpenses: boolean
  canEditExpenses: boolean
  /** With the owner's Pro taken into account, as the next one. */
  canSeeDocuments: boolean
  canEditDocuments: boolean
}

export type Right = Exclude<keyof Access, 'tripId'>

/** The rights that no one gives who does not have them (test/spec/11.4). */
export const capabilities = [
  ...(['canEdit', 'canAddGuests', 'canSeeExpenses'] as const),
  ...(['canEditExpenses', 'canSeeDocuments', 'canEditDocuments'] as const),
]
export type Capability = (typeof capabilities)[number]

/** The permissions that everybody sets for themselves. */
export const ownChoices = ['isTravelling', 'receiveNotifications'] as const

/** SQL: the account `o` is Pro (test/permissions). */
export const isPro =
  '(o.is_premium and (o.premium_expiration_date is null or o.premium_expiration_date > now()))'

/** SQL: the columns of an access record, of member `m` on a trip of owner `o`. */
export const accessColumns = `m.trip_id as "tripId", m.is_owner as "isOwner",
  m.can_edit as "canEdit", m.can_add_guests as "canAddGuests",
  m.can_see_expenses as "canSeeExpenses", m.can_edit_expenses as "canEditExpenses",
  m.can_see_documents and ${isPro} as "canSeeDocuments",
  m.can_edit_documents and ${isPro} as "canEditDocuments"`

/** SQL: those of them that give access: joined, on an active trip. */
export const accessFrom =
  'member m join trip t on t.id = m.trip_id join account o on o.id = t.owner_id'
export const accessWhere = 'm.joined and t.deleted_at is null'

/**
 * SQL: two users have both joined an active trip, its owner among the members. It walks the trips
 * of the one who asks, and takes as long for a stranger with many as for no one (test/spec/11.2).
 */
export const sharesTrip = (asker: string, other: string) => `exists (
  select from member x join trip z on z.id = x.trip_id and z.deleted_at is null
  where x.user_id = ${asker} and x.joined
    and (select true from member y
      where y.trip_id = x.trip_id and y.user_id = ${other} and y.joined))`

const text = `select ${accessColumns} from ${accessFrom}
  where m.trip_id = any ($1::int[]) and m.user_id = $2 and ${accessWhere}`

/**
 * The access of a user to those of the trips that exist, are active, and that the user has joined.
 */
export function loadAccess(
  db: Pick<Database, 'query'>,
  userId: number,
  tripIds: readonly number[],
): Promise<Access[]> {
  return db.query<Access>({ text, values: [tripIds, userId], isPrepared: true })
}
