/** Which rows have no emails: theirs are answered without a statement more. */
import type { ParentKind } from '../../permissions/parent-kinds.ts'
import { type Columns, typed } from './rows.ts'

/** The column `emails` of the row `alias`: empty if nothing is attached there, else null. */
export function noEmails(kind: ParentKind, alias: string): Columns<{ emails: [] | null }> {
  return typed(`case when not exists (select from email e
    where e.${kind}_id = ${alias}.id and e.deleted_at is null) then '[]'::json end as emails`)
}
