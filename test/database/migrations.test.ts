import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { MigrationRefused, migrate } from '../../src/outside/database/migrate.ts'
import { WireStream } from '../../src/outside/database/wire.ts'
import {
  emptyServerDatabase,
  type Place,
  places,
  server,
  silent,
  temporaryDirectory,
} from './places.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A directory of small migrations: name -> SQL. */
function migrationsOf(files: Record<string, string>): string {
  const directory = temporaryDirectory()
  for (const [name, sql] of Object.entries(files)) add(directory, name, sql)
  writeFileSync(join(directory, 'migration_lock.toml'), 'provider = "postgresql"\n')
  return directory
}

function add(directory: string, name: string, sql: string): void {
  mkdirSync(join(directory, name), { recursive: true })
  writeFileSync(join(directory, name, 'migration.sql'), sql)
}

/** Made once, because that takes seconds; emptied for each test. */
let memory: PGlite | undefined
afterAll(() => memory?.close())

/** Connections to one empty database. */
async function connectAt(place: Place): Promise<() => Promise<pg.Client>> {
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

const two = {
  '1_trees': 'create table tree (id int primary key); create index on tree (id);',
  '2_birds': "create function sing() returns text language sql as $$ select 'a; b' $$;",
}

describe.each(places)('migrations on %s', (place) => {
  test('migrations are applied once, in order, and are idempotent', async () => {
    const client = await (await connectAt(place))()
    const directory = migrationsOf(two)
    expect(await migrate(client, directory, silent)).toEqual(['1_trees', '2_birds'])
    expect(await migrate(client, directory, silent)).toEqual([])
    add(directory, '3_nests', 'create table nest (tree int references tree)')
    expect(await migrate(client, directory, silent)).toEqual(['3_nests'])
    const { rows } = await client.query(
      `select migration_name as name, length(checksum) as length, applied_steps_count as steps
       from _prisma_migrations where finished_at is not null order by started_at`,
    )
    expect(rows).toEqual(
      ['1_trees', '2_birds', '3_nests'].map((name) => ({ name, length: 64, steps: 1 })),
    )
  }, 60_000)

  test('a migration that was changed after it was applied is refused', async () => {
    const client = await (await connectAt(place))()
    const directory = migrationsOf(two)
    await migrate(client, directory, silent)
    add(directory, '1_trees', 'create table tree (id bigint primary key)')
    add(directory, '3_nests', 'create table nest ()')
    await expect(migrate(client, directory, silent)).rejects.toThrow(
      /^the file of migration 1_trees was changed after it was applied/,
    )
    expect((await client.query("select to_regclass('nest') as nest")).rows).toEqual([
      { nest: null },
    ])
  }, 60_000)

  test('a database with unknown migrations is newer than this program, and refused', async () => {
    const client = await (await connectAt(place))()
    const directory = migrationsOf(two)
    await migrate(client, directory, silent)
    rmSync(join(directory, '2_birds'), { recursive: true })
    await expect(migrate(client, directory, silent)).rejects.toThrow(
      /^it was migrated by a newer version .*\(unknown: 2_birds\); start that version$/,
    )
  }, 60_000)

  test('a migration that fails is undone whole, named, and succeeds once repaired', async () => {
    const client = await (await connectAt(place))()
    const directory = migrationsOf(two)
    add(directory, '3_nests', 'create table nest (); select 1 / 0;')
    const failed = migrate(client, directory, silent)
    await expect(failed).rejects.toThrow(MigrationRefused)
    await expect(failed).rejects.toThrow(
      'migration 3_nests failed and was rolled back: division by zero',
    )
    add(directory, '3_nests', 'create table nest ();')
    expect(await migrate(client, directory, silent)).toEqual(['3_nests'])
  }, 60_000)

  test("a migration that failed earlier, in another's hands, is refused", async () => {
    const client = await (await connectAt(place))()
    const directory = migrationsOf(two)
    await migrate(client, directory, silent)
    await client.query('update _prisma_migrations set finished_at = null where checksum <> $1', [
      '',
    ])
    await expect(migrate(client, directory, silent)).rejects.toThrow(/failed earlier/)
    await client.query('update _prisma_migrations set rolled_back_at = now()')
    await client.query('drop table tree; drop function sing')
    expect(await migrate(client, directory, silent)).toEqual(['1_trees', '2_birds'])
  }, 60_000)
})

describe.runIf(server)('migrations of several processes on PostgreSQL', () => {
  test('two runners at once are fine: each migration runs once', async () => {
    const connect = await connectAt('PostgreSQL')
    const clients = await Promise.all(Array.from({ length: 5 }, connect))
    const directory = migrationsOf({ ...two, '3_slow': 'select pg_sleep(0.3)' })
    const applied = await Promise.all(clients.map((client) => migrate(client, directory, silent)))
    expect(applied.flat().sort()).toEqual(['1_trees', '2_birds', '3_slow'])
  }, 60_000)

  test("Prisma's own `migrate deploy` and `status` agree, in either order", async () => {
    const { url, drop } = await emptyServerDatabase()
    onTestFinished(drop)
    const directory = join(root, 'prisma', 'migrations')
    const run = (...words: string[]) =>
      spawnSync(process.execPath, [join(root, 'prisma', 'migrate.mjs'), ...words], {
        encoding: 'utf8',
        env: { ...process.env, DATABASE_URL: url },
      })
    expect(run('status')).toMatchObject({ status: 1 })
    expect(run('deploy')).toMatchObject({ status: 0 })
    const client = new pg.Client(url)
    await client.connect()
    expect(await migrate(client, directory, silent)).toEqual([])
    await client.query('drop schema public cascade; create schema public')
    expect(await migrate(client, directory, silent)).not.toEqual([])
    await client.end()
    expect(run('status').stdout).toContain('Database schema is up to date!')
    expect(run('deploy').stdout).toContain('No pending migrations to apply.')
  }, 120_000)
})

describe('the scripts of prisma/', () => {
  const run = (script: string, ...words: string[]) =>
    spawnSync(process.execPath, [join(root, 'prisma', script), ...words], {
      encoding: 'utf8',
      cwd: temporaryDirectory(),
    })

  test('drift: the migrations give what schema.prisma says', () => {
    expect(run('drift.mjs')).toMatchObject({ status: 0, stdout: '', stderr: '' })
  }, 60_000)

  test('drift: a schema that is ahead is answered by 1 and the SQL difference', () => {
    const directory = temporaryDirectory()
    cpSync(join(root, 'prisma', 'schema.prisma'), join(directory, 'schema.prisma'))
    const schema = readFileSync(join(directory, 'schema.prisma'), 'utf8')
    writeFileSync(
      join(directory, 'schema.prisma'),
      schema.replace('model Trip {', 'model Trip {\n  mood String?'),
    )
    const { status, stderr } = run('drift.mjs', join(directory, 'schema.prisma'))
    expect(status).toBe(1)
    expect(stderr).toContain('ALTER TABLE "trip" ADD COLUMN     "mood" TEXT')
  }, 60_000)

  test('generate: a fresh client is left alone, silently', () => {
    expect(run('generate.mjs')).toMatchObject({ status: 0, stdout: '', stderr: '' })
  })
})
