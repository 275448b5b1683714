/** The four itinerary kinds, a descriptor line each; itinerary-*.ts does all they do. */
import { Prisma } from '../../generated/prisma/client.ts'
import { type ParentItem, parentItems } from '../../permissions/parent-kinds.ts'
import type { Right } from '../../permissions/rights.ts'

export interface Kind {
  /** The noun, which is also the table. */
  readonly name: 'hosting' | 'activity' | 'transportation' | 'expense'
  type: 'Hosting' | 'Activity' | 'Transportation' | 'Expense'
  plural: 'hostings' | 'activities' | 'transportations' | 'expenses'
  /** Every stored field, in camelCase. */
  fields: ReadonlySet<string>
  /** The right that writing one needs. */
  writes: Right
  /** The field that lists can be filtered by exactly. */
  filter?: 'activityType' | 'transportationType'
}

/** What PostgreSQL computes for filing is no one's to ask for. */
const fields = (scalars: Record<string, string>) =>
  new Set(Object.keys(scalars).filter((name) => name !== 'reservationCodes'))

export const hosting: Kind = {
  name: 'hosting',
  type: 'Hosting',
  plural: 'hostings',
  fields: fields(Prisma.HostingScalarFieldEnum),
  writes: 'canEdit',
}
export const activity: Kind = {
  name: 'activity',
  type: 'Activity',
  plural: 'activities',
  fields: fields(Prisma.ActivityScalarFieldEnum),
  writes: 'canEdit',
  filter: 'activityType',
}
export const transportation: Kind = {
  name: 'transportation',
  type: 'Transportation',
  plural: 'transportations',
  fields: fields(Prisma.TransportationScalarFieldEnum),
  writes: 'canEdit',
  filter: 'transportationType',
}
export const expense: Kind = {
  name: 'expense',
  type: 'Expense',
  plural: 'expenses',
  fields: fields(Prisma.ExpenseScalarFieldEnum),
  writes: 'canEditExpenses',
}

export const kinds: readonly Kind[] = [hosting, activity, transportation, expense]

/** Those that emails and documents are attached to. */
export type ParentItemKind = Kind & { readonly name: ParentItem }
export const parentItemKinds = kinds.filter((kind): kind is ParentItemKind =>
  parentItems.some((name) => name === kind.name),
)
