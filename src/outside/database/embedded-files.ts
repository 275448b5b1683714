/**
 * The files of the embedded database, `database` in the data directory: a new one is made where
 * there has never been one; one that was lost is told, and never made anew behind its accounts'
 * back.
 */
import { existsSync } from 'node:fs'
import { chmod, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { makeDirectory, UnusableDirectory } from '../data-directory.ts'
import { emptyDatabase } from './empty.ts'

const OWNER_ONLY = 0o700

/**
 * PGlite's own settings, and fewer shared buffers than its 160 MiB, all of which stay in memory:
 * what is not in them is read from the system's cache of files.
 */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB']

/** Says that there has been a database. */
const MADE = 'database.made'
/** What a data directory holds once a service has run there, on whatever database. */
const TRACES = [MADE, 'operator.key', 'secret.key']

/**
 * Opens the database of `dataDir`; makes it where `dataDir` has had none. Throws
 * `UnusableDirectory` where it is lost or cannot be read.
 *
 * Making it takes a while. If that is cut short, it leaves a directory that may never open again
 * and that nothing has been stored in; the mark `database.unfinished` says so, and the next start
 * begins anew. `isBare`: a new one gets no migration.
 */
export async function openFiles(dataDir: string, isBare = false): Promise<PGlite> {
  const directory = join(dataDir, 'database')
  const unfinished = join(dataDir, 'database.unfinished')
  const made = join(dataDir, MADE)
  if (existsSync(unfinished) && !existsSync(made)) await empty(directory)
  else await expectNoneLost(dataDir, directory)
  const isNew = !existsSync(join(directory, 'PG_VERSION'))
  if (isNew)
    await writeFile(
      unfinished,
      'The database in this directory is being created and is not complete yet.\n',
    )
  await makeDirectory(directory)
  await chmod(directory, OWNER_ONLY) // PGlite's own files are readable by everybody
  const database = isNew ? await make(directory, isBare) : await open(dataDir, directory)
  await rm(unfinished, { force: true })
  if (!existsSync(made))
    await writeFile(made, 'This directory holds a database. Keep this file together with it.\n')
  return database
}

async function expectNoneLost(dataDir: string, directory: string): Promise<void> {
  if (existsSync(join(directory, 'PG_VERSION'))) return
  if ((await namesIn(directory)).length > 0) {
    throw new UnusableDirectory(
      `No database in ${directory}, although the directory is not empty (PG_VERSION is missing). ` +
        `Restore all of ${dataDir} from a backup, or set another DATA_DIR.`,
    )
  }
  const traces = TRACES.filter((name) => existsSync(join(dataDir, name)))
  if (traces.length === 0) return
  const names = traces.join(' and ')
  throw new UnusableDirectory(
    `No database in ${directory}, although ${dataDir} has been used before (it contains ` +
      `${names}). Restore all of ${dataDir} from a backup, or set DATABASE_URL if the data is on ` +
      `a PostgreSQL server. To begin with an empty database, set another DATA_DIR or delete ` +
      `${names}.`,
  )
}

/** Where the empty one has not been made (`npm run client`), PGlite makes the files itself. */
async function make(directory: string, isBare: boolean): Promise<PGlite> {
  const archive = await emptyDatabase()
  if (isBare || !existsSync(archive)) return PGlite.create(directory, { startParams })
  const loadDataDir = new Blob([await readFile(archive)], { type: 'application/x-gzip' })
  return PGlite.create(directory, { loadDataDir, startParams })
}

/** What PGlite throws for a damaged database, such as `Aborted()`, helps no one. */
async function open(dataDir: string, directory: string): Promise<PGlite> {
  try {
    return await PGlite.create(directory, { startParams })
  } catch (error) {
    // The system's own words, and memory that is not to be had, say more than this could.
    if (!(error instanceof Error) || 'code' in error || error instanceof RangeError) throw error
    throw new UnusableDirectory(
      `Cannot open the database in ${directory}: it is damaged, was created by another version, ` +
        `or the disk is full. Free disk space, or restore all of ${dataDir} from a backup.`,
      { cause: error },
    )
  }
}

/** The directory itself stays: it may be a link or a disk of its own. */
async function empty(directory: string): Promise<void> {
  for (const name of await namesIn(directory)) await rm(join(directory, name), { recursive: true })
}

async function namesIn(directory: string): Promise<string[]> {
  return existsSync(directory) ? await readdir(directory) : []
}
