/**
 * The files of the embedded database, `database` in the data directory: a new one is made where
 * there has never been one; one that was lost is told, and never made anew behind its accounts'
 * back.
 */
import { existsSync } from 'node:fs'
import { chmod, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { makeDirectory, UnusableDirectory } from '../data-directory.ts'

const OWNER_ONLY = 0o700

/** Says that there has been a database. */
const MADE = 'database.made'
/** What a data directory holds once a service has run there, on whatever database. */
const TRACES = [MADE, 'operator.key', 'secret.key']

/**
 * Opens the database of `dataDir`; makes it where `dataDir` has had none. Throws
 * `UnusableDirectory` where it is lost or cannot be read.
 *
 * Making it takes seconds. If that is cut short, it leaves a directory that never opens again and
 * that nothing has been stored in; the mark `database.unfinished` says so, and the next start
 * begins anew.
 */
export async function openFiles(dataDir: string): Promise<PGlite> {
  const directory = join(dataDir, 'database')
  const unfinished = join(dataDir, 'database.unfinished')
  const made = join(dataDir, MADE)
  if (existsSync(unfinished) && !existsSync(made)) await empty(directory)
  else await expectNoneLost(dataDir, directory)
  const isNew = !existsSync(join(directory, 'PG_VERSION'))
  if (isNew) await writeFile(unfinished, 'The first start of the database has not ended.\n')
  await makeDirectory(directory)
  await chmod(directory, OWNER_ONLY) // PGlite's own files are readable by everybody
  const database = isNew ? await PGlite.create(directory) : await open(dataDir, directory)
  await rm(unfinished, { force: true })
  if (!existsSync(made)) await writeFile(made, 'A database was made here, and is expected here.\n')
  return database
}

async function expectNoneLost(dataDir: string, directory: string): Promise<void> {
  if (existsSync(join(directory, 'PG_VERSION'))) return
  if ((await namesIn(directory)).length > 0) {
    throw new UnusableDirectory(
      `${directory} is not empty, but holds no database (PG_VERSION is missing); restore all of ` +
        `${dataDir} from a backup, or use another DATA_DIR`,
    )
  }
  const traces = TRACES.filter((name) => existsSync(join(dataDir, name)))
  if (traces.length === 0) return
  const [names, verb] = [traces.join(' and '), traces.length > 1 ? 'say' : 'says']
  throw new UnusableDirectory(
    `there is no database in ${directory}, but ${names} ${verb} that ${dataDir} has been in use; ` +
      `restore all of it from a backup, or set DATABASE_URL if the data is on a server; for a ` +
      `new, empty database use another DATA_DIR, or delete ${names}`,
  )
}

/** What PGlite throws for a damaged database, such as `Aborted()`, helps no one. */
async function open(dataDir: string, directory: string): Promise<PGlite> {
  try {
    return await PGlite.create(directory)
  } catch (error) {
    // The system's own words, and memory that is not to be had, say more than this could.
    if (!(error instanceof Error) || 'code' in error || error instanceof RangeError) throw error
    throw new UnusableDirectory(
      `the database in ${directory} cannot be opened: it is damaged, of another version, or its ` +
        `disk is full; make room if it is full, else restore all of ${dataDir} from a backup`,
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
