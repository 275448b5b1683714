/** Opens the configured database and object store, for commands that need no service. */
import type { ClientBase } from 'pg'
import { reasonOf } from '../../base/reason.ts'
import { expectRestored, hasDatabase, UnusableDirectory } from '../../outside/data-directory.ts'
import { connect, type DatabaseOptions } from '../../outside/database/database.ts'
import type { Making } from '../../outside/database/embedded-files.ts'
import { DataDirectoryInUse } from '../../outside/database/lock.ts'
import { silent } from '../../outside/database/pool.ts'
import { isDiskFull } from '../../outside/disk-full.ts'
import type { ObjectStore } from '../../outside/objects/objects.ts'
import { openObjectStore } from '../../outside/objects/open-object-store.ts'
import { ProgramFailure } from '../../process/failure.ts'
import type { Config } from '../../settings/config.ts'
import { explained } from './command-failure.ts'

export interface Parts {
  objects: ObjectStore
  /** Runs `work` on a connection without statement timeout. */
  withClient<T>(work: (client: ClientBase) => Promise<T>): Promise<T>
  close(): Promise<void>
}

interface Expected {
  /** Whether an embedded database must exist already. */
  mustExist?: boolean
  /** Whether to refuse a data directory with an interrupted restore. */
  mustBeRestored?: boolean
}

/**
 * Opens the database with `open`, on one connection that bypasses any pooler, and the object store.
 * Throws a ProgramFailure that says what to do.
 */
export async function openStores<D extends { close(): Promise<void> }>(
  config: Config,
  { mustExist = false, mustBeRestored = true }: Expected,
  open: (options: DatabaseOptions) => Promise<D>,
) {
  const { databaseUrl, databaseDirectUrl: url = databaseUrl, dataDir } = config
  const isDurable = config.databaseDurable
  if (mustExist && url === undefined && !hasDatabase(dataDir)) {
    throw new ProgramFailure(
      1,
      `There is no database in ${dataDir}; check DATA_DIR and DATABASE_URL.`,
    )
  }
  const opened = async () => {
    if (mustBeRestored) expectRestored(dataDir)
    return open({ url, dataDir, isDurable, poolSize: 1, isForCommand: true, log: silent })
  }
  const database = await opened().catch(cannotOpen)
  // These commands do not sign anything.
  const objects = await openObjectStore({ config, secret: '', clock: () => new Date() })
  return {
    database,
    objects,
    async close() {
      objects.close()
      await database.close()
    },
  }
}

/** Opens both for a backup or a restore, which specifies how to create an embedded database. */
export async function openParts(
  config: Config,
  { isBare, beforeMade, ...expected }: Expected & Making,
): Promise<Parts> {
  const { database, ...stores } = await openStores(config, expected, (options) =>
    connect({ ...options, isBare, beforeMade }),
  )
  return { ...stores, withClient: (work) => database.withMigrationClient(work) }
}

function cannotOpen(error: unknown): never {
  if (error instanceof ProgramFailure) throw error
  if (error instanceof DataDirectoryInUse) {
    const { pid, host } = error.holder
    throw new ProgramFailure(
      1,
      `Process ${pid} on ${host} uses the embedded database, which only one process can open. ` +
        'Stop the service first.',
    )
  }
  if (error instanceof UnusableDirectory) throw new ProgramFailure(1, error.message)
  if (isDiskFull(error)) throw explained(error, 'Cannot open the database')
  throw new ProgramFailure(1, `Cannot open the database: ${reasonOf(error)}.`)
}
