/**
 * SQL: who may carry what a child takes along when it moves to another trip (test/spec/12). The
 * second lock of the statement that moves; the rule asks the same by Prisma
 * (permissions/rules-of-moves.ts).
 */
import { accessFrom, accessWhere, has } from '../../permissions/access.ts'
import type { ParentItem } from '../../permissions/parent-kinds.ts'

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
