/**
 * `npm run admin -- restore <folder>`: a backup into an empty database and store (test/backup). All
 * checksums are checked first. A mark in the data directory keeps the service from starting until
 * everything is restored; after a restore that was killed, run the same command again.
 */
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import { makeDirectory, restoreMark } from '../outside/data-directory.ts'
import { analyze, writeContent } from '../outside/database/content/writing.ts'
import { MIGRATIONS } from '../outside/database/empty.ts'
import { migrate } from '../outside/database/migrate.ts'
import { silent } from '../outside/database/pool.ts'
import { synced, writeWhole } from '../outside/files.ts'
import { linesIn } from '../outside/folders/sealed-files.ts'
import { Failure } from '../process/failure.ts'
import type { Config } from '../settings/config.ts'
import { checkBackup } from './checking.ts'
import { explained } from './explained.ts'
import { fileOfTable, type Manifest, OBJECTS, SEQUENCES } from './manifest.ts'
import { objectLinesIn, storeObjects } from './object-files.ts'
import { openParts, type Parts } from './parts.ts'
import { clearStore, expectEmptyStore, expectLevel, stateOf } from './target.ts'

/** What the command prints. */
export interface Restored {
  /** When the backup was made. */
  createdAt: string
  rows: number
  objects: Manifest['objects']
}

/** Restores into what the settings name. Throws a Failure with a sentence. */
export async function restore(config: Config, folder: string): Promise<Restored> {
  const { manifest, isLatest } = await checkBackup(folder).catch((error) => {
    throw explained(error, 'Nothing was restored')
  })
  const parts = await openParts(config, { mustBeRestored: false, isBare: !isLatest })
  try {
    await parts.withClient((client) => into({ client, parts, config }, folder, manifest))
  } catch (error) {
    throw explained(error, 'The restore was not completed')
  } finally {
    await parts.close()
  }
  const rows = manifest.tables.reduce((total, table) => total + table.rows, 0)
  return { createdAt: manifest.createdAt, rows, objects: manifest.objects }
}

interface Target {
  client: ClientBase
  parts: Parts
  config: Config
}

async function into(target: Target, folder: string, manifest: Manifest): Promise<void> {
  const { client, config } = target
  const { dataDir } = config
  const mark = restoreMark(dataDir)
  const wasCutShort = existsSync(mark)
  const state = await stateOf(client, manifest)
  // Since the mark nothing else has written there: the rows are those of the earlier restore.
  const isFilled = wasCutShort && state === 'same'
  if (state !== 'empty' && !isFilled) {
    throw new Failure(1, 'The database is not empty; restore into a new one. Nothing was changed.')
  }
  if (!isFilled) {
    await expectLevel(client, manifest)
    if (wasCutShort) await clearStore(config)
    else await expectEmptyStore(config)
    await makeDirectory(dataDir)
    await writeWhole(mark, Buffer.from('A restore into this directory is not complete yet.\n'))
    await fill(target, folder, manifest)
  }
  await migrate(client, MIGRATIONS, silent)
  await analyze(client)
  await rm(mark)
  await synced(dataDir)
}

/** Objects first: once the rows are there, everything is. */
async function fill({ client, parts, config }: Target, folder: string, manifest: Manifest) {
  const columns = new Map(manifest.tables.map((table) => [table.name, table.columns]))
  try {
    await migrate(client, MIGRATIONS, silent, manifest.migrations.at(-1)?.name ?? '')
    await storeObjects(parts.objects, folder, objectLinesIn(join(folder, OBJECTS)))
    await writeContent(client, {
      columns,
      rowLines: (name) => linesIn(join(folder, fileOfTable(name))),
      sequenceLines: () => linesIn(join(folder, SEQUENCES)),
    })
  } catch (error) {
    const state = await stateOf(client, manifest).catch(() => 'unknown')
    // If it is unknown whether the rows are there, the mark stays.
    if (state === 'empty') {
      await clearStore(config)
      await rm(restoreMark(config.dataDir), { force: true })
    }
    throw error
  }
}
