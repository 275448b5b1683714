/** Files: read where they may not be there, written whole. */
import { randomBytes } from 'node:crypto'
import { open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** What the system says went wrong, as ENOENT. */
export const systemCode = (error: unknown) => (error as NodeJS.ErrnoException).code ?? ''

/** The file system's answer, or undefined if there is no such file. */
export async function ifThere<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch((error) => {
    if (systemCode(error) === 'ENOENT') return undefined
    throw error
  })
}

/** Brings a file to disk, or the names in a directory: only then a new one is safe. */
export async function synced(path: string): Promise<void> {
  const file = await open(path, 'r')
  await file.sync().finally(() => file.close())
}

/** Brings a directory with everything in it to disk, though not its own name. */
export async function syncedTree(directory: string): Promise<void> {
  const entries = await readdir(directory, { withFileTypes: true })
  const pathOf = ({ name }: { name: string }) => join(directory, name)
  await Promise.all(
    entries.filter((entry) => entry.isDirectory()).map((folder) => syncedTree(pathOf(folder))),
  )
  // One by one: a directory may have more files than a process may open.
  for (const entry of entries) if (entry.isFile()) await synced(pathOf(entry))
  await synced(directory)
}

/** Drafts that a process left which was killed. */
export const isDraft = (name: string) => /^\.[\da-f]{16}\.tmp$/.test(name)

/** Writes a file whole or not at all, in the place of one that is there, and to disk. */
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
