/** The connections to a PostgreSQL server, or to a connection pooler in front of it. */
import pg from 'pg'
import { reasonOf } from '../../base/reason.ts'
import { type ClientHooks, refuseStandby } from './clients.ts'
import { createPool, type DatabaseLog, type PoolHooks } from './pool.ts'

/** How long a server may take to respond: less than the pool waits for a connection. */
const connectTimeoutMs = 2_000
/** How long a statement waits for one of the connections before it is refused. */
const queueTimeoutMs = 5_000
const statementTimeoutMs = 10_000
/** A server that stopped answering without closing its connections is given up after this. */
const silenceTimeoutMs = 12_000
const idleTransactionTimeoutMs = 30_000
export const defaultPoolSize = 10

/**
 * What `rows.ts` and Prisma's adapter, which sends times without a zone, rely on. A pooler keeps
 * these two parameters for each of its clients, as they have set them.
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
  /** The transaction that has just begun, on the only connection, may write on a full disk. */
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
  const { onStatement, log } = hooks
  const clients: ClientHooks = { onStatement, connectTimeout: connectTimeoutMs }
  const pool = createPool(
    {
      ...settings,
      connectionString: isSession ? setting(url, session) : url,
      connectionTimeoutMillis: queueTimeoutMs,
      max: poolSize,
      ...(!hooks.isForCommand && { query_timeout: silenceTimeoutMs }),
      // The parameters that a pooler reports may be out of date.
      onConnect: isSession ? refuseStandby : setTimes,
    },
    { ...clients, log, preparesNothing: !isSession },
  )
  try {
    await checkSessions(pool, isSession ? session : timeParameters, log)
  } catch (error) {
    await pool.end()
    throw new Error(`cannot connect to ${name}: ${whyUnreachable(error)}`)
  }
  return {
    pool,
    async withMigrationClient(work) {
      const client = new pg.Client({
        ...settings,
        connectionString: setting(directUrl ?? url, timeParameters),
        connectionTimeoutMillis: connectTimeoutMs,
      })
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

/** The URL with these parameters of sessions, before which its own do not count. */
function setting(url: string, parameters: Record<string, string>): string {
  const all = new URL(url)
  const own = all.searchParams.get('options') ?? process.env.PGOPTIONS ?? ''
  const ours = Object.entries(parameters).map(([name, value]) => `-c ${name}=${value}`)
  for (const name of Object.keys(parameters)) all.searchParams.delete(name)
  all.searchParams.set('options', [own, ...ours].join(' ').trim())
  return all.href
}

/** PgBouncer takes `options` since 1.20 only, and with other names in it never. */
const setTimes = (client: pg.ClientBase) =>
  client.query(
    Object.entries(timeParameters)
      .map(([name, value]) => `set ${name} = '${value}'`)
      .join('; '),
  )

/**
 * Whether sessions are as they were asked to be. Behind a pooler, they have the time limits of
 * their role, because they belong to no client. Without them a statement goes on after its request
 * has failed with SERVICE_UNAVAILABLE.
 */
async function checkSessions(
  pool: pg.Pool,
  asked: Record<string, string>,
  log: DatabaseLog,
): Promise<void> {
  const { rows } = await pool.query<{ settings: Record<string, string> }>(
    `select json_object_agg(name, setting) as settings from pg_settings where name = any ($1)`,
    [[...Object.keys(asked), ...timeLimits]],
  )
  const { settings = {} } = rows[0] ?? {}
  // DateStyle is answered with the order of days and months.
  const ignored = Object.keys(asked).filter((name) => settings[name]?.split(',')[0] !== asked[name])
  if (ignored.length > 0) throw new Error(`${ignored} cannot be set${ifPooler}`)
  const missing = timeLimits.filter((limit) => !(limit in asked) && settings[limit] === '0')
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

const ifPooler = '; if this is a pooler, set DATABASE_DIRECT_URL to the server behind it'

/** The start of PgBouncer's message that it does not support a startup parameter. */
const refusedParameter = 'unsupported startup parameter'

function whyUnreachable(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) {
    return error.errors.map(whyUnreachable).join(', ')
  }
  const reason = reasonOf(error)
  return reason.startsWith(refusedParameter) ? `${reason}${ifPooler}` : reason
}
