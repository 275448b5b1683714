/** Migrations that several processes begin at once, and Prisma's own command among them. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { migrate } from '../../../src/outside/database/migrate.ts'
import { emptyServerDatabase, silent } from '../../outside/database/places.ts'
import { connectAt, migrationsOf, two } from '../../outside/database/small-migrations.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

describe('migrations by several processes on PostgreSQL', () => {
  test('two concurrent runners succeed, and each migration runs once', async () => {
    const connect = await connectAt('PostgreSQL')
    const clients = await Promise.all(Array.from({ length: 5 }, connect))
    const directory = migrationsOf({ ...two, '3_slow': 'select pg_sleep(0.3)' })
    const applied = await Promise.all(clients.map((client) => migrate(client, directory, silent)))
    expect(applied.flat().sort()).toEqual(['1_trees', '2_birds', '3_slow'])
  })

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
  })
})
