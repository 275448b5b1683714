/** Databases as versions left them, where a service finds them at its start. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { ClientBase } from 'pg'
import { connect } from '../../../src/outside/database/database.ts'
import { onServer, silent } from '../../outside/database/places.ts'
import type { ServiceHome } from '../backup/homes.ts'

/** Fills the empty database of the home with this SQL, as the program of that version did. */
export async function leave({ config, settings }: ServiceHome, sql: string): Promise<void> {
  if (settings.DATABASE_URL) {
    await onServer(sql, settings.DATABASE_URL)
    return
  }
  const directory = join(config.dataDir, 'database')
  await mkdir(directory, { recursive: true })
  const database = await PGlite.create(directory)
  await database.exec(sql)
  await database.close()
}

/** Runs `work` on the database as it is, without migrations. */
export async function unmigrated<T>(
  { config }: ServiceHome,
  work: (client: ClientBase) => Promise<T>,
): Promise<T> {
  const { databaseUrl: url, dataDir } = config
  const options = { url, dataDir, poolSize: 1, isForCommand: true, isBare: true, log: silent }
  const connections = await connect(options)
  try {
    return await connections.withMigrationClient(work)
  } finally {
    await connections.close()
  }
}
