/** Connection pools, for both databases. */
import pg from 'pg'
import type { Log } from '../../base/log.ts'
import { type ClientHooks, clientsWith } from './clients.ts'
import type { Saving } from './embedded-log.ts'
import { isStalePlan } from './failures.ts'
import { checkParameters } from './untyped-pg.ts'

/** For commands, which log nothing. */
export const silent: Omit<Log, 'debug'> = { info() {}, warn() {}, error() {} }

export interface PoolHooks extends Pick<ClientHooks, 'onStatement'> {
  log: Omit<Log, 'debug'>
}

/**
 * A pool that survives its connections: the loss of one, idle or busy, is logged, and the next
 * query opens another. Ordinary statement errors do not end a connection.
 */
export function createPool(
  settings: Omit<pg.PoolConfig, 'Client'>,
  { log, saving, ...hooks }: ClientHooks & PoolHooks & { saving?: Saving },
): pg.Pool {
  checkParameters()
  const pool = new pg.Pool({ ...settings, Client: clientsWith(hooks) })
  // Without listeners, a lost server would end this process.
  pool.on('error', (error) => log.warn({ reason: error.message }, 'database connection lost'))
  pool.on('connect', (client) => {
    client.on('error', () => {}) // between two statements of a transaction: the next one fails
  })
  pool.on('release', (_, client) => {
    // Still in a transaction, and not answering: closing it frees its locks.
    if (client.getTransactionStatus() !== 'I') void client.end()
  })
  pool.query = queryKeepingConnection(pool, saving) as typeof pool.query
  return pool
}

/**
 * Whether the connection is usable after the error, because the server refused only the statement.
 */
function isReusableAfter(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity === 'ERROR' && !isStalePlan(error)
}

/**
 * Replaces the pool's `query`, which discards a connection with all its prepared statements after
 * any error, even a violated unique constraint.
 */
function queryKeepingConnection(pool: pg.Pool, saving?: Saving) {
  async function run(client: pg.PoolClient, ...statement: [pg.QueryConfig]) {
    try {
      const result = await client.query(...statement)
      client.release()
      return result
    } catch (error) {
      client.release(!isReusableAfter(error))
      throw error
    }
  }
  return async (...statement: [pg.QueryConfig]): Promise<pg.QueryResult> => {
    const client = await pool.connect()
    const result = await run(client, ...statement)
    await saving?.saved()
    return result
  }
}
