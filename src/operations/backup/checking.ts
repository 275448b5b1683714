/** Checks that a backup is complete, and that this version can restore it. */
import { opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { since1 } from '../../outside/database/before-1.0.ts'
import { migrationsFolder } from '../../outside/database/empty.ts'
import { readMigrations } from '../../outside/database/migrate.ts'
import { systemCode } from '../../outside/files.ts'
import { type Seal, sealOf } from '../../outside/folders/sealed-files.ts'
import { ProgramFailure } from '../../process/failure.ts'
import type { Report } from '../../process/progress.ts'
import { type Manifest, manifestFile, objectsFile, readManifest } from './manifest.ts'
import { objectLinesIn, pathOf } from './object-files.ts'

interface Checked {
  manifest: Manifest
  /** Whether its rows have this version's latest migration level. */
  isLatest: boolean
}

/**
 * Reads every byte of a backup; throws a ProgramFailure that names the first file that has changed
 * or does not belong to it.
 */
export async function checkBackup(folder: string, report: Report): Promise<Checked> {
  const { manifest, isLatest } = await checkLevel(await readManifest(folder))
  const found = new Set<string>()
  for await (const path of filesIn(folder)) found.add(path)
  found.delete(manifestFile)
  let checked = 0
  async function check(path: string, seal: Seal): Promise<void> {
    if (!found.delete(path)) throw damaged(path, 'is missing')
    await checkFile(folder, path, seal)
    checked += 1
    report('Checked', checked, 'files', checked + found.size)
  }
  for (const [path, seal] of Object.entries(manifest.files)) await check(path, seal)
  for await (const object of objectLinesIn(join(folder, objectsFile))) {
    await check(pathOf(object), object)
  }
  for (const path of found) throw damaged(path, 'does not belong to it')
  return { manifest, isLatest }
}

const damaged = (path: string, what: string) =>
  new ProgramFailure(1, `The backup is damaged: ${path} ${what}. Nothing was restored.`)

/** The files in a folder, as relative paths. Refuses anything but files and folders. */
async function* filesIn(folder: string, below = ''): AsyncGenerator<string> {
  for await (const entry of await opendir(join(folder, below))) {
    const path = join(below, entry.name)
    if (entry.isDirectory()) yield* filesIn(folder, path)
    else if (entry.isFile()) yield path
    else throw damaged(path, 'is not a regular file')
  }
}

async function checkFile(folder: string, path: string, { bytes, sha256 }: Seal): Promise<void> {
  const found = await sealOf(join(folder, path)).catch((error) => {
    throw damaged(path, `cannot be read (${systemCode(error)})`)
  })
  if (found.bytes !== bytes || found.sha256 !== sha256) {
    throw damaged(path, 'has been changed (wrong SHA-256)')
  }
}

/**
 * The manifest with migrations as this version records them; throws a ProgramFailure for unknown
 * ones.
 */
async function checkLevel(manifest: Manifest): Promise<Checked> {
  const known = await readMigrations(migrationsFolder)
  const migrations = since1(manifest.migrations, known)
  if (migrations === null) {
    throw new ProgramFailure(
      1,
      'The backup was made by a version before 1.0, but not by the last of these. Restore it ' +
        'with the last version before 1.0, start that, and back up again.',
    )
  }
  for (const { name, checksum } of migrations) {
    const own = known.find((one) => one.name === name)
    if (own === undefined) {
      throw new ProgramFailure(
        1,
        `The backup was made by a newer version (unknown migration: ${name}). Restore it with ` +
          'that version.',
      )
    }
    if (own.checksum !== checksum) {
      throw new ProgramFailure(
        1,
        `Migration ${name} differs from the one that the backup was made with.`,
      )
    }
  }
  const isLatest = migrations.length === known.length
  return { manifest: { ...manifest, migrations: [...migrations] }, isLatest }
}
