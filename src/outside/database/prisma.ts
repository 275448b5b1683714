/** Prisma on the service's own pool, with its errors in the words of the catalogue. */
import type pg from 'pg'
import { type Prisma, PrismaClient } from '../../generated/prisma/client.ts'
import { retrying, translate } from './failures.ts'
import { statementName } from './statements.ts'
import { isolationLevel, TakenConnections } from './taken-connections.ts'

/** Milliseconds to wait for a connection, which the pool itself bounds. */
const maxQueueWait = 30_000
/** Milliseconds; a timer of Node cannot be set to more, about 25 days. */
const maxTimeout = 2 ** 31 - 1

export interface TransactionOptions {
  /** It may write although the disk of the embedded database is full: for logins alone. */
  usesReserve?: boolean
}

/** `connection` answers the connection for one statement, as long as it is the transaction's. */
type Work<T> = (tx: Prisma.TransactionClient, connection: () => pg.PoolClient) => Promise<T>

export interface PrismaOnPool {
  prisma: PrismaClient
  /** Prisma's interactive transaction, with the connection it runs on. */
  transaction<T>(work: Work<T>, options?: TransactionOptions): Promise<T>
  close(): Promise<void>
}

interface PrismaOptions {
  /** Lets the next transaction write on a full disk. */
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
  const connections = new TakenConnections(pool, { statementNameGenerator: nameOf })
  const { adapter } = connections
  const timeout = Math.min(seconds * 1000, maxTimeout)
  const transactionOptions = { maxWait: maxQueueWait, timeout }
  const plain = new PrismaClient({ adapter, transactionOptions })
  const translated = plain.$extends({
    query: {
      $allOperations(call) {
        const run = () => call.query(call.args)
        return isAlone(call) ? retrying(run) : run().catch(rethrow)
      },
    },
  })
  return {
    // The extension changes no type that a caller sees.
    prisma: translatingTransactions(translated as unknown as PrismaClient),
    transaction: (work, { usesReserve = false } = {}) => {
      const onTaken = usesReserve ? useReserve : undefined
      return retrying(() => runTransaction(plain, { connections, timeout, onTaken }, work))
    },
    close: () => plain.$disconnect(),
  }
}

interface Running {
  connections: TakenConnections
  /** Milliseconds. */
  timeout: number
  /** Is called with each connection that the transaction takes. */
  onTaken?: (() => void) | undefined
}

function runTransaction<T>(
  plain: PrismaClient,
  { connections, timeout, onTaken }: Running,
  work: Work<T>,
): Promise<T> {
  let taken: pg.PoolClient | undefined
  let until = 0
  const take = (client: pg.PoolClient) => {
    taken = client
    onTaken?.()
    until = performance.now() + timeout
  }
  const connection = () => {
    if (!taken) throw new Error('a transaction of Prisma runs on no connection of the pool')
    // Prisma has ended it by itself, and the connection may be in use by another.
    if (performance.now() >= until) throw new TooLate()
    return taken
  }
  const whole = async (tx: Prisma.TransactionClient): Promise<T> => {
    const result = await work(tx, connection)
    const client = connection()
    // An error arrives before the state of its transaction; an empty query waits for that.
    if (!isReady(client)) await client.query('')
    // PostgreSQL would answer the commit by rolling back, and Prisma would not notice.
    if (client.getTransactionStatus() === 'E') {
      throw new Error('the transaction had failed and was rolled back')
    }
    return result
  }
  return connections.begin(take, () => plain.$transaction(whole, { isolationLevel }))
}

/** Whether PostgreSQL has ended its last answer; pg's types do not name the field. */
const isReady = (client: object) => 'readyForQuery' in client && client.readyForQuery === true

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

/** Only a call outside a transaction may be repeated by itself. */
function isAlone(call: object): boolean {
  if (!('__internalParams' in call)) return false
  const internals = call.__internalParams
  return (
    typeof internals === 'object' && internals !== null && !Reflect.get(internals, 'transaction')
  )
}

function rethrow(error: unknown): never {
  throw translate(error)
}

/** Extensions do not see the beginning and the end of `$transaction`; this does. */
function translatingTransactions(client: PrismaClient): PrismaClient {
  return new Proxy(client, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key)
      if (key !== '$transaction' || typeof value !== 'function') return value
      return (...args: unknown[]) => Promise.resolve(value.apply(target, args)).catch(rethrow)
    },
  })
}
