/**
 * What can be restored, and by whom (test/spec/17-restore), one line per kind. Editors of an object
 * may restore it, except that a trip needs its owner, and children need their trip to exist.
 */

import type { RestorableKind } from '../../generated/types.ts'
import type { Tx } from '../../outside/database/database.ts'
import { joinedBy, sharesTripWith, tripsWith } from '../access.ts'
import { isPart, type KeyHolder } from '../narrowing.ts'
import { type ParentItem, parentItems } from '../parent-kinds.ts'
import type { Right } from '../rights.ts'
import { attachedWithin, type ParentArgs, parentKeys, parentsNamed, unattached } from './parents.ts'

/** The methods that all models share. */
interface Model {
  findUnique(asked: { where: { id: number }; select: object }): Promise<ParentArgs | null>
  count(asked: { where: object }): Promise<number>
  updateMany(change: { where: object; data: { deletedAt: null } }): Promise<{ count: number }>
}

type RowTable = Lowercase<RestorableKind>

/** Prisma: a condition on objects of one kind, for an account at a moment. */
type ObjectFilter = (actor: KeyHolder, now: Date) => object

interface Restorable {
  table: RowTable
  /** The objects that the account sees; others are not found. */
  seen: ObjectFilter
  /** The objects that the account may restore. */
  editable: ObjectFilter
}

/** A child of an active trip on which the account has the right. */
const within =
  (right?: Right): ObjectFilter =>
  (actor, now) => ({ trip: tripsWith(actor, now, right) })
const child = (table: ParentItem): Restorable => ({
  table,
  seen: within(),
  editable: within('canEdit'),
})

const attached = (actor: KeyHolder, now: Date, right: Right) =>
  attachedWithin(tripsWith(actor, now, right))

/** Prisma: the account's own objects; none for a key that is a part of the account. */
const own = (actor: KeyHolder) => (isPart(actor) ? { id: { in: [] } } : { ownerId: actor.id })

const children = Object.fromEntries(
  parentItems.map((kind) => [kind.toUpperCase(), child(kind)]),
) as Record<Uppercase<ParentItem>, Restorable>

export const restorables: Record<RestorableKind, Restorable> = {
  TRIP: {
    table: 'trip',
    seen: (actor) => joinedBy(actor),
    // The same right as for deleting one (test/spec/06).
    editable: (actor) => joinedBy(actor, 'isOwner'),
  },
  ...children,
  EXPENSE: {
    table: 'expense',
    // Without this right it is hidden which expenses exist.
    seen: within('canSeeExpenses'),
    editable: within('canEditExpenses'),
  },
  CATEGORY: {
    table: 'category',
    // Others see a category only while it is active (test/spec/08).
    seen: (actor) => ({
      OR: [own(actor), { deletedAt: null, owner: sharesTripWith(actor) }],
    }),
    editable: own,
  },
  DOCUMENT: {
    table: 'document',
    seen: (actor, now) => attached(actor, now, 'canSeeDocuments'),
    editable: (actor, now) => attached(actor, now, 'canEditDocuments'),
  },
  EMAIL: {
    table: 'email',
    seen: (actor, now) => ({ OR: [own(actor), attached(actor, now, 'canSeeDocuments')] }),
    // Only the owner may restore into the inbox.
    editable: (actor, now) => ({
      OR: [{ AND: [own(actor), unattached] }, attached(actor, now, 'canEditDocuments')],
    }),
  },
}

export const modelOf = (tx: Tx, table: RowTable): Model => tx[table]

/** The trip that an object is or belongs to, even if deleted; undefined for a category. */
export async function tripOfObject(
  tx: Tx,
  table: RowTable,
  id: number,
): Promise<number | undefined> {
  if (table === 'trip') return id
  if (table === 'category') return undefined
  const isAttached = table === 'document' || table === 'email'
  const select = isAttached ? parentKeys : { tripId: true }
  const [parent] = parentsNamed(
    (await modelOf(tx, table).findUnique({ where: { id }, select })) ?? {},
  )
  return parent && tripOfObject(tx, parent.kind, parent.id)
}
