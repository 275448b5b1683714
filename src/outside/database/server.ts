/** The connections to a PostgreSQL server. */
import pg from 'pg'
import { createPool, type PoolHooks } from './pool.ts'

const CONNECT_TIMEOUT_MS = 2_000
/** How long a statement waits for one of the connections before it is refused. */
const QUEUE_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 10_000
/** A server that stopped answering without closing its connections is given up after this. */
const SILENCE_TIMEOUT_MS = 12_000
const IDLE_TRANSACTION_TIMEOUT_MS = 30_000
export const DEFAULT_POOL_SIZE = 10

/** What `rows.ts` and Prisma's adapter, which sends times without a zone, stand on. */
const TIMES = '-c timezone=UTC -c datestyle=ISO'
/** Otherwise PostgreSQL plans some prepared statements anew each time, for longer than they run. */
const SESSION = `${TIMES} -c plan_cache_mode=force_generic_plan`

/** An open way to a database: the pool, a connection for migrations, and the end of both. */
export interface Connections {
  pool: pg.Pool
  /** Runs `work` on a connection without statement timeout. */
  withMigrationClient<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** The pool's own time limit is for waiting; a server that does not answer is told sooner. */
class PromptClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super({ ...(config as pg.ClientConfig), connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  }
}

/**
 * Opens a pool on the server at `url` (`postgresql://…`). Throws an Error of one line, without the
 * password, if `url` is none or the server does not answer within 2 s.
 */
export async function connectToServer(
  url: string,
  poolSize: number,
  hooks: PoolHooks,
): Promise<Connections> {
  const { name, connectionString, options } = readUrl(url)
  const settings: pg.ClientConfig = {
    connectionString,
    options,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'trips',
  }
  const pool = createPool(
    {
      ...settings,
      Client: PromptClient,
      connectionTimeoutMillis: QUEUE_TIMEOUT_MS,
      max: poolSize,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      query_timeout: SILENCE_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
    },
    hooks,
  )
  try {
    await pool.query('select 1')
  } catch (error) {
    await pool.end()
    throw new Error(`cannot connect to ${name} (DATABASE_URL): ${reasonOf(error)}`)
  }
  return {
    pool,
    async withMigrationClient(work) {
      const client = new pg.Client(settings)
      client.on('error', () => {}) // the statement under way, or the next one, fails
      await client.connect()
      try {
        return await work(client)
      } finally {
        await client.end()
      }
    },
    close: () => pool.end(),
  }
}

/** Splits off the session options, because `pg` lets those of the URL win. */
function readUrl(text: string): { name: string; connectionString: string; options: string } {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'postgresql:' && url?.protocol !== 'postgres:') {
    throw new Error(
      'DATABASE_URL must be a URL such as postgresql://user:password@host:5432/database',
    )
  }
  const options = [url.searchParams.get('options'), SESSION].filter(Boolean).join(' ')
  url.searchParams.delete('options')
  const server = url.host || url.searchParams.get('host') || 'localhost'
  return { name: `${server}${url.pathname}`, connectionString: url.href, options }
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) {
    return error.errors.map(reasonOf).join(', ')
  }
  const message = error instanceof Error ? error.message : String(error)
  return message.split('\n')[0] || 'unknown reason'
}
