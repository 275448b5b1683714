/** Whether a backup is whole, and one that this program can restore. */
import { opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { MIGRATIONS } from '../../outside/database/empty.ts'
import { readMigrations } from '../../outside/database/migrate.ts'
import { systemCode } from '../../outside/files.ts'
import { type Seal, sealOf } from '../../outside/folders/sealed-files.ts'
import { ProgramFailure } from '../../process/failure.ts'
import type { Report } from '../../process/progress.ts'
import { MANIFEST, type Manifest, OBJECTS, readManifest } from './manifest.ts'
import { objectLinesIn, pathOf } from './object-files.ts'

export interface Checked {
  manifest: Manifest
  /** Whether its rows are of the newest migration level that this program knows. */
  isLatest: boolean
}

/**
 * Reads every byte of a backup; throws a ProgramFailure that names the first file that has
 * changed, or that does not belong to the backup.
 */
export async function checkBackup(folder: string, report: Report): Promise<Checked> {
  const manifest = await readManifest(folder)
  const isLatest = await checkLevel(manifest)
  const found = new Set<string>()
  for await (const path of filesIn(folder)) found.add(path)
  found.delete(MANIFEST)
  let checked = 0
  async function check(path: string, seal: Seal): Promise<void> {
    if (!found.delete(path)) throw damaged(path, 'is missing')
    await checkFile(folder, path, seal)
    checked += 1
    report('Checked', checked, 'files', checked + found.size)
  }
  for (const [path, seal] of Object.entries(manifest.files)) await check(path, seal)
  for await (const object of objectLinesIn(join(folder, OBJECTS))) {
    await check(pathOf(object), object)
  }
  for (const path of found) throw damaged(path, 'does not belong to it')
  return { manifest, isLatest }
}

const damaged = (path: string, what: string) =>
  new ProgramFailure(1, `The backup is damaged: ${path} ${what}. Nothing was restored.`)

/** The files in a folder, as paths from there. What is neither a file nor a folder is refused. */
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

async function checkLevel({ migrations }: Manifest): Promise<boolean> {
  const known = await readMigrations(MIGRATIONS)
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
  return migrations.length === known.length
}
