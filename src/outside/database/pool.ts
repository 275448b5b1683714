/** What the connections of both databases have in common. */
import pg from 'pg'
import { type ClientHooks, clientsWith } from './clients.ts'
import { isStalePlan } from './failures.ts'
import { checkParameters } from './untyped-pg.ts'

/** The part of a pino logger this folder uses. */
export interface DatabaseLog {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

/** For commands, which do not log. */
export const silent: DatabaseLog = { info() {}, warn() {}, error() {} }

export interface PoolHooks extends Pick<ClientHooks, 'onStatement'> {
  log: DatabaseLog
}

/**
 * A pool that outlives its connections: the death of one, idle or busy, is logged and the next
 * query opens another; an ordinary error of a statement keeps its connection.
 */
export function createPool(
  settings: Omit<pg.PoolConfig, 'Client'>,
  { log, ...hooks }: ClientHooks & PoolHooks,
): pg.Pool {
  checkParameters()
  const pool = new pg.Pool({ ...settings, Client: clientsWith(hooks) })
  // Without listeners, a server that goes away would end this process.
  pool.on('error', (error) => log.warn({ reason: error.message }, 'database connection lost'))
  pool.on('connect', (client) => {
    client.on('error', () => {}) // between two statements of a transaction; the next one fails
  })
  pool.on('release', (_, client) => {
    // It is still in a transaction, and no longer answers: closing it frees its locks.
    if (client.getTransactionStatus() !== 'I') void client.end()
  })
  pool.query = queryKeepingConnection(pool) as typeof pool.query
  return pool
}

/**
 * True when the connection can go on after the error: the server refused one statement, no more.
 */
export function isReusableAfter(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity === 'ERROR' && !isStalePlan(error)
}

/**
 * `pool.query` as it comes throws a connection away after every error, with all its prepared
 * statements, also after a broken unique constraint.
 */
function queryKeepingConnection(pool: pg.Pool) {
  return async (...statement: [pg.QueryConfig]): Promise<pg.QueryResult> => {
    const client = await pool.connect()
    try {
      const result = await client.query(...statement)
      client.release()
      return result
    } catch (error) {
      client.release(!isReusableAfter(error))
      throw error
    }
  }
}
