/** What a database holds, as one text: two of them are equal where nothing was written between. */
import type { Database } from '../../../src/outside/database/database.ts'

/** Keys themselves, and tries, which count for requests that are refused too. */
const aside = ['idempotency_key', 'attempt', 'login_network', '_prisma_migrations']

/** A row that is written is another version of it, which `xmin` shows, faster than all columns. */
const version = 'concat(ctid, xmin)'

/** When a key was last used is noted once a minute, whatever is tested then. */
const versions: Record<string, string> = { api_key: "to_jsonb(api_key) - 'last_used_at'" }

/** By table, its rows as a hash. */
export async function contentOf(db: Database): Promise<Record<string, string>> {
  const tables = await db.query<{ name: string }>({
    text: `select relname as name from pg_class
      where relkind = 'r' and relnamespace = current_schema()::regnamespace
        and relname <> all ($1)`,
    values: [aside],
  })
  const hashes = tables.map(
    ({ name }) => `select '${name}' as name,
      md5(coalesce(string_agg(row, ' ' order by row), '')) as hash
      from (select (${versions[name] ?? version})::text as row from "${name}") as rows`,
  )
  const rows = await db.query<{ name: string; hash: string }>({ text: hashes.join(' union all ') })
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
}
