/** Creates a folder atomically (test/operations/backup/draft-folder). */
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { lstat, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { ifThere, synced } from '../files.ts'

/**
 * Calls `fill` with a draft beside `folder`, then syncs the directories in it and renames it.
 * Removes the draft if `fill` fails and on SIGINT, SIGTERM and SIGHUP; a killed process leaves
 * `<folder>.<8 digits>.unfinished`. Throws an Error with a sentence if `folder` exists, or its
 * parent does not.
 */
export async function withDraft<T>(
  folder: string,
  fill: (draft: string) => Promise<T>,
): Promise<T> {
  const place = resolve(folder)
  if (await ifThere(lstat(place))) throw new Error(`${folder} already exists; name a new folder.`)
  // Not created if missing, as it may be an unmounted file system.
  const parent = dirname(place)
  if (!(await ifThere(lstat(parent)))) throw new Error(`${parent} does not exist; create it first.`)
  const draft = `${place}.${randomBytes(4).toString('hex')}.unfinished`
  const stop = () => {
    rmSync(draft, { recursive: true, force: true })
    process.exit(1)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, stop)
  try {
    await mkdir(draft, { mode: 0o700 })
    const value = await fill(draft)
    await syncFolders(draft)
    await rename(draft, place)
    await synced(parent)
    return value
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  } finally {
    for (const signal of signals) process.off(signal, stop)
  }
}

async function syncFolders(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true })
  for (const entry of entries) {
    if (entry.isDirectory()) await syncFolders(join(folder, entry.name))
  }
  await synced(folder)
}
