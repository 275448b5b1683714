/** Prisma on the service's own pool, with its errors in the words of the catalogue. */

import { PrismaPg } from '@prisma/adapter-pg'
import type pg from 'pg'
import { type Prisma, PrismaClient } from '../../generated/prisma/client.ts'
import { connectionOf } from './clients.ts'
import { retrying } from './failures.ts'
import { statementName } from './prepared.ts'

/** Milliseconds to wait for a connection, which the pool itself bounds. */
const maxQueueWait = 30_000
/** Milliseconds; a timer of Node cannot be set to more, about 25 days. */
const maxTimeout = 2 ** 31 - 1

/** Milliseconds that hot statements end before Prisma does: it may have begun to count before. */
const endMargin = 100

export interface TransactionOptions {
  /** It may write although the disk of the embedded database is full: for logins alone. */
  usesReserve?: boolean
  /** That of PostgreSQL, read committed, unless told. */
  isolationLevel?: Prisma.TransactionIsolationLevel
}

/** `connection` answers the connection for one statement, as long as it is the transaction's. */
type Work<T> = (
  tx: Prisma.TransactionClient,
  connection: () => Promise<pg.ClientBase>,
) => Promise<T>

export interface PrismaOnPool {
  prisma: PrismaClient
  /** Prisma's interactive transaction, with the connection it runs on. */
  transaction<T>(work: Work<T>, options?: TransactionOptions): Promise<T>
  close(): Promise<void>
}

interface PrismaOptions {
  /** Lets the transaction that has just begun write on a full disk. */
  useReserve?: (() => void) | undefined
  /** How long a transaction may take; 30 unless told. */
  seconds?: number | undefined
}

/**
 * Opens Prisma on `pool`, which stays the caller's to close. A call outside a transaction is tried
 * again after a conflict; `transaction` repeats `work` as a whole.
 */
export function prismaOn(pool: pg.Pool, options: PrismaOptions = {}): PrismaOnPool {
  const { useReserve, seconds = 30 } = options
  const adapter = new PrismaPg(pool, { statementNameGenerator: nameOf })
  const timeout = Math.min(seconds * 1000, maxTimeout)
  const transactionOptions = { maxWait: maxQueueWait, timeout }
  const plain = new PrismaClient({ adapter, transactionOptions })
  const repeated = plain.$extends({
    query: { $allOperations: ({ args, query }) => retrying(() => query(args)) },
    // Part of it would be repeated after a conflict, not the whole.
    client: { $transaction: () => Promise.reject(new Error('call transaction() of the database')) },
  })

  function run<T>(tx: Prisma.TransactionClient, work: Work<T>, usesReserve: boolean): Promise<T> {
    const until = performance.now() + timeout - endMargin
    if (usesReserve) useReserve?.()
    let found: Promise<pg.ClientBase> | undefined
    return work(tx, async () => {
      found ??= connectionOf((number) => tx.$executeRaw`-- connection of transaction ${number}`)
      const connection = await found
      // Prisma ends it by itself, and then the connection may be in use by another.
      if (performance.now() >= until) throw new TooLate()
      return connection
    })
  }

  return {
    // The extension changes no type that a caller sees.
    prisma: repeated as unknown as PrismaClient,
    transaction: (work, { usesReserve = false, ...options } = {}) =>
      retrying(() => plain.$transaction((tx) => run(tx, work, usesReserve), options)),
    close: () => plain.$disconnect(),
  }
}

/** The transaction has taken too long; with Prisma's code for that. */
class TooLate extends Error {
  code = 'P2028'
  override readonly message = 'The transaction took too long'
}

/**
 * A statement with parameters is parsed once for each connection. Empty means without a name:
 * `begin` and its kind gain nothing.
 */
function nameOf({ sql, args }: { sql: string; args: unknown[] }): string {
  return args.length === 0 ? '' : statementName(sql)
}
