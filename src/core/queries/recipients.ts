/** Whose secret addresses booking emails are sent to (test/spec/17-inbound-mail). */
import type { Queryable } from '../../outside/database/database.ts'
import { prepared, short } from '../store/rows.ts'

/** Accounts by the local parts of their secret addresses; other names are left out. */
export async function accountsNamed(
  db: Queryable,
  names: readonly string[],
): Promise<(readonly [name: string, id: number])[]> {
  const text = `select id, anonymous_email_identifier as name from account
    where anonymous_email_identifier = any ($1::text[])`
  const rows = await short(db).query<{ id: number; name: string }>(prepared(text, [names]))
  return rows.map(({ id, name }) => [name, id])
}
