/** The connection to the embedded database, PGlite in `DATA_DIR/database`. */
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import type pg from 'pg'
import { inDirectory, makeDirectory } from '../data-directory.ts'
import { isDiskFull } from '../disk-full.ts'
import type { Disk } from './embedded-disk.ts'
import { type Making, openFiles } from './embedded-files.ts'
import type { Saving } from './embedded-log.ts'
import { Reserve } from './embedded-reserve.ts'
import { Session } from './embedded-session.ts'
import { diskFull } from './failures.ts'
import { lockDirectory } from './lock.ts'
import { createPool, type PoolHooks } from './pool.ts'
import type { Connections } from './server.ts'
import { type WireBackend, WireStream } from './wire.ts'

/** How long a statement waits for the only connection before it is refused. */
const queueTimeoutMs = 10_000
/** SQLSTATE of a write in a read-only transaction. */
const readOnly = '25006'

/**
 * Opens the embedded database of `dataDir`, creating it if there never was one, and holds the lock
 * on it until `close`. It has one connection: statements outside a transaction wait for its end.
 * Throws `DataDirectoryInUse` and `UnusableDirectory`.
 */
export function openEmbedded(dataDir: string, hooks: EmbeddedHooks): Promise<Connections> {
  return inDirectory(dataDir, () => open(dataDir, hooks))
}

type RawCall = Parameters<WireBackend['execProtocolRawStream']>

type EmbeddedHooks = PoolHooks & Making

async function open(dataDir: string, hooks: EmbeddedHooks): Promise<Connections> {
  await makeDirectory(dataDir)
  const reserve = new Reserve(join(dataDir, 'database'), hooks.log)
  const take = () =>
    lockDirectory(dataDir, () => {
      hooks.log.error({ dataDir }, 'another process has taken over the data directory, exiting')
      process.exit(1) // before a write of ours corrupts the other's data
    })
  const lock = withReserve(reserve, take)
  try {
    const backend = new Backend(await openFiles(dataDir, reserve, hooks), reserve)
    const pool = createPool(
      {
        max: 1,
        idleTimeoutMillis: 0,
        connectionTimeoutMillis: queueTimeoutMs,
        user: 'postgres',
        database: 'postgres',
        ssl: false,
        stream: () => new WireStream(backend),
      },
      { ...hooks, saving: backend, onRefused: (error) => backend.refused(error) },
    )
    return {
      pool,
      saving: backend,
      useReserve: () => backend.useReserve(),
      async withMigrationClient(work) {
        const client = await pool.connect()
        try {
          return await work(client)
        } finally {
          client.release(true)
          await backend.saved()
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

/** Does `work`, on a full disk with space from the reserve of an earlier start. */
function withReserve<T>(reserve: Reserve, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!isDiskFull(error) || !reserve.lend('', 0)) throw error
    return work()
  }
}

/**
 * PGlite, not used any more after a crash, since its memory cannot be trusted then. Running and
 * later statements fail as on a lost connection, and an uncaught error makes `server.ts` stop the
 * process. In a crash PGlite either throws, or goes on after an error that would end a real
 * server's connection, and may never answer again.
 */
class Backend implements WireBackend, Saving {
  readonly #database: PGlite
  readonly #disk: Disk
  readonly #reserve: Reserve
  readonly #session: Session
  #crash: Error | undefined

  constructor({ database, disk }: { database: PGlite; disk: Disk }, reserve: Reserve) {
    this.#database = database
    this.#disk = disk
    this.#reserve = reserve
    this.#session = new Session(reserve, disk, (sql) => database.exec(sql))
  }

  async exec(sql: string): Promise<void> {
    await this.#guard(() => this.#database.exec(sql))
    this.#session.begin()
  }

  execProtocolRawStream(...[message, { onRawData }]: RawCall): Promise<void> {
    let end = new Uint8Array()
    return this.#guard(async () => {
      await this.#session.due()
      await this.#database.execProtocolRawStream(message, {
        onRawData: (data) => {
          end = data.length < 6 ? Buffer.concat([end, data]) : data.slice(-6)
          // Before the client gets it, which may begin its next transaction at once.
          this.#session.answered(end)
          onRawData(data)
        },
      })
    })
  }

  /** Lets the transaction that has just begun write on a full disk. */
  useReserve(): void {
    this.#session.useReserve()
  }

  /** Handles an error of the database before the client gets it. */
  refused(error: pg.DatabaseError): void {
    if (error.severity !== 'ERROR') this.#crashed(error)
    // It is read-only because the disk is full.
    if (error.code === readOnly && this.#reserve.isShort) error.code = diskFull
  }

  /** If the disk fails, nothing says what is on it: that is a crash, too. */
  saved(): Promise<void> | undefined {
    return this.#disk.log.saved()?.catch((cause) => {
      throw this.#crashed(cause)
    })
  }

  async close(): Promise<void> {
    if (this.#crash) return
    await this.#database.close()
    this.#disk.log.close()
  }

  async #guard(work: () => Promise<unknown>): Promise<void> {
    if (this.#crash) throw this.#crash
    try {
      await work()
    } catch (cause) {
      throw this.#crashed(cause)
    }
  }

  #crashed(cause: unknown): Error {
    if (this.#crash) return this.#crash
    const crash = new Error('Connection terminated: the embedded database has crashed', { cause })
    this.#crash = crash
    setImmediate(() => {
      throw crash
    })
    return crash
  }
}
