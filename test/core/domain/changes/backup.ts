/** All rows of a stage, kept and put back as `admin backup` and `admin restore` do. */
import type { Stage } from './stage.ts'

export interface Backup {
  rows: Map<string, string>
  sequences: { name: string; last: string | null }[]
}

const tablesText = `select relname as table, (select string_agg(quote_ident(attname), ', ')
    from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped
      and attgenerated = '') as columns
  from pg_class c where relkind = 'r' and relname !~ '^_'
    and relnamespace = current_schema()::regnamespace`

/** Every table but that of the migrations, with its columns. */
const tablesOf = ({ db }: Stage) =>
  db.query<{ table: string; columns: string }>({ text: tablesText })

/** All that is stored at this moment. */
export async function backUp(stage: Stage): Promise<Backup> {
  const parts = (await tablesOf(stage)).map(
    ({ table }) =>
      `select '${table}' as table, (select json_agg(t)::text from "${table}" t) as rows`,
  )
  const text = parts.join(' union all ')
  const found = await stage.db.query<{ table: string; rows: string | null }>({ text })
  const sequences = await stage.db.query<Backup['sequences'][number]>({
    text: `select sequencename as name, last_value::text as last from pg_sequences
      where schemaname = current_schema()`,
  })
  return { rows: new Map(found.map(({ table, rows }) => [table, rows ?? '[]'])), sequences }
}

/** Puts it back, and begins a new history of the database. */
export async function restore(stage: Stage, backup: Backup): Promise<void> {
  const tables = await tablesOf(stage)
  await stage.db.transaction(async (tx) => {
    await tx.query({ text: 'set local session_replication_role = replica' })
    for (const { table, columns } of tables.filter(({ table }) => table !== 'history')) {
      await tx.query({ text: `delete from "${table}"` })
      const text = `insert into "${table}" (${columns}) select ${columns}
        from json_populate_recordset(null::"${table}", $1)`
      await tx.query({ text, values: [backup.rows.get(table)] })
    }
    for (const { name, last } of backup.sequences) {
      const values = [name, last ?? 1, last !== null]
      await tx.query({ text: 'select setval($1::regclass, $2, $3)', values })
    }
    await tx.query({ text: 'update history set id = gen_random_uuid()' })
  })
}
