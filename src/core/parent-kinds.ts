/**
 * The names of the kinds of items, and the list of what emails and documents can be attached to. A
 * name is that of the table; with `_id`, of the column; with `Id`, of the argument and the field
 * (test/core/permissions/parents).
 */

/** Described in store/kinds.ts. */
export const itemNames = ['hosting', 'activity', 'transportation', 'expense'] as const
export type ItemName = (typeof itemNames)[number]

/** In order of precedence, if several are set. */
export const parentKinds = ['trip', 'activity', 'hosting', 'transportation'] as const
export type ParentKind = (typeof parentKinds)[number]

/** The itinerary items among them. */
export type ParentItem = Exclude<ParentKind, 'trip'>
export const parentItems = parentKinds.filter((kind): kind is ParentItem => kind !== 'trip')
export const isParentItem = (kind: string): kind is ParentItem =>
  parentItems.some((item) => item === kind)

/** A value for each of these kinds, by its key, such as `tripId`. */
export const keyedBy = <Kind extends ParentKind, Value>(
  kinds: readonly Kind[],
  of: (kind: Kind) => Value,
) =>
  Object.fromEntries(kinds.map((kind) => [`${kind}Id`, of(kind)])) as {
    [One in Kind as `${One}Id`]: Value
  }

/** Prisma: selects the ids of the items that a row is attached to. */
export const itemKeys = keyedBy(parentItems, () => true as const)
