/** Writes the lines of reading.ts to an empty database, all or none (test/operations/backup). */
import type { ClientBase } from 'pg'
import { mebi } from '../../../base/values.ts'
import { countRows, quoted, tablesOf } from './tables.ts'

/** The target is not empty. */
class NotEmpty extends Error {
  override readonly message = 'the database is not empty'
}

/** The lines to write. */
interface Content {
  /** The columns of each table, in the order of the values in its lines. */
  columns: ReadonlyMap<string, readonly string[]>
  rowLines(table: string): AsyncIterable<string>
  sequenceLines(): AsyncIterable<string>
}

/** Limits of one statement; PostgreSQL accepts at most 65,535 values. */
const maxRows = 200
const maxCharacters = mebi

/**
 * Fills the database in one transaction that keeps out other writers. Triggers are disabled,
 * because they would change the rows' times. Throws `NotEmpty`.
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
        name,
        last,
        isUsed,
      ])
    }
    await each('enable trigger user')
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** Updates the planner's statistics, for good plans from the start. */
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
