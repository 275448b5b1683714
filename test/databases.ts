/**
 * vitest's global setup: one place per run for the databases of its workers, cleared away at the
 * end. Embedded databases live in a temporary directory; with TEST_DATABASE_URL each worker makes
 * a database of its own on that server (see world.ts).
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import pg from 'pg'

/** Runs before all workers, which inherit the environment; of several projects the first counts. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_RUN_DIR) return undefined
  const directory = await mkdtemp(join(tmpdir(), 'trips-test-'))
  process.env.TEST_RUN_DIR = directory
  return async () => {
    await rm(directory, { recursive: true, force: true, maxRetries: 5 })
    const server = process.env.TEST_DATABASE_URL
    if (server) await dropDatabases(server, databasePrefix(directory))
  }
}

/** What the names of this run's databases on a server begin with: `trips_test_abc123_`. */
export function databasePrefix(directory: string): string {
  return `${basename(directory).toLowerCase().replaceAll('-', '_')}_`
}

async function dropDatabases(server: string, prefix: string): Promise<void> {
  const client = new pg.Client(server)
  await client.connect()
  const { rows } = await client.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [prefix],
  )
  for (const { datname } of rows) await client.query(`drop database "${datname}" with (force)`)
  await client.end()
}
