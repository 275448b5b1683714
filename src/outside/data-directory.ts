/** Creates the data directory, and checks its state. */
import { existsSync } from 'node:fs'
import { mkdir, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { words } from '../base/names.ts'
import { ifThere, synced, systemCode, writeWhole } from './files.ts'

/** The data directory or its content is unusable; the message says why, in one line. */
export class UnusableDirectory extends Error {
  override readonly name: string = 'UnusableDirectory'
}

/** System errors that the path causes, unlike a full disk, for example. */
const faults = words('EACCES EEXIST EINVAL EISDIR ELOOP ENAMETOOLONG ENOENT ENOTDIR EPERM EROFS')

/** Runs `work` on the data directory. Throws `UnusableDirectory` if the path is unusable. */
export async function inDirectory<T>(directory: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    if (!faults.includes(code)) throw error
    const sentence =
      `Cannot use the data directory ${directory}: ${message}. Check its path and permissions, ` +
      'or set another DATA_DIR.'
    throw new UnusableDirectory(sentence, { cause: error })
  }
}

/**
 * Creates a missing directory and its missing parents, accessible by their owner only. Without
 * `recursive` of `mkdir`, which loops for ever where directories cannot be created, such as in
 * /proc/x.
 */
export async function makeDirectory(directory: string): Promise<void> {
  if (await isDirectory(directory)) return
  const above = dirname(directory)
  if (above !== directory) await makeDirectory(above)
  try {
    await mkdir(directory, 0o700)
    await synced(above).catch(unreadable)
  } catch (error) {
    if (await isDirectory(directory)) return // another process was faster
    if (systemCode(error) !== 'EEXIST') throw error
    throw Object.assign(new Error(`${directory} is not a directory`), { code: 'ENOTDIR' })
  }
}

/** A directory that is writable but not readable cannot be opened to be synced. */
function unreadable(error: unknown): void {
  if (systemCode(error) !== 'EACCES') throw error
}

const isDirectory = async (path: string) => (await ifThere(stat(path)))?.isDirectory() ?? false

/** Exists once an embedded database has been created. */
export const madeFile = 'database.made'
/** Exists while an embedded database is being created; it has no data yet. */
export const unfinishedFile = 'database.unfinished'
/**
 * Exists if some files of the database may not be on disk, because it was opened as not durable.
 */
export const unsyncedFile = 'database.unsynced'
/** Files of a data directory that a service has used, with whichever database. */
const traceFiles = [madeFile, 'operator.key', 'secret.key']

/** Whether the data directory has an embedded database whose creation was completed. */
export const hasDatabase = (dataDir: string) =>
  ['database/PG_VERSION', madeFile].every((name) => existsSync(join(dataDir, name)))

/**
 * Whether a start creates a new embedded database, because there has never been one. Throws
 * `UnusableDirectory` if there has been one, but it is missing.
 */
export async function isNewDatabase(dataDir: string): Promise<boolean> {
  const directory = join(dataDir, 'database')
  const has = (name: string) => existsSync(join(dataDir, name))
  if (has(unfinishedFile) && !has(madeFile)) return true
  if (has('database/PG_VERSION')) return false
  if (existsSync(directory) && (await readdir(directory)).length > 0) {
    throw new UnusableDirectory(
      `No database in ${directory}, although the directory is not empty (PG_VERSION is missing). ` +
        `Restore all of ${dataDir} from a backup, or set another DATA_DIR.`,
    )
  }
  const traces = traceFiles.filter(has)
  if (traces.length === 0) return true
  const names = traces.join(' and ')
  throw new UnusableDirectory(
    `No database in ${directory}, although ${dataDir} has been used before (it contains ` +
      `${names}). Restore all of ${dataDir} from a backup, or set DATABASE_URL if the data is on ` +
      `a PostgreSQL server. To begin with an empty database, set another DATA_DIR or delete ` +
      `${names}.`,
  )
}

/** A restore writes this file first and removes it last (test/operations/backup). */
const restoringFile = 'restore.unfinished'

/** The path of the mark of an unfinished restore into the data directory. */
export const restoreMark = (dataDir: string) => join(dataDir, restoringFile)

/** Marks the data directory, creating it if necessary. */
export async function markRestore(dataDir: string): Promise<void> {
  await makeDirectory(dataDir)
  const text = 'A restore into this directory is not complete yet.\n'
  await writeWhole(restoreMark(dataDir), Buffer.from(text))
}

/** Throws `UnusableDirectory` if a restore was interrupted: data is missing. */
export function expectRestored(dataDir: string): void {
  if (!existsSync(restoreMark(dataDir))) return
  throw new UnusableDirectory(
    `A restore into ${dataDir} was interrupted. Run it again with the same backup, or set ` +
      'another DATA_DIR and database.',
  )
}
