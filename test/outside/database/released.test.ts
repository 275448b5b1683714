/** Every version migrates the databases of all released ones, and of the last before 1.0. */
import type pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { migrationsFolder } from '../../../src/outside/database/empty.ts'
import { migrate, waitingIn } from '../../../src/outside/database/migrate.ts'
import { schemaOf } from './catalog.ts'
import { places, silent } from './places.ts'
import { before1, released, rowsOf } from './released.ts'
import { closeMemory, connectAt } from './small-migrations.ts'

afterAll(closeMemory)

const recorded = async (client: pg.Client) => {
  const { rows } = await client.query<{ name: string }>(
    'select migration_name as name from _prisma_migrations order by started_at, name',
  )
  return rows.map(({ name }) => name)
}

async function empty(client: pg.Client): Promise<void> {
  await client.query('drop schema public cascade; create schema public; reset all')
}

/** The schema that an empty database gets. */
async function freshSchema(client: pg.Client): Promise<string[]> {
  await migrate(client, migrationsFolder, silent)
  const schema = await schemaOf(client)
  await empty(client)
  return schema
}

describe.each(places)('a database on %s', (place) => {
  test.each(Object.keys(released))(
    'left by %s is migrated: all rows are kept, and the schema is that of a new one',
    async (version) => {
      const client = await (await connectAt(place))()
      const schema = await freshSchema(client)
      expect(schema.length).toBeGreaterThan(400)
      await client.query(released[version] ?? '')
      const rows = await rowsOf(client)
      expect(Object.keys(rows).length).toBeGreaterThanOrEqual(20)
      for (const [name, of] of Object.entries(rows)) expect(of, name).not.toEqual([])
      await migrate(client, migrationsFolder, silent)
      expect(await rowsOf(client)).toMatchObject(rows)
      expect(await schemaOf(client)).toEqual(schema)
      expect(await waitingIn(client, migrationsFolder)).toEqual([])
    },
  )

  test('left by the last version before 1.0 is taken over unchanged, and recorded as 1.0', async () => {
    const client = await (await connectAt(place))()
    const schema = await freshSchema(client)
    await client.query(before1)
    const rows = await rowsOf(client)
    expect(await recorded(client)).toHaveLength(23)
    const waiting = await waitingIn(client, migrationsFolder)
    expect(waiting).not.toContain('1.0')
    expect(await migrate(client, migrationsFolder, silent)).toEqual(waiting)
    expect(await recorded(client)).toEqual(['1.0', ...waiting])
    expect(await rowsOf(client)).toMatchObject(rows)
    expect(await schemaOf(client)).toEqual(schema)
    expect(await migrate(client, migrationsFolder, silent)).toEqual([])
  })

  test('left by an earlier version before 1.0 is refused and stays as it is', async () => {
    const client = await (await connectAt(place))()
    for (const change of [
      `delete from _prisma_migrations where migration_name like '%_inviters'`,
      `update _prisma_migrations set finished_at = null where migration_name like '%_inviters'`,
      `update _prisma_migrations set checksum = '' where migration_name like '%_tables'`,
    ]) {
      await empty(client)
      await client.query(before1)
      await client.query(change)
      const before = [await recorded(client), await rowsOf(client), await schemaOf(client)]
      const refused =
        'it was made by a version before 1.0, but not by the last of these; ' +
        'start the last version before 1.0 first, then this one'
      await expect(waitingIn(client, migrationsFolder)).rejects.toThrow(refused)
      await expect(migrate(client, migrationsFolder, silent)).rejects.toThrow(refused)
      expect([await recorded(client), await rowsOf(client), await schemaOf(client)]).toEqual(before)
    }
  })

  test("left by a failed attempt of Prisma's own command to migrate to 1.0 is taken over", async () => {
    const client = await (await connectAt(place))()
    await client.query(before1)
    await client.query(
      `insert into _prisma_migrations (id, migration_name, checksum) values ('x', '1.0', 'x')`,
    )
    await migrate(client, migrationsFolder, silent)
    expect(await recorded(client)).toContain('1.0')
    expect(await migrate(client, migrationsFolder, silent)).toEqual([])
  })
})
