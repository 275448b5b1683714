/** Prisma on the service's own pool, with errors from the catalogue. */

import { PrismaPg } from '@prisma/adapter-pg'
import type pg from 'pg'
import { type Prisma, PrismaClient } from '../../generated/prisma/client.ts'
import { connectionOf } from './clients.ts'
import type { Saving } from './embedded-log.ts'
import { retrying } from './failures.ts'
import { statementName } from './prepared.ts'

/** Milliseconds to wait for a connection; the pool's own timeout is shorter. */
const maxQueueWait = 30_000
/** The maximum of Node's timers in milliseconds, about 25 days. */
const maxTimeout = 2 ** 31 - 1

/**
 * Milliseconds by which hot statements end before Prisma's timeout, which may have started earlier.
 */
const endMargin = 100

export interface TransactionOptions {
  /** Lets the transaction write on a full disk of the embedded database; only for logins. */
  usesReserve?: boolean
  /** PostgreSQL's default, read committed, unless set. */
  isolationLevel?: Prisma.TransactionIsolationLevel
  /** Undoes this alone if it fails within a transaction that it joins. */
  isPart?: boolean
}

/** `connection` returns the transaction's connection for one statement; throws after its end. */
type Work<T> = (
  tx: Prisma.TransactionClient,
  connection: () => Promise<pg.ClientBase>,
) => Promise<T>

type AdapterOptions = ConstructorParameters<typeof PrismaPg>

interface PrismaOnPool {
  prisma: PrismaClient
  /** Prisma's interactive transaction, with the connection it runs on. */
  transaction<T>(work: Work<T>, options?: TransactionOptions): Promise<T>
  close(): Promise<void>
}

interface PrismaOptions {
  /** Commits end once they are saved. */
  saving?: Saving | undefined
  /** Lets the transaction that has just begun write on a full disk. */
  useReserve?: (() => void) | undefined
  /** Timeout of a transaction in seconds; 30 by default. */
  seconds?: number | undefined
}

/**
 * Opens Prisma on `pool`, which the caller closes. After a conflict, calls outside a transaction
 * are repeated, and `transaction` repeats all of `work`.
 */
export function prismaOn(pool: pg.Pool, options: PrismaOptions = {}): PrismaOnPool {
  const { saving, useReserve, seconds = 30 } = options
  const adapter = new Adapter(pool, { statementNameGenerator: nameOf }, saving)
  const timeout = Math.min(seconds * 1000, maxTimeout)
  const transactionOptions = { maxWait: maxQueueWait, timeout }
  const plain = new PrismaClient({ adapter, transactionOptions })
  const repeated = plain.$extends({
    query: { $allOperations: ({ args, query }) => retrying(() => query(args)) },
    // A conflict would repeat single calls rather than the whole.
    client: { $transaction: () => Promise.reject(new Error('call transaction() of the database')) },
  })

  function run<T>(tx: Prisma.TransactionClient, work: Work<T>, usesReserve: boolean): Promise<T> {
    const until = performance.now() + timeout - endMargin
    if (usesReserve) useReserve?.()
    let found: Promise<pg.ClientBase> | undefined
    return work(tx, async () => {
      found ??= connectionOf((number) => tx.$executeRaw`-- connection of transaction ${number}`)
      const connection = await found
      // Prisma ends the transaction itself, and another may then use the connection.
      if (performance.now() >= until) throw new TooLate()
      return connection
    })
  }

  return {
    // The extension does not change the types that callers see.
    prisma: repeated as unknown as PrismaClient,
    transaction: (work, { usesReserve = false, isPart: _, ...options } = {}) =>
      retrying(() => plain.$transaction((tx) => run(tx, work, usesReserve), options)),
    close: () => plain.$disconnect(),
  }
}

/** Prisma's adapter; a commit lets go of its connection before it waits until it is saved. */
class Adapter extends PrismaPg {
  readonly #saving: Saving | undefined

  constructor(...[pool, options, saving]: [...AdapterOptions, Saving | undefined]) {
    super(pool, options)
    this.#saving = saving
  }

  override async connect(): ReturnType<PrismaPg['connect']> {
    const adapter = await super.connect()
    const saving = this.#saving
    if (!saving) return adapter
    const start = adapter.startTransaction.bind(adapter)
    adapter.startTransaction = async (level) => {
      const transaction = await start(level)
      const commit = transaction.commit.bind(transaction)
      transaction.commit = async () => {
        await commit()
        await saving.saved()
      }
      return transaction
    }
    return adapter
  }
}

/** The transaction timed out; has Prisma's code. */
class TooLate extends Error {
  code = 'P2028'
  override readonly message = 'The transaction took too long'
}

/** The name to prepare a statement by; empty for statements such as `begin`, which gain nothing. */
function nameOf({ sql, args }: { sql: string; args: unknown[] }): string {
  return args.length === 0 ? '' : statementName(sql)
}
