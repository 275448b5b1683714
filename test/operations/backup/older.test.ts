/** A backup of an older version is restored, and migrated like the database it was made of. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { backup } from '../../../src/operations/backup/backup.ts'
import { restore } from '../../../src/operations/backup/restore.ts'
import { migrationsFolder } from '../../../src/outside/database/empty.ts'
import { migrate, readMigrations } from '../../../src/outside/database/migrate.ts'
import { type DatabaseKind, places, silent } from '../../outside/database/places.ts'
import {
  before1,
  migrationsBefore1,
  olgasKey,
  released,
  rowsOf,
} from '../../outside/database/released.ts'
import { unmigrated } from '../deploy/left.ts'
import { emptyHome, type ServiceHome, start } from './homes.ts'

async function fresh(place: DatabaseKind): Promise<ServiceHome> {
  const home = await emptyHome(place)
  onTestFinished(() => home.remove())
  return home
}

const migrations = (client: ClientBase) =>
  client
    .query<{ name: string }>('select migration_name as name from _prisma_migrations order by 1')
    .then(({ rows }) => rows.map(({ name }) => name))

/** Gives the one object in the rows of a released version a key of the form that keys have. */
const named = `
  alter table document disable trigger user;
  update document set url = 'documents/private/0123456789abcdef0123456789abcdef.pdf';
  alter table document enable trigger user;
  update upload set key = 'documents/private/0123456789abcdef0123456789abcdef.pdf';`

/** A backup of a database that such SQL makes. */
async function backupOf(
  place: DatabaseKind,
  sql: string,
): Promise<{ home: ServiceHome; folder: string }> {
  const home = await fresh(place)
  await unmigrated(home, (client) => client.query(sql + named))
  const folder = join(home.directory, 'backup')
  await backup(home.config, folder)
  return { home, folder }
}

describe.each(places)('a backup of %s', (place) => {
  it.each(Object.keys(released))(
    'of version %s has only its migrations, and the restored database equals one migrated in place',
    async (version) => {
      const { home, folder } = await backupOf(place, released[version] ?? '')
      const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
      const known = (await readMigrations(migrationsFolder)).map(({ name }) => name)
      expect(known.length).toBeGreaterThan(1)
      const level: string[] = manifest.migrations.map(({ name }: { name: string }) => name)
      expect(level).toEqual(known.slice(0, level.length))
      for (const to of places) {
        const target = await fresh(to)
        await restore(target.config, folder)
        await unmigrated(home, (client) => migrate(client, migrationsFolder, silent))
        const rows = await unmigrated(target, rowsOf)
        expect(Object.keys(rows).length).toBeGreaterThanOrEqual(20)
        expect(rows).toEqual(await unmigrated(home, rowsOf))
        expect(await unmigrated(target, migrations)).toEqual(known)
      }
    },
  )

  it('of 1.0 is served by this version', async () => {
    const { folder } = await backupOf(place, released['1.0'] ?? '')
    const target = await fresh(place)
    await restore(target.config, folder)
    const service = await start(target)
    onTestFinished(async () => void (await service.stop()))
    const headers = { authorization: `Token ${olgasKey}`, 'content-type': 'application/json' }
    const ask = async (query: string) => {
      const body = JSON.stringify({ query })
      const answer = await fetch(`${service.url}/graphql`, { method: 'POST', headers, body })
      return (await answer.json()) as { data: Record<string, unknown> }
    }
    const trips = '{ trips(first: 10) { results { id name version } } }'
    const { data } = await ask(trips)
    const [trip] = (data.trips as { results: { id: number; version: number }[] }).results
    expect(trip?.version).toBe(1)
    const change = `mutation { updateTrip(id: ${trip?.id}, input: { name: "Later" }) { version } }`
    expect(await ask(change)).toEqual({ data: { updateTrip: { version: 2 } } })
  })

  it('of the last version before 1.0 is restored; of an earlier one it is refused', async () => {
    const { folder } = await backupOf(place, before1)
    const path = join(folder, 'manifest.json')
    const text = await readFile(path, 'utf8')
    const manifest = JSON.parse(text)
    expect(manifest.migrations).toEqual(migrationsBefore1)
    const earlier = { ...manifest, migrations: migrationsBefore1.slice(0, -1) }
    await writeFile(path, JSON.stringify(earlier))
    const target = await fresh(place)
    await expect(restore(target.config, folder)).rejects.toThrow(
      'The backup was made by a version before 1.0, but not by the last of these. Restore it ' +
        'with the last version before 1.0, start that, and back up again.',
    )
    await writeFile(path, text)
    await restore(target.config, folder)
    const known = (await readMigrations(migrationsFolder)).map(({ name }) => name)
    expect(await unmigrated(target, migrations)).toEqual(known)
  })
})
