/**
 * The names of the kinds of items, and the one list of what emails and documents are attached to. A
 * word of it is the table and, with `_id`, the column, with `Id`, the argument and the field
 * (test/core/permissions/parents).
 */

/** Described in store/kinds.ts. */
export const itemNames = ['hosting', 'activity', 'transportation', 'expense'] as const
export type ItemName = (typeof itemNames)[number]

/** By precedence where several are named. */
export const parentKinds = ['trip', 'activity', 'hosting', 'transportation'] as const
export type ParentKind = (typeof parentKinds)[number]

/** The itinerary items among them. */
export type ParentItem = Exclude<ParentKind, 'trip'>
export const parentItems = parentKinds.filter((kind): kind is ParentItem => kind !== 'trip')

/** A value for each of these kinds, under the names of their keys. */
export const keyedBy = <Kind extends ParentKind, Value>(
  kinds: readonly Kind[],
  of: (kind: Kind) => Value,
) =>
  Object.fromEntries(kinds.map((kind) => [`${kind}Id`, of(kind)])) as {
    [One in Kind as `${One}Id`]: Value
  }

/** Prisma: selects the keys of the items that something is attached to. */
export const itemKeys = keyedBy(parentItems, () => true as const)
