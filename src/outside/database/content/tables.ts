/** The tables of the database, as its own catalogue has them (test/operations/backup). */
import type { ClientBase } from 'pg'

export interface Table {
  name: string
  /** Without those that PostgreSQL computes. */
  columns: string[]
  /** Whether one row may be as large as an email. */
  isHeavy: boolean
}

/** A migration that was applied to the end. */
export interface Applied {
  name: string
  checksum: string
}

const own = `n.nspname = current_schema() and c.relname <> '_prisma_migrations'`

/** All tables but that of the migrations; one that refers to another comes after it. */
export async function tablesOf(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table & { refersTo: string[] }>(
    `select c.relname as name,
       (select array_agg(attname::text order by attnum) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped
          and attgenerated = '') as columns,
       exists (select from pg_attribute
        where attrelid = c.oid and atttypid = 'bytea'::regtype) as "isHeavy",
       array(select confrelid::regclass::text from pg_constraint
        where conrelid = c.oid and contype = 'f' and confrelid <> c.oid) as "refersTo"
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and ${own} order by c.relname`,
  )
  const inOrder: Table[] = []
  for (let waiting = rows; waiting.length > 0; ) {
    const isReady = ({ refersTo }: { refersTo: string[] }) =>
      refersTo.every((other) => inOrder.some(({ name }) => `"${name}"` === other || name === other))
    const ready = waiting.filter(isReady)
    if (ready.length === 0) throw new Error('the foreign keys of the tables form a circle')
    inOrder.push(...ready.map(({ name, columns, isHeavy }) => ({ name, columns, isHeavy })))
    waiting = waiting.filter((table) => !ready.includes(table))
  }
  return inOrder
}

/** The migrations that were applied; none where there has never been one. */
export async function appliedTo(client: ClientBase): Promise<Applied[]> {
  const { rows: found } = await client.query<{ there: boolean }>(
    `select to_regclass('_prisma_migrations') is not null as there`,
  )
  if (!found[0]?.there) return []
  const { rows } = await client.query<Applied>(
    `select migration_name as name, checksum from _prisma_migrations
     where rolled_back_at is null and finished_at is not null order by migration_name`,
  )
  return rows
}

/** The rows of each table, counted. */
export async function countRows(
  client: ClientBase,
  tables: readonly Pick<Table, 'name'>[],
): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const { name } of tables) {
    const { rows } = await client.query<{ rows: string }>(
      `select count(*) as rows from ${quoted(name)}`,
    )
    counts.set(name, Number(rows[0]?.rows))
  }
  return counts
}

/** A name of the catalogue as a statement has it. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
