/** The data directory: making it, and telling what is wrong with it. */
import { existsSync } from 'node:fs'
import { mkdir, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ifThere, synced, systemCode, writeWhole } from './files.ts'

/** The data directory, or what stands in it, cannot be used; the message, one line, says why. */
export class UnusableDirectory extends Error {
  override readonly name: string = 'UnusableDirectory'
}

/** System errors of a wrong path; a full disk, for one, is not the fault of the path. */
const faults = [
  ...['EACCES', 'EEXIST', 'EINVAL', 'EISDIR', 'ELOOP', 'ENAMETOOLONG'],
  ...['ENOENT', 'ENOTDIR', 'EPERM', 'EROFS'],
]

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
 * Makes a directory that does not exist, and those above it, for their owner only. Not by `mkdir`'s
 * own `recursive`, which asks for ever where the system lets no one make one, such as /proc/x.
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

/** A directory that lets others add names may keep them from reading it, and from syncing it. */
function unreadable(error: unknown): void {
  if (systemCode(error) !== 'EACCES') throw error
}

const isDirectory = async (path: string) => (await ifThere(stat(path)))?.isDirectory() ?? false

/** Says that there has been an embedded database. */
export const madeFile = 'database.made'
/** Says that one was begun; what it holds is nothing. */
export const unfinishedFile = 'database.unfinished'
/** Says that not all files of the database may be on disk: it was opened as not durable. */
export const unsyncedFile = 'database.unsynced'
/** What a data directory holds once a service has run there, on whatever database. */
const traceFiles = [madeFile, 'operator.key', 'secret.key']

/** Whether the data directory has an embedded database that was made to its end. */
export const hasDatabase = (dataDir: string) =>
  ['database/PG_VERSION', madeFile].every((name) => existsSync(join(dataDir, name)))

/**
 * Whether a start makes a new embedded database, because there has never been one. Throws
 * `UnusableDirectory` if there has been one that is lost.
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

/** The file that a restore writes first and removes at its end (test/operations/backup). */
const restoringFile = 'restore.unfinished'

/** The mark of a restore into the data directory that has begun but not ended. */
export const restoreMark = (dataDir: string) => join(dataDir, restoringFile)

/** Marks the data directory, which is made if it is not there. */
export async function markRestore(dataDir: string): Promise<void> {
  await makeDirectory(dataDir)
  const text = 'A restore into this directory is not complete yet.\n'
  await writeWhole(restoreMark(dataDir), Buffer.from(text))
}

/** Throws `UnusableDirectory` if a restore was interrupted, because data is missing then. */
export function expectRestored(dataDir: string): void {
  if (!existsSync(restoreMark(dataDir))) return
  throw new UnusableDirectory(
    `A restore into ${dataDir} was interrupted. Run it again with the same backup, or set ` +
      'another DATA_DIR and database.',
  )
}
