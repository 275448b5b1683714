/**
 * What a child takes along when it moves to another trip, and who may carry it, as SQL (contract
 * 12.3): a move must not show, nor write, what a direct request could not. The rule asks with these
 * words, and the statement that moves carries them as its second lock.
 */
import { accessFrom, accessWhere, isPro } from './access.ts'
import { rights } from './placed.ts'

export type Movable = 'hosting' | 'activity' | 'transportation'

/** A currency alone is money too: who may not see expenses does not see it. */
const hasMoney = (row: string) =>
  `(${row}.price is not null or coalesce(${row}.currency, '') <> '')`

/** Deleted ones count: they can be restored wherever the child lies by then. */
const hasPapers = (kind: Movable) => `(exists (select from document d where d.${kind}_id = c.id)
  or exists (select from email e where e.${kind}_id = c.id))`

/**
 * SQL: in each of the trips the viewer may edit, and change what the child `c` takes along: its
 * money, with what `r` writes of it, and its documents and emails.
 */
export function mayCarry(kind: Movable, trips: string, viewer: string): string {
  return `(select count(*) from ${accessFrom}
    where m.trip_id = any (${trips}::int[]) and m.user_id = ${viewer} and ${accessWhere}
      and m.can_edit
      and (m.can_edit_expenses or not (${hasMoney('c')} or ${hasMoney('r')}))
      and ((${rights.change('m')} and ${isPro}) or not ${hasPapers(kind)})
  ) = cardinality(${trips}::int[])`
}
