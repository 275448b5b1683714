/** Checks the target of a restore: a database without rows and a store without objects. */
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import { since1 } from '../../outside/database/before-1.0.ts'
import { appliedTo, countRows, tablesOf } from '../../outside/database/content/tables.ts'
import { migrationsFolder } from '../../outside/database/empty.ts'
import { readMigrations } from '../../outside/database/migrate.ts'
import { ifThere } from '../../outside/files.ts'
import { ProgramFailure } from '../../process/failure.ts'
import type { Config } from '../../settings/config.ts'
import type { Manifest } from './manifest.ts'

/** Whether the database has no rows, the same number as the backup in each table, or others. */
export async function stateOf(
  client: ClientBase,
  { tables }: Manifest,
): Promise<'empty' | 'same' | 'other'> {
  const counts = await countRows(client, await tablesOf(client))
  if ([...counts.values()].every((count) => count === 0)) {
    return 'empty'
  }
  return tables.every(({ name, rows }) => counts.get(name) === rows) ? 'same' : 'other'
}

/** Throws a ProgramFailure if the database has a migration that is newer than the backup. */
export async function expectLevel(client: ClientBase, { migrations }: Manifest): Promise<void> {
  const recorded = await appliedTo(client)
  const level = since1(recorded, await readMigrations(migrationsFolder)) ?? recorded
  const later = level.find(({ name }) => !migrations.some((one) => one.name === name))
  if (later === undefined) return
  throw new ProgramFailure(
    1,
    `The tables of the database are empty but newer than the backup (${later.name}); ` +
      'restore into a database without tables. Nothing was changed.',
  )
}

const directoryOf = ({ dataDir }: Config) => join(dataDir, 'objects')

/**
 * Throws a ProgramFailure if the store on disk has files. Buckets may contain other objects, even
 * those of the backup.
 */
export async function expectEmptyStore(config: Config): Promise<void> {
  if (config.s3) return
  const directory = directoryOf(config)
  const entries = await ifThere(readdir(directory, { recursive: true, withFileTypes: true }))
  if (!entries?.some((entry) => entry.isFile())) return
  throw new ProgramFailure(
    1,
    `The object store in ${directory} is not empty; set another DATA_DIR. Nothing was changed.`,
  )
}

/** Removes everything from the store on disk that a restore has written. */
export async function clearStore(config: Config): Promise<void> {
  if (!config.s3) await rm(directoryOf(config), { recursive: true, force: true })
}
