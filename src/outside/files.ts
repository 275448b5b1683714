/** Reads files that may be missing, and writes files atomically. */
import { randomBytes } from 'node:crypto'
import { open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

/** The code of a system error, such as ENOENT; empty for other errors. */
export const systemCode = (error: unknown) => (error as NodeJS.ErrnoException).code ?? ''

/** The result of `work`, or undefined if the file does not exist. */
export async function ifThere<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch((error) => {
    if (systemCode(error) === 'ENOENT') return undefined
    throw error
  })
}

/** Syncs a file, or the names in a directory; a new file needs both. */
export async function synced(path: string): Promise<void> {
  const file = await open(path, 'r')
  await file.sync().finally(() => file.close())
}

/** Files synced at a time: the disk writes several together, and few are open. */
const syncsAtOnce = 8

/** Syncs a directory and everything in it, but not its own name. */
export async function syncedTree(directory: string): Promise<void> {
  const paths = [directory, ...(await readdir(directory, { recursive: true }))].values()
  const syncRest = async () => {
    for (const path of paths) await synced(resolve(directory, path))
  }
  await Promise.all(Array.from({ length: syncsAtOnce }, syncRest))
}

/** The name of a draft, which a killed process may leave behind. */
export const isDraft = (name: string) => /^\.[\da-f]{16}\.tmp$/.test(name)

/** Writes and syncs a file atomically, replacing any existing one. */
export async function writeWhole(path: string, content: Uint8Array, mode = 0o600): Promise<void> {
  const draft = join(dirname(path), `.${randomBytes(8).toString('hex')}.tmp`)
  try {
    const file = await open(draft, 'wx', mode)
    await file
      .writeFile(content)
      .then(() => file.sync())
      .finally(() => file.close())
    await rename(draft, path)
    await synced(dirname(path))
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
