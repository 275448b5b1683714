/** A folder that appears complete or not at all. */
import { randomBytes } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { synced } from '../outside/files.ts'
import { Failure } from '../process/failure.ts'
import { explained } from './explained.ts'

/**
 * Lets `fill` write to a draft beside `folder`, syncs the directories in it and renames it. The
 * draft is removed when `fill` fails and on SIGINT, SIGTERM and SIGHUP; a process that is killed
 * leaves `<folder>.<8 digits>.unfinished`.
 */
export async function withDraft<T>(folder: string, fill: (draft: string) => Promise<T>) {
  const place = resolve(folder)
  if (existsSync(place)) throw new Failure(1, `${folder} already exists; name a new folder.`)
  // It may be a file system that is not mounted, so it is not created.
  const parent = dirname(place)
  if (!existsSync(parent)) throw new Failure(1, `No backup was made: ${parent} does not exist.`)
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
    throw explained(error, `No backup was made`)
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
