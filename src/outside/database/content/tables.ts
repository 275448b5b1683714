/** The tables of the database, from its catalogue (test/operations/backup). */
import type { ClientBase } from 'pg'
import type { RecordedMigration } from '../before-1.0.ts'
import { hasMigrations, readApplied } from '../migrate.ts'

export interface ContentTable {
  name: string
  /** Without generated columns. */
  columns: string[]
  /** Whether one row may be as large as an email. */
  isHeavy: boolean
}

/**
 * SQL: content. Other tables describe the database itself, even the history (B2): a database that
 * takes over the rows of another is a different one.
 */
const own = `n.nspname = current_schema() and c.relname not in ('_prisma_migrations', 'history')`

/** All content tables, each after those it refers to. */
export async function tablesOf(client: ClientBase): Promise<ContentTable[]> {
  const { rows } = await client.query<ContentTable & { refersTo: string[] }>(
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
  const inOrder: ContentTable[] = []
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

/** The applied migrations; empty if there never were any. */
export async function appliedTo(client: ClientBase): Promise<RecordedMigration[]> {
  if (!(await hasMigrations(client))) return []
  const finished = (await readApplied(client)).filter(({ isFinished }) => isFinished)
  return finished
    .map(({ name, checksum }) => ({ name, checksum }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** The number of rows of each table. */
export async function countRows(
  client: ClientBase,
  tables: readonly Pick<ContentTable, 'name'>[],
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

/** A catalogue name, quoted for a statement. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
