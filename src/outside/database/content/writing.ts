/**
 * Writes what reading.ts has read into an empty database, all or nothing (test/operations/backup).
 */
import type { ClientBase } from 'pg'
import { countRows, quoted, tablesOf } from './tables.ts'

/** The target holds rows. */
export class NotEmpty extends Error {
  override readonly message = 'the database is not empty'
}

/** The lines that were read. */
export interface Content {
  /** The columns of each table, as the lines have their values. */
  columns: ReadonlyMap<string, readonly string[]>
  rowLines(table: string): AsyncIterable<string>
  sequenceLines(): AsyncIterable<string>
}

/** Rows, and characters, of one statement; a statement has at most 65,535 values. */
const maxRows = 200
const maxCharacters = 1 << 20

/**
 * Fills the database in one transaction, with triggers off: they date changes, and would date
 * these. Meanwhile no one else can write. Throws `NotEmpty`.
 */
export async function writeContent(client: ClientBase, content: Content): Promise<void> {
  await client.query('begin')
  try {
    const tables = await tablesOf(client)
    const each = async (change: string) => {
      for (const { name } of tables) await client.query(`alter table ${quoted(name)} ${change}`)
    }
    await each('disable trigger user')
    const counts = await countRows(client, tables)
    if ([...counts.values()].some((count) => count > 0)) throw new NotEmpty()
    for (const { name } of tables) {
      const columns = content.columns.get(name)
      if (columns) await writeRows(client, { name, columns }, content.rowLines(name))
    }
    for await (const line of content.sequenceLines()) {
      const [name, last, isUsed] = JSON.parse(line)
      await client.query('select setval(quote_ident($1)::regclass, $2::bigint, $3::boolean)', [
        ...[name, last, isUsed],
      ])
    }
    await each('enable trigger user')
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** Lets PostgreSQL look at what was written, so that it plans well from the start. */
export async function analyze(client: ClientBase): Promise<void> {
  await client.query('analyze')
}

async function writeRows(
  client: ClientBase,
  table: { name: string; columns: readonly string[] },
  lines: AsyncIterable<string>,
): Promise<void> {
  const columns = table.columns.map(quoted).join()
  const into = `insert into ${quoted(table.name)} (${columns}) overriding system value values`
  let rows: (string | null)[][] = []
  let characters = 0
  const flush = async () => {
    const width = table.columns.length
    const places = rows.map(
      (row, at) => `(${row.map((_, column) => `$${at * width + column + 1}`)})`,
    )
    if (rows.length > 0) await client.query(`${into} ${places}`, rows.flat())
    rows = []
    characters = 0
  }
  for await (const line of lines) {
    const row: (string | null)[] = JSON.parse(line)
    if (row.length !== table.columns.length) throw new Error(`a row of ${table.name} is damaged`)
    if (characters + line.length > maxCharacters) await flush()
    rows.push(row)
    characters += line.length
    if (rows.length === maxRows) await flush()
  }
  await flush()
}
