/**
 * What a child takes along when it moves to another trip, and who may carry it (test/spec/12): a
 * move must not show, nor write, what a direct request could not. The rule asks with this SQL, and
 * the statement that moves carries it as its second lock.
 */
import { accessFrom, accessWhere, has } from './access.ts'
import type { ParentItem } from './parent-kinds.ts'

/** What an update says of money, read or not yet. */
export interface Money {
  price?: number | null
  currency?: string | null
}

/** Whether an update brings a price or a currency; one that clears them brings none. */
export const bringsMoney = ({ price = null, currency }: Money) =>
  price !== null || (currency ?? '').trim() !== ''

/** A currency alone is hidden as a price is, from whoever may not see expenses. */
const hasMoney = "(c.price is not null or c.currency <> '')"

/** Deleted ones count: they can be restored wherever the child lies by then. */
const hasPapers = (kind: ParentItem) => `(exists (select from document d where d.${kind}_id = c.id)
  or exists (select from email e where e.${kind}_id = c.id))`

/**
 * SQL: on each of the trips the viewer may edit, and change what the child `c` takes along: its
 * money, with what the update brings of it (a boolean), and its documents and emails.
 */
export function mayCarry(kind: ParentItem, trips: string, viewer: string, brings: string): string {
  return `(select count(*) from ${accessFrom}
    where m.trip_id = any (${trips}::int[]) and m.user_id = ${viewer} and ${accessWhere}
      and ${has('m', 'canEdit')}
      and (${has('m', 'canEditExpenses')} or not (${hasMoney} or ${brings}::boolean))
      and (${has('m', 'canEditDocuments')} or not ${hasPapers(kind)})
  ) = cardinality(${trips}::int[])`
}
