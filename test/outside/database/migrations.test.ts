import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { MigrationRefused, migrate } from '../../../src/outside/database/migrate.ts'
import { places, silent, temporaryDirectory } from './places.ts'
import { add, closeMemory, connectAt, migrationsOf, two } from './small-migrations.ts'

afterAll(closeMemory)

const root = fileURLToPath(new URL('../../..', import.meta.url))

describe.each(places)('migrations on %s', (place) => {
  test('migrations are applied once and in order; a repeat applies none', async () => {
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
  })

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
  })

  test('a database with unknown migrations is refused as newer than this program', async () => {
    const client = await (await connectAt(place))()
    const directory = migrationsOf(two)
    await migrate(client, directory, silent)
    rmSync(join(directory, '2_birds'), { recursive: true })
    await expect(migrate(client, directory, silent)).rejects.toThrow(
      /^it was migrated by a newer version .*\(unknown: 2_birds\); start that version$/,
    )
  })

  test('a migration that fails is rolled back and named, and succeeds once repaired', async () => {
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
  })

  test('a migration left unfinished by an earlier run is refused', async () => {
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
  })
})

describe('the scripts of prisma/', () => {
  const run = (script: string, ...words: string[]) =>
    spawnSync(process.execPath, [join(root, 'prisma', script), ...words], {
      encoding: 'utf8',
      cwd: temporaryDirectory(),
    })

  test('drift: the migrations give the schema of schema.prisma and functions.sql', () => {
    expect(run('drift.mjs')).toMatchObject({ status: 0, stdout: '', stderr: '' })
  })

  test('drift: a schema that is ahead exits with 1 and the SQL difference', () => {
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
  })

  test('drift: functions and triggers that differ from functions.sql are named', () => {
    const page = join(temporaryDirectory(), 'functions.sql')
    const text = readFileSync(join(root, 'prisma', 'functions.sql'), 'utf8')
    const trigger = /create trigger rights_are_consistent .*\n.*;\n/
    const changed = text
      .replace(trigger, '')
      .replace('order by named.n limit 100', 'order by named.n limit 99')
      .replace('before insert or update on email', 'before insert on email')
    const added = `create function sing() returns text language sql as $$ select 'a; b' $$;
      create trigger sings after insert on trip for each row execute function item_moves();`
    writeFileSync(page, changed + added)
    const others = ['schema.prisma', 'migrations'].map((name) => join(root, 'prisma', name))
    const { status, stderr } = run('drift.mjs', ...others, page)
    expect(status).toBe(1)
    expect(stderr.match(/^(function|trigger) .*/gm)).toEqual([
      'function assigned_users_are_members() differs; the migrations:',
      'trigger rights_are_consistent on member is missing from functions.sql',
      'trigger versioned on email differs; the migrations:',
      'function sing() is missing from the migrations',
      'trigger sings on trip is missing from the migrations',
    ])
    expect(stderr).toMatch(/limit 100\)[\s\S]*the page:[\s\S]*limit 99\)/)
  })

  test('generate: a current client is kept, silently', () => {
    expect(run('generate.mjs')).toMatchObject({ status: 0, stdout: '', stderr: '' })
  })
})
