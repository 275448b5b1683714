/**
 * The content of the database as lines of text, from one snapshot (test/operations/backup). Each
 * line is a row: a JSON array of values in PostgreSQL's own text form, so nothing is lost between
 * embedded databases and servers.
 */
import type { ClientBase } from 'pg'
import { type ContentTable, quoted } from './tables.ts'

/** Makes values read the same whatever the server's configuration. */
const storedForm = [
  "timezone = 'UTC'",
  "datestyle = 'ISO'",
  "intervalstyle = 'postgres'",
  "bytea_output = 'hex'",
  'extra_float_digits = 1',
]

/** Rows per fetch; one for heavy tables. */
const batchSize = 500

/** Runs `work` in a read-only transaction on one snapshot. */
export async function atOneMoment<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('begin isolation level repeatable read read only')
  try {
    for (const setting of storedForm) await client.query(`set local ${setting}`)
    return await work()
  } finally {
    await client.query('rollback').catch(() => {})
  }
}

/** The rows of a table, in no particular order. */
export function rowLines(client: ClientBase, table: ContentTable): AsyncIterable<string> {
  const texts = table.columns.map((name) => `${quoted(name)}::text`)
  const line = `to_json(array[${texts}])::text as line`
  return linesOf(client, `select ${line} from ${quoted(table.name)}`, table.isHeavy ? 1 : batchSize)
}

/** The state of each sequence: name, last value, whether used. */
export function sequenceLines(client: ClientBase): AsyncIterable<string> {
  const line = `to_json(array[sequencename, coalesce(last_value, start_value)::text,
    (last_value is not null)::text])::text as line`
  const from = 'from pg_sequences where schemaname = current_schema() order by sequencename'
  return linesOf(client, `select ${line} ${from}`, batchSize)
}

/** The referenced objects: visibility and key. */
export function objectLines(client: ClientBase): AsyncIterable<string> {
  const line = 'to_json(array[visibility, key])::text as line'
  return linesOf(client, `select ${line} from upload where object_is_referenced(id)`, batchSize)
}

async function* linesOf(client: ClientBase, text: string, batch: number) {
  await client.query(`declare content no scroll cursor for ${text}`)
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${batch} from content`)
    for (const { line } of rows) yield `${line}\n`
    if (rows.length < batch) break
  }
  await client.query('close content')
}
