/**
 * `npm run admin -- restore <folder>`: restores a backup into an empty database and store
 * (test/operations/backup), after verifying all checksums. A mark in the data directory, written
 * first, keeps the service from starting until everything is restored. After a killed restore, run
 * the same command again.
 */
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import { markRestore, restoreMark } from '../../outside/data-directory.ts'
import { analyze, writeContent } from '../../outside/database/content/writing.ts'
import { migrationsFolder } from '../../outside/database/empty.ts'
import { migrate } from '../../outside/database/migrate.ts'
import { silent } from '../../outside/database/pool.ts'
import { synced } from '../../outside/files.ts'
import { linesIn } from '../../outside/folders/sealed-files.ts'
import { ProgramFailure } from '../../process/failure.ts'
import { type Report, unreported } from '../../process/progress.ts'
import type { Config } from '../../settings/config.ts'
import { checkBackup } from './checking.ts'
import { explained } from './command-failure.ts'
import { fileOfTable, type Manifest, objectsFile, sequencesFile } from './manifest.ts'
import { objectLinesIn, storeObjects } from './object-files.ts'
import { openParts, type Parts } from './open-stores.ts'
import { clearStore, expectEmptyStore, expectLevel, stateOf } from './target.ts'

/** The output of the command. */
interface Restored {
  /** The time of the backup. */
  createdAt: string
  rows: number
  objects: Manifest['objects']
}

/** Restores into the configured database and store. Throws a ProgramFailure with a sentence. */
export async function restore(
  config: Config,
  folder: string,
  report = unreported,
): Promise<Restored> {
  const { manifest, isLatest } = await checkBackup(folder, report).catch((error) => {
    throw explained(error, 'Nothing was restored')
  })
  const wasCutShort = existsSync(restoreMark(config.dataDir))
  async function beforeMade(): Promise<void> {
    if (!wasCutShort) await expectEmptyStore(config)
    await markRestore(config.dataDir)
  }
  const making = { isBare: !isLatest, beforeMade }
  const parts = await openParts(config, { mustBeRestored: false, ...making })
  try {
    const target = { parts, config, wasCutShort, report }
    await parts.withClient((client) => into({ client, ...target }, folder, manifest))
    // Last, once everything is on disk.
    await rm(restoreMark(config.dataDir))
    await synced(config.dataDir)
  } catch (error) {
    throw explained(error, 'The restore was not completed')
  } finally {
    await parts.close()
  }
  return { createdAt: manifest.createdAt, rows: rowsOf(manifest), objects: manifest.objects }
}

const rowsOf = ({ tables }: Manifest) => tables.reduce((total, { rows }) => total + rows, 0)

interface Target {
  client: ClientBase
  parts: Parts
  config: Config
  /** Whether an earlier restore has left its mark. */
  wasCutShort: boolean
  report: Report
}

async function into(target: Target, folder: string, manifest: Manifest): Promise<void> {
  const { client, config, wasCutShort } = target
  const { dataDir } = config
  const state = await stateOf(client, manifest)
  // The mark has excluded other writers, so the rows are those of the earlier restore.
  const isFilled = wasCutShort && state === 'same'
  if (state !== 'empty' && !isFilled) {
    throw new ProgramFailure(
      1,
      'The database is not empty; restore into a new one. Nothing was changed.',
    )
  }
  if (!isFilled) {
    await expectLevel(client, manifest)
    if (wasCutShort) await clearStore(config)
    else await expectEmptyStore(config)
    await markRestore(dataDir)
    await fill(target, folder, manifest)
  }
  await migrate(client, migrationsFolder, silent)
  await analyze(client)
}

/** Restores objects first, so that everything is complete once the rows are. */
async function fill({ client, parts, config, report }: Target, folder: string, manifest: Manifest) {
  const columns = new Map(manifest.tables.map((table) => [table.name, table.columns]))
  const all = rowsOf(manifest)
  let rows = 0
  try {
    await migrate(client, migrationsFolder, silent, manifest.migrations.at(-1)?.name ?? '')
    await storeObjects(parts.objects, folder, objectLinesIn(join(folder, objectsFile)), (stored) =>
      report('Stored', stored, 'files', manifest.objects.count),
    )
    await writeContent(client, {
      columns,
      async *rowLines(name) {
        for await (const line of linesIn(join(folder, fileOfTable(name)))) {
          yield line
          rows += 1
          report('Restored', rows, 'rows', all)
        }
      },
      sequenceLines: () => linesIn(join(folder, sequencesFile)),
    })
  } catch (error) {
    const state = await stateOf(client, manifest).catch(() => 'unknown')
    // If the state of the rows is unknown, the mark stays.
    if (state === 'empty') {
      await clearStore(config)
      await rm(restoreMark(config.dataDir), { force: true })
    }
    throw error
  }
}
