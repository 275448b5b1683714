/** What the connections of both databases have in common. */
import pg from 'pg'
import { isStalePlan } from './failures.ts'
import { boundPreparedStatements } from './statements.ts'
import { watched } from './watched-statements.ts'

/** The part of a pino logger this folder uses. */
export interface DatabaseLog {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

/** For commands, which do not log. */
export const silent: DatabaseLog = { info() {}, warn() {}, error() {} }

export interface PoolHooks {
  log: DatabaseLog
  /** Is told every statement sent to the database, Prisma's and `begin` too. */
  onStatement?: ((text: string) => void) | undefined
}

/**
 * A pool that outlives its connections: the death of one, idle or busy, is logged and the next
 * query opens another; an ordinary error of a statement keeps its connection. `prepared` is told
 * every new connection, to say what it keeps of prepared statements.
 */
export function createPool(
  settings: Omit<pg.PoolConfig, 'Client'> & { Client?: typeof pg.Client },
  { log, onStatement }: PoolHooks,
  prepared: (client: pg.ClientBase) => void = boundPreparedStatements,
): pg.Pool {
  const pool = new pg.Pool({ ...settings, Client: watched(settings.Client, onStatement) })
  // Without listeners, a server that goes away would end this process.
  pool.on('error', (error) => log.warn({ reason: error.message }, 'database connection lost'))
  pool.on('connect', (client) => {
    client.on('error', () => {}) // between two statements of a transaction; the next one fails
    prepared(client)
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
