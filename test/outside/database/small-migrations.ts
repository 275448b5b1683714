/** Small migrations, and empty databases to try them on. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { WireStream } from '../../../src/outside/database/wire.ts'
import { type DatabaseKind, emptyServerDatabase, temporaryDirectory } from './places.ts'

/** A directory of small migrations: name -> SQL. */
export function migrationsOf(files: Record<string, string>): string {
  const directory = temporaryDirectory()
  for (const [name, sql] of Object.entries(files)) add(directory, name, sql)
  writeFileSync(join(directory, 'migration_lock.toml'), 'provider = "postgresql"\n')
  return directory
}

/** Adds a migration to the directory. */
export function add(directory: string, name: string, sql: string): void {
  mkdirSync(join(directory, name), { recursive: true })
  writeFileSync(join(directory, name, 'migration.sql'), sql)
}

/** Made once, because that takes seconds; emptied for each test. */
let memory: PGlite | undefined

/** Frees the memory of the embedded one. */
export async function closeMemory(): Promise<void> {
  await memory?.close()
  memory = undefined
}

/** Connections to one empty database. */
export async function connectAt(place: DatabaseKind): Promise<() => Promise<pg.Client>> {
  const connect = async (settings: pg.ClientConfig) => {
    const client = new pg.Client(settings)
    await client.connect()
    onTestFinished(() => client.end())
    return client
  }
  if (place === 'embedded') {
    memory ??= await PGlite.create()
    await memory.exec('drop schema public cascade; create schema public')
    const backend = memory
    return () => connect({ user: 'postgres', ssl: false, stream: () => new WireStream(backend) })
  }
  const { url, drop } = await emptyServerDatabase()
  onTestFinished(drop)
  return () => connect({ connectionString: url })
}

export const two = {
  '1_trees': 'create table tree (id int primary key); create index on tree (id);',
  '2_birds': "create function sing() returns text language sql as $$ select 'a; b' $$;",
}
