/**
 * What can be undeleted and by whom (test/spec/17-restore): a line for each kind. Whoever may edit
 * a thing may bring it back, a trip its owner alone; its children only while the trip itself is
 * there.
 */
import type { Prisma } from '../generated/prisma/client.ts'
import type { RestorableKind } from '../generated/types.ts'
import type { RestorableTable } from '../outside/database/locks/items.ts'
import { tripsWith } from './access.ts'
import { attachedWithin, unattached } from './parents.ts'
import type { Right } from './rights.ts'

type Tx = Prisma.TransactionClient

/** What is asked of the models of all kinds. */
interface Model {
  count(asked: { where: object }): Promise<number>
  updateMany(change: { where: object; data: { deletedAt: null } }): Promise<unknown>
}

/** Prisma: things of one kind, for an account at that moment. */
type Things = (userId: number, now: Date) => object
type InTrip = { tripId: number } | null

/** Where a thing lies: in a trip, or at an item of one. */
type Place = { tripId?: number | null } & {
  [Item in 'activity' | 'hosting' | 'transportation']?: InTrip
}

export interface Restorable {
  table: RestorableTable
  model: (tx: Tx) => Model
  place: (tx: Tx, id: number) => Promise<Place | null>
  /** The account knows of it; otherwise it is not found. */
  seen: Things
  /** The account may bring it back. */
  editable: Things
}

const select = { tripId: true } as const
const placed = {
  select: { ...select, activity: { select }, hosting: { select }, transportation: { select } },
}

/** A child of an active trip, for those who have the right on the trip. */
const within =
  (right?: Right): Things =>
  (userId, now) => ({ trip: tripsWith(userId, now, right) })
const child = { seen: within(), editable: within('canEdit') }

const joined = (userId: number, more = {}) => ({
  members: { some: { userId, joined: true, ...more } },
})
const attached = (userId: number, now: Date, right: Right) =>
  attachedWithin(tripsWith(userId, now, right))

export const restorables: Record<RestorableKind, Restorable> = {
  TRIP: {
    table: 'trip',
    model: (tx) => tx.trip,
    place: async (_tx, tripId) => ({ tripId }),
    seen: (userId) => joined(userId),
    // As deleting one (test/spec/06).
    editable: (userId) => joined(userId, { isOwner: true }),
  },
  HOSTING: {
    table: 'hosting',
    model: (tx) => tx.hosting,
    place: (tx, id) => tx.hosting.findUnique({ where: { id }, select }),
    ...child,
  },
  ACTIVITY: {
    table: 'activity',
    model: (tx) => tx.activity,
    place: (tx, id) => tx.activity.findUnique({ where: { id }, select }),
    ...child,
  },
  TRANSPORTATION: {
    table: 'transportation',
    model: (tx) => tx.transportation,
    place: (tx, id) => tx.transportation.findUnique({ where: { id }, select }),
    ...child,
  },
  EXPENSE: {
    table: 'expense',
    model: (tx) => tx.expense,
    place: (tx, id) => tx.expense.findUnique({ where: { id }, select }),
    // Whoever may not see expenses does not learn which exist.
    seen: within('canSeeExpenses'),
    editable: within('canEditExpenses'),
  },
  CATEGORY: {
    table: 'category',
    model: (tx) => tx.category,
    place: async () => null,
    // Others see a category only while it is not deleted (test/spec/08).
    seen: (userId) => {
      const memberships = { some: { joined: true, trip: { deletedAt: null, ...joined(userId) } } }
      return { OR: [{ ownerId: userId }, { deletedAt: null, owner: { memberships } }] }
    },
    editable: (ownerId) => ({ ownerId }),
  },
  DOCUMENT: {
    table: 'document',
    model: (tx) => tx.document,
    place: (tx, id) => tx.document.findUnique({ where: { id }, ...placed }),
    seen: (userId, now) => attached(userId, now, 'canSeeDocuments'),
    editable: (userId, now) => attached(userId, now, 'canEditDocuments'),
  },
  EMAIL: {
    table: 'email',
    model: (tx) => tx.email,
    place: (tx, id) => tx.email.findUnique({ where: { id }, ...placed }),
    seen: (ownerId, now) => ({ OR: [{ ownerId }, attached(ownerId, now, 'canSeeDocuments')] }),
    // Into the inbox, its owner alone.
    editable: (ownerId, now) => ({
      OR: [{ ownerId, ...unattached }, attached(ownerId, now, 'canEditDocuments')],
    }),
  },
}

/** The trip a thing is in, be they deleted or not. */
export async function tripOfThing(tx: Tx, { place }: Restorable, id: number) {
  const found = await place(tx, id)
  const { tripId, activity, hosting, transportation } = found ?? {}
  return tripId ?? (activity ?? hosting ?? transportation)?.tripId
}
