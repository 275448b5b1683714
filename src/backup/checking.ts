/** Whether a backup is whole, and one that this program can restore. */
import { join } from 'node:path'
import { MIGRATIONS } from '../outside/database/empty.ts'
import { readMigrations } from '../outside/database/migrate.ts'
import { codeOf } from '../outside/files.ts'
import { type Seal, sealOf } from '../outside/folders/sealed-files.ts'
import { Failure } from '../process/failure.ts'
import { type Manifest, OBJECTS, readManifest } from './manifest.ts'
import { objectLinesIn, pathOf } from './object-files.ts'

export interface Checked {
  manifest: Manifest
  /** Whether its rows are of the newest migration level that this program knows. */
  isLatest: boolean
}

/** Reads every byte of a backup; throws a Failure that names the first file that has changed. */
export async function checkBackup(folder: string): Promise<Checked> {
  const manifest = await readManifest(folder)
  const isLatest = await checkLevel(manifest)
  for (const [path, seal] of Object.entries(manifest.files)) await checkFile(folder, path, seal)
  for await (const object of objectLinesIn(join(folder, OBJECTS))) {
    await checkFile(folder, pathOf(object), object)
  }
  return { manifest, isLatest }
}

async function checkFile(folder: string, path: string, { bytes, sha256 }: Seal): Promise<void> {
  const found = await sealOf(join(folder, path)).catch((error) => {
    const what = codeOf(error) === 'ENOENT' ? 'is missing' : `cannot be read (${codeOf(error)})`
    throw new Failure(1, `The backup is damaged: ${path} ${what}. Nothing was restored.`)
  })
  if (found.bytes !== bytes || found.sha256 !== sha256) {
    throw new Failure(
      1,
      `The backup is damaged: ${path} has been changed (wrong SHA-256). Nothing was restored.`,
    )
  }
}

async function checkLevel({ migrations }: Manifest): Promise<boolean> {
  const known = await readMigrations(MIGRATIONS)
  for (const { name, checksum } of migrations) {
    const own = known.find((one) => one.name === name)
    if (own === undefined) {
      throw new Failure(
        1,
        `The backup was made by a newer version (unknown migration: ${name}). Restore it with ` +
          'that version.',
      )
    }
    if (own.checksum !== checksum) {
      throw new Failure(1, `Migration ${name} differs from the one that the backup was made with.`)
    }
  }
  return migrations.length === known.length
}
