/** The kinds of rows that are read and written here, a line each: trips, and the items in them. */
import { type ParentItem, parentItems } from '../parent-kinds.ts'
import type { Right } from '../rights.ts'

type ItemName = 'hosting' | 'activity' | 'transportation' | 'expense'

/** What reads and writes know of a kind. */
export interface Stored<Name extends ItemName | 'trip' = ItemName | 'trip'> {
  /** The noun, which is also the table. */
  readonly name: Name
  /** The rights that changing and deleting one need. */
  writes: Right
  deletes: Right
}

/** One of the four kinds of items. */
export interface Kind extends Stored<ItemName> {
  type: 'Hosting' | 'Activity' | 'Transportation' | 'Expense'
  plural: 'hostings' | 'activities' | 'transportations' | 'expenses'
  /** The field that lists can be filtered by exactly. */
  filter?: 'activityType' | 'transportationType'
}

const edited = { writes: 'canEdit', deletes: 'canEdit' } as const
const spent = { writes: 'canEditExpenses', deletes: 'canEditExpenses' } as const

export const trip: Stored<'trip'> = { name: 'trip', writes: 'canEdit', deletes: 'isOwner' }
export const hosting: Kind = { name: 'hosting', type: 'Hosting', plural: 'hostings', ...edited }
export const activity: Kind = {
  ...{ name: 'activity', type: 'Activity', plural: 'activities', filter: 'activityType' },
  ...edited,
}
export const transportation: Kind = {
  ...{ name: 'transportation', type: 'Transportation', plural: 'transportations' },
  ...{ filter: 'transportationType', ...edited },
}
export const expense: Kind = { name: 'expense', type: 'Expense', plural: 'expenses', ...spent }

export const kinds: readonly Kind[] = [hosting, activity, transportation, expense]

/** SQL: the column of a row `c` that identifies the trip it is, or is in. */
export const tripOf = ({ name }: Stored) => (name === 'trip' ? 'c.id' : 'c.trip_id')

/** Those that emails and documents are attached to. */
export type ParentItemKind = Kind & { readonly name: ParentItem }
export const parentItemKinds = kinds.filter((kind): kind is ParentItemKind =>
  parentItems.some((name) => name === kind.name),
)
