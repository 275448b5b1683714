/** The service's database: embedded by default, PostgreSQL with `DATABASE_URL`. */
import type pg from 'pg'
import type { Prisma, PrismaClient } from '../../generated/prisma/client.ts'
import { defaultPoolSize } from '../../settings/data.ts'
import type { Making } from './embedded-files.ts'
import { migrationsFolder } from './empty.ts'
import { retrying } from './failures.ts'
import { migrate } from './migrate.ts'
import type { PoolHooks } from './pool.ts'
import { statementName } from './prepared.ts'
import { prismaOn, type TransactionOptions } from './prisma.ts'
import { wireTypes } from './rows.ts'
import { undoneAlone } from './savepoint.ts'
import { type Connections, connectToServer } from './server.ts'

const readyTimeoutMs = 2_000

export interface Statement {
  text: string
  values?: unknown[]
  /**
   * Prepared once per connection, and kept while recently used; never prepared behind a connection
   * pooler.
   */
  isPrepared?: boolean
  /**
   * Reads little, at once, and waits for no lock: outside a transaction it may share a connection
   * with others (`short-reads.ts`).
   */
  isShort?: boolean
}

/** Runs SQL statements: the database, or one of its transactions. */
export interface Queryable {
  /**
   * Runs one statement. Rows are as `pg` gives them (int8 and numeric as strings, jsonb parsed),
   * but timestamptz and date columns are strings in wire form: '2031-01-02T09:00:00Z',
   * '2031-04-18'. Parameters: times as ISO 8601 text with their zone, or as a Date.
   */
  query<Row>(statement: Statement): Promise<Row[]>
}

/** Prisma's client of a transaction or of the database. */
export type Tx = Prisma.TransactionClient

/**
 * Reads and writes: the database, or one of its transactions. Methods throw SERVICE_UNAVAILABLE
 * with `retryAfter` if the database is lost, overloaded or too slow, INSUFFICIENT_STORAGE if its
 * disk is full, and other errors unchanged. Inside a transaction, errors are PostgreSQL's and
 * Prisma's own.
 */
export interface Store extends Queryable {
  /** Prisma on the same connections. Several calls are atomic only inside `transaction`. */
  prisma: Tx
  /**
   * Runs `work` on one connection, all or nothing, with a timeout of 30 seconds unless the database
   * is open for a command (`isForCommand`). After a conflict, `work` is repeated up to 5 times, so
   * it must only query, and only the given store: the embedded database has a single connection.
   * Within a transaction, `work` joins it.
   */
  transaction<T>(work: (tx: Store) => Promise<T>, options?: TransactionOptions): Promise<T>
}

export interface Database extends Store {
  prisma: PrismaClient
  /** Whether the database is open and answers within 2 s. */
  ready(): Promise<boolean>
  /** Connections: open, maximum, in use; and the number of statements waiting for one. */
  load(): { open: number; max: number; inUse: number; waiting: number }
  /** Waits for running statements, then closes; further calls wait for the same end. */
  close(): Promise<void>
}

export interface DatabaseOptions extends PoolHooks, Pick<Making, 'isDurable'> {
  /** `postgresql://…`; by default, the embedded database in `dataDir`. */
  url?: string | undefined
  /**
   * The server itself, for migrations, if `url` leads to a connection pooler in transaction mode.
   */
  directUrl?: string | undefined
  dataDir: string
  /** Maximum connections to PostgreSQL; `defaultPoolSize` if unset. */
  poolSize?: number | undefined
  /** For commands: disables timeouts of statements and transactions. */
  isForCommand?: boolean | undefined
}

/**
 * Opens the database and applies its migrations. Throws an Error with a one-line message for the
 * operator: `DataDirectoryInUse`, `MigrationRefused`, or why the server cannot be reached.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const connections = await connect(options)
  try {
    await connections.withMigrationClient((client) =>
      migrate(client, migrationsFolder, options.log),
    )
  } catch (error) {
    await connections.close()
    throw error
  }
  return databaseOn(connections, options)
}

/** Opens the database without applying migrations; throws like `openDatabase`. */
export async function connect(options: DatabaseOptions & Making): Promise<Connections> {
  const { url, directUrl, dataDir, poolSize = defaultPoolSize } = options
  if (url) return connectToServer({ url, directUrl }, poolSize, options)
  // Loaded on demand, since servers do not need it.
  const { openEmbedded } = await import('./embedded.ts')
  return openEmbedded(dataDir, options)
}

function databaseOn(
  { pool, shortReads, saving, useReserve, close }: Connections,
  { isForCommand }: DatabaseOptions,
): Database {
  const seconds = isForCommand ? Infinity : undefined
  const {
    prisma,
    transaction,
    close: closePrisma,
  } = prismaOn(pool, {
    saving,
    useReserve,
    seconds,
  })
  let closing: Promise<void> | undefined
  return {
    prisma,
    query: (statement) =>
      retrying(() => rowsOf((statement.isShort && shortReads) || pool, statement)),
    transaction: (work, options) =>
      transaction((prisma, on) => withStatements(prisma, on, work), options),
    async ready() {
      if (closing !== undefined) return false
      const late = new Promise<false>((resolve) => {
        setTimeout(resolve, readyTimeoutMs, false).unref()
      })
      const answer = pool.query('select 1').then(
        () => true,
        () => false,
      )
      return Promise.race([answer, late])
    },
    load() {
      const { totalCount, idleCount, waitingCount: waiting } = pool
      const short = shortReads?.load() ?? { open: 0, inUse: 0, max: 0 }
      return {
        open: totalCount + short.open,
        max: pool.options.max + short.max,
        inUse: totalCount - idleCount + short.inUse,
        waiting,
      }
    },
    close() {
      closing ??= closePrisma().then(close)
      return closing
    },
  }
}

async function rowsOf<Row>(
  on: { query(statement: pg.QueryConfig): Promise<pg.QueryResult> },
  { text, values, isPrepared }: Statement,
): Promise<Row[]> {
  const query: pg.QueryConfig = { text, types: wireTypes }
  if (values) query.values = values
  if (isPrepared) query.name = statementName(text)
  const { rows } = await on.query(query)
  return rows as Row[]
}

/** Runs `work` on the transaction, and refuses statements after its end. */
async function withStatements<T>(
  prisma: Prisma.TransactionClient,
  connection: () => Promise<pg.ClientBase>,
  work: (tx: Store) => Promise<T>,
): Promise<T> {
  let isOver = false
  const query = async <Row>(statement: Statement): Promise<Row[]> => {
    if (isOver) throw new Error('a statement was sent after the end of its transaction')
    return rowsOf<Row>(await connection(), statement)
  }
  try {
    const tx: Store = {
      prisma,
      query,
      transaction: (part, { isPart = false } = {}) =>
        isPart ? undoneAlone(prisma, () => part(tx)) : part(tx),
    }
    return await work(tx)
  } finally {
    isOver = true
  }
}
