/** The connection to the embedded database, PGlite in `DATA_DIR/database`. */
import { existsSync } from 'node:fs'
import { chmod, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { inDirectory, makeDirectory } from '../data-directory.ts'
import { lockDirectory } from './lock.ts'
import { createPool, type PoolHooks } from './pool.ts'
import type { Connections } from './server.ts'
import { WireStream } from './wire.ts'

/** How long a statement waits for the one connection before it is refused. */
const QUEUE_TIMEOUT_MS = 10_000
const OWNER_ONLY = 0o700

/**
 * Opens the embedded database of `dataDir`, which is made if it does not exist, and holds the lock
 * on it until `close`. It has one connection: inside a transaction, the outer database waits for
 * the end of that transaction. Throws `DataDirectoryInUse` and `UnusableDirectory`.
 */
export function openEmbedded(dataDir: string, hooks: PoolHooks): Promise<Connections> {
  return inDirectory(dataDir, () => open(dataDir, hooks))
}

async function open(dataDir: string, hooks: PoolHooks): Promise<Connections> {
  await makeDirectory(dataDir)
  const lock = lockDirectory(dataDir, () => {
    hooks.log.error({ dataDir }, 'another process has taken over the data directory; ending')
    process.exit(1) // before a write of this one spoils what the other has written
  })
  try {
    const backend = await openBackend(dataDir)
    const pool = createPool(
      {
        max: 1,
        idleTimeoutMillis: 0,
        connectionTimeoutMillis: QUEUE_TIMEOUT_MS,
        user: 'postgres',
        database: 'postgres',
        ssl: false,
        stream: () => new WireStream(backend),
      },
      hooks,
    )
    return {
      pool,
      async withMigrationClient(work) {
        const client = await pool.connect()
        try {
          return await work(client)
        } finally {
          client.release(true)
        }
      },
      async close() {
        await pool.end()
        await backend.close()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/**
 * The first start takes seconds. If it is cut short, it leaves a directory that never opens again
 * and that nothing has been stored in; a mark beside it says so, and the next start begins anew.
 */
async function openBackend(dataDir: string): Promise<PGlite> {
  const directory = join(dataDir, 'database')
  const unfinished = join(dataDir, 'database.unfinished')
  if (existsSync(unfinished)) await rm(directory, { recursive: true, force: true })
  const isNew = !existsSync(directory)
  if (isNew) await writeFile(unfinished, 'The first start of the database has not ended.\n')
  await makeDirectory(directory)
  await chmod(directory, OWNER_ONLY) // PGlite's own files are readable by everybody
  const backend = await PGlite.create(directory)
  if (isNew) await rm(unfinished)
  return backend
}
