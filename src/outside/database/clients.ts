/** Connections to either database. Every statement passes through one, Prisma's included. */
import pg from 'pg'
import { statementEnded } from '../../base/telemetry.ts'
import { standbyMessage } from './failures.ts'
import { type Named, PreparedQuery, PreparedStatements } from './prepared.ts'
import { isOnStandby, noteStandby } from './untyped-pg.ts'

export interface ClientHooks {
  /** Called with each statement sent to the database, including Prisma's and `begin`. */
  onStatement?: ((text: string) => void) | undefined
  /** Called with each database error before the caller gets it; may change it. */
  onRefused?: ((error: pg.DatabaseError) => void) | undefined
  /**
   * Sends statements without names, for a pooler in transaction mode: the next transaction may run
   * on a session that does not know them.
   */
  preparesNothing?: boolean | undefined
  /** Connect timeout in milliseconds; the pool's by default. */
  connectTimeout?: number | undefined
}

type SentStatement = pg.QueryConfig | Named | string

/** Never sent: answered with the connection of the transaction that runs it. */
const connectionQuestion = '-- connection of transaction $1'
const noRows = { rows: [], fields: [], rowCount: 0 }
const questions = new Map<number, (client: pg.ClientBase) => void>()
let lastNumber = 0

/**
 * The connection of a Prisma transaction, needed for hot statements and locks; Prisma does not
 * expose it. `ask` runs connectionQuestion with the number.
 */
export async function connectionOf(
  ask: (number: number) => Promise<unknown>,
): Promise<pg.ClientBase> {
  lastNumber += 1
  const number = lastNumber
  let found: pg.ClientBase | undefined
  questions.set(number, (client) => {
    found = client
  })
  await ask(number).finally(() => questions.delete(number))
  if (!found) throw new Error('a transaction of Prisma runs on no connection of the pool')
  return found
}

/**
 * Refuses a connection to a standby, whose reads would return old data: during a failover, a proxy
 * may lead to a server that is not yet promoted, or no longer the primary
 * (test/operations/scale/failover).
 */
export async function refuseStandby(client: pg.ClientBase): Promise<void> {
  if (isOnStandby(client)) throw new Error(standbyMessage)
}

/** A class of connections that call these hooks. */
export function clientsWith(hooks: ClientHooks): typeof pg.Client {
  const { onStatement, onRefused, preparesNothing, connectTimeout } = hooks
  return class extends pg.Client {
    readonly #statements = new PreparedStatements()

    constructor(config?: pg.ClientConfig) {
      super({ ...config, ...(connectTimeout && { connectionTimeoutMillis: connectTimeout }) })
      noteStandby(this)
    }

    override query(statement: SentStatement, ...more: unknown[]): never {
      const { text, values } = typeof statement === 'string' ? { text: statement } : statement
      if (text === connectionQuestion) {
        questions.get(Number(values?.[0]))?.(this)
        return Promise.resolve(noRows) as never
      }
      onStatement?.(text)
      const startedAt = statementEnded.hasSubscribers ? performance.now() : undefined
      let answer = this.#send(statement, more)
      if (onRefused) answer = answer.catch(rethrowing(onRefused))
      if (/^commit\b/i.test(text)) answer = answer.then(committed)
      if (startedAt !== undefined) publishEnd(text, startedAt, answer)
      return answer as never
    }

    #send(statement: SentStatement, more: unknown[]): Promise<pg.QueryResult> {
      if (typeof statement === 'string' || !statement.name) {
        return super.query(statement as string, ...(more as []))
      }
      if (preparesNothing) return super.query({ ...statement, name: undefined })
      return new Promise((resolve, reject) => {
        const done = (error: Error | null, result?: object) =>
          error ? reject(error) : resolve(result as pg.QueryResult)
        super.query(new PreparedQuery(statement as Named, this.#statements, done))
      })
    }
  }
}

function rethrowing(onRefused: (error: pg.DatabaseError) => void) {
  return (error: unknown): never => {
    if (error instanceof pg.DatabaseError) onRefused(error)
    throw error
  }
}

/** PostgreSQL answers the `commit` of a failed transaction with a rollback. */
function committed(result: pg.QueryResult): pg.QueryResult {
  if (result.command !== 'ROLLBACK') return result
  throw new Error('the transaction had failed and was rolled back')
}

function publishEnd(text: string, startedAt: number, answer: Promise<unknown>): void {
  const end = (failure: object) =>
    statementEnded.publish({ text, startedAt, ms: performance.now() - startedAt, ...failure })
  answer.then(
    () => end({}),
    (error: unknown) => end({ error }),
  )
}
