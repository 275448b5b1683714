/** What is backed up and restored: the database and the objects that the settings name. */
import type { ClientBase } from 'pg'
import { hasDatabase, UnusableDirectory } from '../outside/data-directory.ts'
import { connect } from '../outside/database/database.ts'
import { DataDirectoryInUse } from '../outside/database/lock.ts'
import type { ObjectStore } from '../outside/objects/objects.ts'
import { openObjectStore } from '../outside/objects/open.ts'
import { Failure } from '../process/failure.ts'
import type { Config } from '../settings/config.ts'

export interface Parts {
  objects: ObjectStore
  /** Runs `work` on a connection without statement timeout. */
  withClient<T>(work: (client: ClientBase) => Promise<T>): Promise<T>
  close(): Promise<void>
}

const quiet = { info() {}, warn() {}, error() {} }

interface PartsOptions {
  /** Whether an embedded database must be there already. */
  mustExist: boolean
  /** Whether a new embedded database begins without migrations. */
  isBare?: boolean
}

/** Opens both. Throws a Failure that says what to do. */
export async function openParts(config: Config, options: PartsOptions): Promise<Parts> {
  const { databaseUrl, databaseDirectUrl: url = databaseUrl, dataDir } = config
  if (options.mustExist && url === undefined && !hasDatabase(dataDir)) {
    throw new Failure(1, `There is no database in ${dataDir}; check DATA_DIR and DATABASE_URL.`)
  }
  const { isBare = false } = options
  const database = await connect({ url, dataDir, isBare, poolSize: 1, log: quiet }).catch((error) =>
    cannotOpen(error),
  )
  // Nothing is signed here.
  const objects = await openObjectStore({ config, secret: '', clock: () => new Date() })
  return {
    objects,
    withClient: (work) => database.withMigrationClient(work),
    async close() {
      objects.close()
      await database.close()
    },
  }
}

function cannotOpen(error: unknown): never {
  if (error instanceof DataDirectoryInUse) {
    const { pid, host } = error.holder
    throw new Failure(
      1,
      `Process ${pid} on ${host} uses the embedded database, which only one process can open. ` +
        'Stop the service first.',
    )
  }
  if (error instanceof UnusableDirectory) throw new Failure(1, error.message)
  const reason = error instanceof Error ? error.message : String(error)
  throw new Failure(1, `Cannot open the database: ${reason}.`)
}
