/** Connections to both databases: what all statements of one go through, also Prisma's. */
import pg from 'pg'
import { statementEnded } from '../../base/telemetry.ts'
import { standbyMessage } from './failures.ts'
import { type Named, PreparedQuery, PreparedStatements } from './prepared.ts'
import { isOnStandby, noteStandby } from './untyped-pg.ts'

export interface ClientHooks {
  /** Is told every statement sent to the database, Prisma's and `begin` too. */
  onStatement?: ((text: string) => void) | undefined
  /** Looks at each error that the database answers with, before whoever asked does. */
  onRefused?: ((error: pg.DatabaseError) => void) | undefined
  /**
   * Statements are sent without names: behind a pooler in transaction mode, the next transaction
   * may run on a session that has never seen them.
   */
  preparesNothing?: boolean | undefined
  /** Milliseconds for connecting, if not those of the pool. */
  connectTimeout?: number | undefined
}

type Statement = pg.QueryConfig | Named | string

/** A statement that is not sent: it tells which connection it has come to. */
const connectionQuestion = '-- connection of transaction $1'
const noRows = { rows: [], fields: [], rowCount: 0 }
const asked = new Map<number, (client: pg.ClientBase) => void>()
let last = 0

/**
 * The connection of a transaction of Prisma, on which hot statements and locks run too: Prisma does
 * not say which one it is. `ask` runs the statement connectionQuestion with that number.
 */
export async function connectionOf(
  ask: (number: number) => Promise<unknown>,
): Promise<pg.ClientBase> {
  last += 1
  const number = last
  let found: pg.ClientBase | undefined
  asked.set(number, (client) => {
    found = client
  })
  await ask(number).finally(() => asked.delete(number))
  if (!found) throw new Error('a transaction of Prisma runs on no connection of the pool')
  return found
}

/**
 * Refuses a connection that led to a standby: in a failover, a proxy may lead to a server that is
 * not promoted yet, or no longer the primary, where reads would return old data
 * (test/operations/scale/failover).
 */
export async function refuseStandby(client: pg.ClientBase): Promise<void> {
  if (isOnStandby(client)) throw new Error(standbyMessage)
}

/** A class of connections. */
export function clientsWith(hooks: ClientHooks): typeof pg.Client {
  const { onStatement, onRefused, preparesNothing, connectTimeout } = hooks
  return class extends pg.Client {
    readonly #statements = new PreparedStatements()

    constructor(config?: pg.ClientConfig) {
      super({ ...config, ...(connectTimeout && { connectionTimeoutMillis: connectTimeout }) })
      noteStandby(this)
    }

    override query(statement: Statement, ...more: unknown[]): never {
      const { text, values } = typeof statement === 'string' ? { text: statement } : statement
      if (text === connectionQuestion) {
        asked.get(Number(values?.[0]))?.(this)
        return Promise.resolve(noRows) as never
      }
      onStatement?.(text)
      const startedAt = statementEnded.hasSubscribers ? performance.now() : undefined
      let answer = this.#send(statement, more)
      if (onRefused) answer = answer.catch(rethrowing(onRefused))
      if (/^commit\b/i.test(text)) answer = answer.then(committed)
      if (startedAt !== undefined) tellEnd(text, startedAt, answer)
      return answer as never
    }

    #send(statement: Statement, more: unknown[]): Promise<pg.QueryResult> {
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

function rethrowing(look: (error: pg.DatabaseError) => void) {
  return (error: unknown): never => {
    if (error instanceof pg.DatabaseError) look(error)
    throw error
  }
}

/** PostgreSQL answers the commit of a transaction that has failed by rolling back. */
function committed(result: pg.QueryResult): pg.QueryResult {
  if (result.command !== 'ROLLBACK') return result
  throw new Error('the transaction had failed and was rolled back')
}

function tellEnd(text: string, startedAt: number, answer: Promise<unknown>): void {
  const end = (failure: object) =>
    statementEnded.publish({ text, startedAt, ms: performance.now() - startedAt, ...failure })
  answer.then(
    () => end({}),
    (error: unknown) => end({ error }),
  )
}
