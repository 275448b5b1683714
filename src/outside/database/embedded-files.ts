/**
 * The files of the embedded database, `database` in the data directory. They are created only in a
 * directory that never had any: a lost database is an error, not a reason to begin an empty one.
 */
import { existsSync } from 'node:fs'
import { chmod, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import {
  isNewDatabase,
  madeFile,
  makeDirectory,
  UnusableDirectory,
  unfinishedFile,
  unsyncedFile,
} from '../data-directory.ts'
import { syncedTree, writeWhole } from '../files.ts'
import { Disk } from './embedded-disk.ts'
import type { Reserve } from './embedded-reserve.ts'
import { emptyDatabase } from './empty.ts'

const ownerOnly = 0o700

/**
 * PGlite's own settings, but fewer shared buffers than its 160 MiB, all of which stay in memory:
 * other pages are read from the system's file cache.
 */
const startParams = [
  ...PGlite.defaultStartParams,
  ...['-c', 'shared_buffers=32MB'],
  // Limits the old log files that are kept for reuse; see embedded-session.ts.
  ...['-c', 'max_wal_size=128MB'],
]

/** PostgreSQL asks for what has to be on disk, by the only such call that PGlite passes on. */
const durableParams = ['-c', 'fsync=on', '-c', 'wal_sync_method=fsync']

/** How files are written, and how a new database is created. */
export interface Making {
  /** Writes survive a power cut; they do unless this is false. */
  isDurable?: boolean | undefined
  /** Without migrations. */
  isBare?: boolean | undefined
  /** Called before its first file exists. */
  beforeMade?: (() => Promise<void>) | undefined
}

/**
 * Opens the database of `dataDir`; creates it if `dataDir` never had one. Throws
 * `UnusableDirectory` if it is lost or cannot be read, and ENOSPC on a full disk.
 *
 * An interrupted creation leaves a directory that may never open, but holds no data. The file
 * `database.unfinished` marks it, and the next start begins anew.
 */
export async function openFiles(
  dataDir: string,
  reserve: Reserve,
  { isDurable = true, isBare = false, beforeMade }: Making = {},
): Promise<{ database: PGlite; disk: Disk }> {
  const directory = join(dataDir, 'database')
  const unfinished = join(dataDir, unfinishedFile)
  const made = join(dataDir, madeFile)
  const unsynced = join(dataDir, unsyncedFile)
  const isNew = await isNewDatabase(dataDir)
  if (isNew) {
    await beforeMade?.()
    await mark(
      unfinished,
      'The database in this directory is being created and is not complete yet.',
    )
    await empty(directory)
  }
  await makeDirectory(directory)
  await chmod(directory, ownerOnly) // PGlite makes its files readable to all
  const fs = new Disk(directory, reserve)
  fs.isUnfinished = isNew
  const options = { fs, startParams: [...startParams, ...(isDurable ? durableParams : [])] }
  const opening = isNew ? make(options, isBare) : open(dataDir, directory, options)
  const database = await opening.catch((error) => {
    throw reserve.hasRefused ? fullDisk(error) : error
  })
  fs.isUnfinished = false
  const isUnsynced = isNew || existsSync(unsynced)
  if (!isDurable) await mark(unsynced, 'The database in this directory is not durable.')
  else if (isUnsynced) await syncedTree(directory)
  if (isDurable) await rm(unsynced, { force: true })
  await rm(unfinished, { force: true })
  if (!existsSync(made))
    await mark(made, 'This directory holds a database. Keep this file together with it.')
  reserve.refill()
  return { database, disk: fs }
}

const mark = (path: string, text: string) => writeWhole(path, Buffer.from(`${text}\n`))

/** PGlite does not say why it could not write. */
const fullDisk = (cause: unknown) =>
  Object.assign(new Error('no space left on device', { cause }), { code: 'ENOSPC' })

/** Without the archive that `npm run client` makes, PGlite creates the files itself. */
async function make(options: PGliteOptions, isBare: boolean): Promise<PGlite> {
  const archive = await emptyDatabase()
  if (isBare || !existsSync(archive)) return PGlite.create(options)
  const loadDataDir = new Blob([await readFile(archive)], { type: 'application/x-gzip' })
  return PGlite.create({ ...options, loadDataDir })
}

/** Replaces PGlite's errors for a damaged database, such as `Aborted()`, which explain nothing. */
async function open(dataDir: string, directory: string, options: PGliteOptions): Promise<PGlite> {
  try {
    return await PGlite.create(options)
  } catch (error) {
    // Errors of the system, and a lack of memory, explain themselves.
    if (!(error instanceof Error) || 'code' in error || error instanceof RangeError) throw error
    throw new UnusableDirectory(
      `Cannot open the database in ${directory}: it is damaged, or was created by another ` +
        `version. Restore all of ${dataDir} from a backup.`,
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
