/** The kinds of rows that are read and written here, a line each: trips, and the items in them. */
import { type ParentItem, parentItems } from '../../permissions/parent-kinds.ts'
import type { Right } from '../../permissions/rights.ts'
import { fieldsOf } from './rows.ts'

type ItemName = 'hosting' | 'activity' | 'transportation' | 'expense'

/** What reads and writes know of a kind. */
export interface Stored<Name extends ItemName | 'trip' = ItemName | 'trip'> {
  /** The noun, which is also the table. */
  readonly name: Name
  /** What is read of each row, whatever is asked. */
  keys: readonly ('id' | 'ownerId' | 'tripId')[]
  /** The column that says which trip it is, or is in. */
  tripKey: 'id' | 'trip_id'
  /** The rights that changing and deleting one need. */
  writes: Right
  deletes: Right
}

export const trip: Stored<'trip'> = {
  ...{ name: 'trip', keys: ['id', 'ownerId'], tripKey: 'id' },
  ...{ writes: 'canEdit', deletes: 'isOwner' },
}

/** One of the four kinds of items. */
export interface Kind extends Stored<ItemName> {
  type: 'Hosting' | 'Activity' | 'Transportation' | 'Expense'
  plural: 'hostings' | 'activities' | 'transportations' | 'expenses'
  /** Every stored field, in camelCase. */
  fields: ReadonlySet<string>
  /** The field that lists can be filtered by exactly. */
  filter?: 'activityType' | 'transportationType'
}

function kind(
  { name, ...words }: Pick<Kind, 'name' | 'type' | 'plural' | 'filter'>,
  right: Right = 'canEdit',
): Kind {
  // What PostgreSQL computes for filing is no one's to ask for.
  const fields = Object.keys(fieldsOf(name)).filter((field) => field !== 'reservationCodes')
  return {
    ...{ name, ...words, fields: new Set(fields), keys: ['id', 'tripId'], tripKey: 'trip_id' },
    ...{ writes: right, deletes: right },
  }
}

export const hosting = kind({ name: 'hosting', type: 'Hosting', plural: 'hostings' })
export const activity = kind({
  ...{ name: 'activity', type: 'Activity', plural: 'activities', filter: 'activityType' },
})
export const transportation = kind({
  ...{ name: 'transportation', type: 'Transportation', plural: 'transportations' },
  filter: 'transportationType',
})
export const expense = kind(
  { name: 'expense', type: 'Expense', plural: 'expenses' },
  'canEditExpenses',
)

export const kinds: readonly Kind[] = [hosting, activity, transportation, expense]

/** Those that emails and documents are attached to. */
export type ParentItemKind = Kind & { readonly name: ParentItem }
export const parentItemKinds = kinds.filter((kind): kind is ParentItemKind =>
  parentItems.some((name) => name === kind.name),
)
