/** The database of the service: embedded by default, PostgreSQL with `DATABASE_URL`. */
import type pg from 'pg'
import type { Prisma, PrismaClient } from '../../generated/prisma/client.ts'
import type { Making } from './embedded-files.ts'
import { migrationsFolder } from './empty.ts'
import { retrying } from './failures.ts'
import { migrate } from './migrate.ts'
import type { PoolHooks } from './pool.ts'
import { statementName } from './prepared.ts'
import { prismaOn, type TransactionOptions } from './prisma.ts'
import { wireTypes } from './rows.ts'
import { type Connections, connectToServer, defaultPoolSize } from './server.ts'

const readyTimeoutMs = 2_000

export interface Statement {
  text: string
  values?: unknown[]
  /**
   * The connection parses the text once and keeps it while it is among the last ones used; behind a
   * connection pooler, it does not.
   */
  isPrepared?: boolean
}

/** What runs statements of SQL: the database, or one transaction of it. */
export interface Queryable {
  /**
   * Runs one statement. Rows are as `pg` gives them (int8 and numeric as strings, jsonb parsed),
   * but timestamptz and date columns are strings in wire form: '2031-01-02T09:00:00Z',
   * '2031-04-18'. Parameters: times as ISO 8601 text with their zone, or as a Date.
   */
  query<Row>(statement: Statement): Promise<Row[]>
}

/**
 * What stores and reads: the database, or one transaction of it. Its methods throw
 * SERVICE_UNAVAILABLE with `retryAfter` when the database is lost, overloaded or too slow,
 * INSUFFICIENT_STORAGE when its disk is full, and other errors as they come; those of a transaction
 * are PostgreSQL's and Prisma's own until they leave it.
 */
export interface Store extends Queryable {
  /** Prisma on the same connections. Where several calls belong together use `transaction`. */
  prisma: Prisma.TransactionClient
  /**
   * All or nothing on one connection, for at most 30 seconds unless opened for a command
   * (`isForCommand`). `work` is repeated up to 5 times when
   * it lost against another transaction, so it must do nothing but queries, and those on the store
   * it is given: the embedded database has one connection. Within a transaction, its part.
   */
  transaction<T>(work: (tx: Store) => Promise<T>, options?: TransactionOptions): Promise<T>
}

export interface Database extends Store {
  prisma: PrismaClient
  /** True while the database answers, within 2 s, and its migrations are applied. */
  ready(): Promise<boolean>
  /** The connections: open, at most, and in use; and how many statements wait for one. */
  load(): { open: number; max: number; inUse: number; waiting: number }
  /** Waits for statements under way, then closes; more calls do nothing. */
  close(): Promise<void>
}

export interface DatabaseOptions extends PoolHooks {
  /** `postgresql://…`; without it, the embedded database in `dataDir`. */
  url?: string | undefined
  /** The server itself, if `url` is a connection pooler in transaction mode; for migrations. */
  directUrl?: string | undefined
  dataDir: string
  /** Connections to PostgreSQL at most; 10 unless told. */
  poolSize?: number | undefined
  /** No one waits for a slot: statements and transactions may take as long as they need. */
  isForCommand?: boolean | undefined
}

/**
 * Opens the database and applies its migrations. Throws an Error with a message of one line for the
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

/** Opens the database as it is, whatever its migrations. Throws as `openDatabase` does. */
export async function connect(options: DatabaseOptions & Making): Promise<Connections> {
  const { url, directUrl, dataDir, poolSize = defaultPoolSize } = options
  if (url) return connectToServer({ url, directUrl }, poolSize, options)
  // Loaded where it is used: a server's client needs none of it.
  const { openEmbedded } = await import('./embedded.ts')
  return openEmbedded(dataDir, options)
}

function databaseOn(
  { pool, useReserve, close }: Connections,
  { isForCommand }: DatabaseOptions,
): Database {
  const seconds = isForCommand ? Infinity : undefined
  const { prisma, transaction, close: closePrisma } = prismaOn(pool, { useReserve, seconds })
  let closing: Promise<void> | undefined
  return {
    prisma,
    query: (statement) => retrying(() => rowsOf(pool, statement)),
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
      const { totalCount: open, idleCount, waitingCount: waiting } = pool
      return { open, max: pool.options.max, inUse: open - idleCount, waiting }
    },
    close() {
      closing ??= closePrisma().then(close)
      return closing
    },
  }
}

async function rowsOf<Row>(
  on: pg.Pool | pg.ClientBase,
  { text, values, isPrepared }: Statement,
): Promise<Row[]> {
  const query: pg.QueryConfig = { text, types: wireTypes }
  if (values) query.values = values
  if (isPrepared) query.name = statementName(text)
  const { rows } = await on.query<Row & pg.QueryResultRow>(query)
  return rows
}

/** Gives `work` the transaction, and lets no statement out that comes after its end. */
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
    const tx: Store = { prisma, query, transaction: (part) => part(tx) }
    return await work(tx)
  } finally {
    isOver = true
  }
}
