/** The connections to a PostgreSQL server, or to a connection pooler in front of it. */
import type pg from 'pg'
import { reasonOf } from '../../base/reason.ts'
import { clientsWith, refuseStandby } from './clients.ts'
import { createPool, type DatabaseLog, type PoolHooks } from './pool.ts'
import { boundPreparedStatements, prepareNothing } from './statements.ts'

/** How long a statement waits for one of the connections before it is refused. */
const queueTimeoutMs = 5_000
const statementTimeoutMs = 10_000
/** A server that stopped answering without closing its connections is given up after this. */
const silenceTimeoutMs = 12_000
const idleTransactionTimeoutMs = 30_000
export const defaultPoolSize = 10

/**
 * What `rows.ts` and Prisma's adapter, which sends times without a zone, rely on. A pooler sets
 * these two parameters for each of its clients.
 */
const timeParameters = { TimeZone: 'UTC', DateStyle: 'ISO' }

/** What only a session of the client's own can have. */
const sessionParameters = {
  ...timeParameters,
  // Otherwise PostgreSQL plans some prepared statements anew each time, for longer than they run.
  plan_cache_mode: 'force_generic_plan',
  statement_timeout: String(statementTimeoutMs),
  idle_in_transaction_session_timeout: String(idleTransactionTimeoutMs),
}

/** Those that have to come from the role where a pooler owns the sessions. */
const timeLimits = ['statement_timeout', 'idle_in_transaction_session_timeout']
const unlimited = Object.fromEntries(timeLimits.map((limit) => [limit, '0']))

/** Where a server is reached, as `postgresql://…`. */
export interface ServerUrls {
  url: string
  /** The server itself, where `url` is a pooler in transaction mode. */
  directUrl?: string | undefined
}

/** An open way to a database: the pool, a connection for migrations, and the end of both. */
export interface Connections {
  pool: pg.Pool
  /** Runs `work` on a connection without statement timeout. */
  withMigrationClient<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T>
  /** The next transaction, on a connection that has just been taken, may write on a full disk. */
  useReserve?(): void
  close(): Promise<void>
}

/**
 * Opens a pool on a server. Throws an Error of one line, without the password, if a URL is none, or
 * if what it names does not answer within 2 s or cannot be used.
 */
export async function connectToServer(
  { url, directUrl }: ServerUrls,
  poolSize: number,
  hooks: PoolHooks & { isForCommand?: boolean | undefined },
): Promise<Connections> {
  const name = nameOf(url, 'DATABASE_URL')
  const migrating = directUrl === undefined ? name : nameOf(directUrl, 'DATABASE_DIRECT_URL')
  const isSession = directUrl === undefined
  const session = { ...sessionParameters, ...(hooks.isForCommand && unlimited) }
  const settings: pg.ClientConfig = { keepAlive: true, application_name: 'trips' }
  const pool = createPool(
    {
      ...settings,
      connectionString: url,
      Client: clientsWith(isSession ? session : timeParameters),
      connectionTimeoutMillis: queueTimeoutMs,
      max: poolSize,
      ...(!hooks.isForCommand && { query_timeout: silenceTimeoutMs }),
      // The parameters that a pooler reports may be out of date.
      ...(isSession && { onConnect: refuseStandby }),
    },
    hooks,
    isSession ? boundPreparedStatements : prepareNothing,
  )
  try {
    await pool.query('select 1')
    if (!isSession) await checkSessions(pool, hooks.log)
  } catch (error) {
    await pool.end()
    throw new Error(`cannot connect to ${name}: ${whyUnreachable(error)}`)
  }
  return {
    pool,
    async withMigrationClient(work) {
      const Client = clientsWith(timeParameters)
      const client = new Client({ ...settings, connectionString: directUrl ?? url })
      client.on('error', () => {}) // the statement under way, or the next one, fails
      try {
        await client.connect().catch((error) => {
          throw new Error(`cannot connect to ${migrating}: ${whyUnreachable(error)}`)
        })
        // The role may have a time limit, for the sessions behind a pooler.
        await client.query('set statement_timeout = 0')
        return await work(client)
      } finally {
        await client.end()
      }
    },
    close: () => pool.end(),
  }
}

/**
 * Behind a pooler, sessions have the time limits of their role, because they belong to no client.
 * Without them a statement goes on after its request has failed with SERVICE_UNAVAILABLE.
 */
async function checkSessions(pool: pg.Pool, log: DatabaseLog): Promise<void> {
  const { rows } = await pool.query<{ settings: Record<string, string> }>(
    `select json_object_agg(name, setting) as settings from pg_settings where name = any ($1)`,
    [[...Object.keys(timeParameters), ...timeLimits]],
  )
  const { TimeZone, DateStyle, ...limits } = rows[0]?.settings ?? {}
  if (TimeZone !== timeParameters.TimeZone || !DateStyle?.startsWith(timeParameters.DateStyle)) {
    throw new Error('the pooler ignores TimeZone and DateStyle in the startup message')
  }
  const missing = timeLimits.filter((limit) => limits[limit] === '0')
  if (missing.length > 0) {
    log.warn({ missing }, 'the database role has no time limits; see deploy/postgresql.md')
  }
}

/** The place that a URL names, without its credentials, and the setting it comes from. */
function nameOf(text: string, setting: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'postgresql:' && url?.protocol !== 'postgres:') {
    throw new Error(
      `${setting} must be a URL such as postgresql://user:password@host:5432/database`,
    )
  }
  const server = url.host || url.searchParams.get('host') || 'localhost'
  return `${server}${url.pathname} (${setting})`
}

/** The start of PgBouncer's message that it does not support a startup parameter. */
const refusedParameter = 'unsupported startup parameter'

function whyUnreachable(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(whyUnreachable).join(', ')
  const reason = reasonOf(error)
  if (!reason.startsWith(refusedParameter)) return reason
  return `${reason}; if this is a pooler, set DATABASE_DIRECT_URL to the server behind it`
}
