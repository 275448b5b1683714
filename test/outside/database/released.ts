/** Databases as released versions left them, with a row in every table. */
import { readdirSync, readFileSync } from 'node:fs'
import type { ClientBase } from 'pg'
import { tablesOf } from '../../../src/outside/database/content/tables.ts'

const folder = new URL('released/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8')

/** The SQL that fills an empty database with such a one, by the version that left it. */
export const released: Record<string, string> = Object.fromEntries(
  readdirSync(folder)
    .filter((name) => /^\d.*\.sql$/.test(name))
    .map((name) => [name.replace(/\.sql$/, ''), read(name)]),
)

const record = read('before-1.0.sql')

/** The last version before 1.0. */
export const before1 = `${released['1.0']}${record}`

/** Its migrations, as a backup has them. */
export const migrationsBefore1 = [...record.matchAll(/'(\w+)',\s+'([0-9a-f]{64})'/g)].map(
  ([, name = '', checksum = '']) => ({ name, checksum }),
)

/** A key of the account that owns the trips in them. */
export const olgasKey = '0123456789abcdef0123456789abcdef01234567'

/** All rows of all tables, in an order that does not depend on where they lie. */
export async function rowsOf(client: ClientBase): Promise<Record<string, object[]>> {
  const all: Record<string, object[]> = {}
  for (const { name } of await tablesOf(client)) {
    const text = `select to_jsonb(${name}) as row from ${name} order by to_jsonb(${name})::text`
    all[name] = (await client.query(text)).rows
  }
  return all
}
