/** Connections to a PostgreSQL server, or to a pooler in front of it. */
import pg from 'pg'
import type { Log } from '../../base/log.ts'
import { reasonOf } from '../../base/reason.ts'
import { type ClientHooks, clientsWith, refuseStandby } from './clients.ts'
import type { Saving } from './embedded-log.ts'
import { standbyMessage } from './failures.ts'
import { createPool, type PoolHooks } from './pool.ts'
import {
  type ShortReads,
  shortReadConnections,
  shortReadParameters,
  shortReadsOn,
} from './short-reads.ts'
import { isOnStandby, pipelined } from './untyped-pg.ts'

/** How long a server may take to respond; less than the pool waits for a connection. */
const connectTimeoutMs = 2_000
/** How long a statement waits for a connection before it is refused. */
const queueTimeoutMs = 5_000
const statementTimeoutMs = 10_000
/** How long to wait for a server that stopped answering without closing its connections. */
const silenceTimeoutMs = 12_000
const idleTransactionTimeoutMs = 30_000

/**
 * Required by `rows.ts`, and by Prisma's adapter, which sends times without a zone. A pooler keeps
 * these two parameters as each client sets them.
 */
const timeParameters = { TimeZone: 'UTC', DateStyle: 'ISO' }

/** Only sessions that belong to a single client can have these. */
const sessionParameters = {
  ...timeParameters,
  // Otherwise PostgreSQL replans some prepared statements every time, which takes longer than
  // running them.
  plan_cache_mode: 'force_generic_plan',
  // PostgreSQL's estimates are so high that it compiles short statements, which takes longer than
  // running them.
  jit: 'off',
  statement_timeout: String(statementTimeoutMs),
  idle_in_transaction_session_timeout: String(idleTransactionTimeoutMs),
}

/** Behind a pooler, which owns the sessions, these must be set on the role. */
const timeLimits = ['statement_timeout', 'idle_in_transaction_session_timeout']
const unlimited = Object.fromEntries(timeLimits.map((limit) => [limit, '0']))

/** As `postgresql://…`. */
interface ServerUrls {
  url: string
  /** The server itself, if `url` is a pooler in transaction mode. */
  directUrl?: string | undefined
}

/** An open database: its pool, and a connection for migrations. */
export interface Connections {
  pool: pg.Pool
  /** Where there are connections for them; the pool has fewer then. */
  shortReads?: ShortReads | undefined
  /** A server answers writes once they are on disk; of the embedded database, this tells when. */
  saving?: Saving
  /** Runs `work` on a connection without statement timeout. */
  withMigrationClient<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T>
  /** Lets the transaction that has just begun on the only connection write on a full disk. */
  useReserve?(): void
  close(): Promise<void>
}

/**
 * Opens a pool on a server. Throws an Error with a one-line message, without the password, if a URL
 * is invalid, or the server cannot be used or does not answer within 2 s.
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
  const hasShortReads = isSession && !hooks.isForCommand && poolSize >= 3 * shortReadConnections
  const pool = createPool(
    {
      ...settings,
      connectionString: isSession ? setting(url, session) : url,
      connectionTimeoutMillis: queueTimeoutMs,
      max: hasShortReads ? poolSize - shortReadConnections : poolSize,
      ...(!hooks.isForCommand && { query_timeout: silenceTimeoutMs }),
      // The parameters reported by a pooler may be out of date.
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
  const connectionString = setting(url, { ...session, ...shortReadParameters })
  const shortReads = hasShortReads
    ? shortReadsOn(pool, pipelines(clients, { ...settings, connectionString }))
    : undefined
  return {
    pool,
    shortReads,
    async withMigrationClient(work) {
      const client = new pg.Client({
        ...settings,
        connectionString: setting(directUrl ?? url, timeParameters),
        connectionTimeoutMillis: connectTimeoutMs,
      })
      client.on('error', () => {}) // the current statement, or the next one, fails
      try {
        await client.connect().catch((error) => {
          throw new Error(`cannot connect to ${migrating}: ${whyUnreachable(error)}`)
        })
        // For sessions behind a pooler, the role may have a timeout.
        await client.query('set statement_timeout = 0')
        return await work(client)
      } finally {
        await client.end()
      }
    },
    async close() {
      await shortReads?.close()
      await pool.end()
    },
  }
}

/** Opens connections that send statements without waiting; throws on a standby. */
function pipelines(hooks: ClientHooks, settings: pg.ClientConfig): () => Promise<pg.Client> {
  const Client = clientsWith(hooks)
  const ofPipelines = pipelined(settings)
  return async () => {
    const client = new Client(ofPipelines)
    client.on('error', () => {}) // what is in flight fails
    await client.connect()
    if (!isOnStandby(client)) return client
    await client.end()
    throw new Error(standbyMessage)
  }
}

/** The URL with these session parameters, overriding its own. */
function setting(url: string, parameters: Record<string, string>): string {
  const all = new URL(url)
  // Like libpq, and like pg for a URL without options; not a setting of this service.
  const own = all.searchParams.get('options') ?? process.env.PGOPTIONS ?? ''
  const ours = Object.entries(parameters).map(([name, value]) => `-c ${name}=${value}`)
  for (const name of Object.keys(parameters)) all.searchParams.delete(name)
  all.searchParams.set('options', [own, ...ours].join(' ').trim())
  return all.href
}

/**
 * By statements: PgBouncer accepts `options` only since 1.20, and never with other parameters in
 * it.
 */
const setTimes = (client: pg.ClientBase) =>
  client.query(
    Object.entries(timeParameters)
      .map(([name, value]) => `set ${name} = '${value}'`)
      .join('; '),
  )

/**
 * Throws unless sessions have the requested parameters. Behind a pooler, timeouts come from the
 * role; warns if it has none, because a statement would then outlive its request, which fails with
 * SERVICE_UNAVAILABLE.
 */
async function checkSessions(
  pool: pg.Pool,
  requested: Record<string, string>,
  log: Pick<Log, 'warn'>,
): Promise<void> {
  const { rows } = await pool.query<{ settings: Record<string, string> }>(
    `select json_object_agg(name, setting) as settings from pg_settings where name = any ($1)`,
    [[...Object.keys(requested), ...timeLimits]],
  )
  const { settings = {} } = rows[0] ?? {}
  // DateStyle is reported together with the order of days and months.
  const names = Object.keys(requested)
  const ignored = names.filter((name) => settings[name]?.split(',')[0] !== requested[name])
  if (ignored.length > 0) throw new Error(`${ignored} cannot be set${ifPooler}`)
  const missing = timeLimits.filter((limit) => !(limit in requested) && settings[limit] === '0')
  if (missing.length > 0) {
    const page = 'src/operations/deploy/postgresql.md'
    log.warn({ missing }, `the database role has no time limits; see ${page}`)
  }
}

/** The server and database of a URL, without credentials, and the setting that it comes from. */
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

/** The start of PgBouncer's message for an unsupported startup parameter. */
const refusedParameter = 'unsupported startup parameter'

function whyUnreachable(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) {
    return error.errors.map(whyUnreachable).join(', ')
  }
  const reason = reasonOf(error)
  return reason.startsWith(refusedParameter) ? `${reason}${ifPooler}` : reason
}
