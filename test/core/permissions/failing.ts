/**
 * The application of the tests over a database that fails: from the n-th call on, every
 * statement fails, of any kind (plain SQL, a transaction, Prisma).
 */
import type { FastifyInstance } from 'fastify'
import { type AppOptions, buildApp } from '../../../src/app.ts'
import { Refusal } from '../../../src/base/errors.ts'
import type { Database, Queryable, Store } from '../../../src/outside/database/database.ts'
import { openLog } from '../../../src/process/log.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { db, operatorKey } from '../../world.ts'

/** The error that the database throws: a known loss, or an unforeseen defect. */
export const failures = {
  lost: () => new Refusal('SERVICE_UNAVAILABLE', { retryAfter: 2, cause: new Error(inside) }),
  unexpected: () => Object.assign(new Error(inside), { code: 'P9999', meta: { table: 'api_key' } }),
} as const
export type FailureName = keyof typeof failures

/** The text of a driver's error, which no answer ever repeats. */
const inside = 'relation "sesame" does not exist: select price from account where hash = $1'
export const inner = /sesame|relation|select|account|P9999|stack|\bat \w+ \(/i

export interface Failing {
  app: FastifyInstance
  /** What the application has logged. */
  lines: string[]
  /** Makes the n-th call from now on fail, and all after it. */
  from(call: number, failure: FailureName): void
  /** Calls since then. */
  calls(): number
}

/** Counts calls, and fails from a certain one on. */
interface Counter {
  count: number
  first: number
  failure: FailureName
}

function next(counter: Counter): void {
  counter.count += 1
  if (counter.count >= counter.first) throw failures[counter.failure]()
}

type Callable = (...args: unknown[]) => unknown

/** The methods of Prisma's models, and its raw queries, each a call. */
function countedPrisma<Client extends object>(client: Client, counter: Counter): Client {
  const countedModel = (model: object) =>
    new Proxy(model, {
      get(target, name) {
        const method: unknown = Reflect.get(target, name)
        if (typeof method !== 'function') return method
        return async (...args: unknown[]) => {
          next(counter)
          return (method as Callable).apply(target, args)
        }
      },
    })
  const raw = /^\$(query|execute)Raw/
  return new Proxy(client, {
    get(target, name) {
      const found: unknown = Reflect.get(target, name)
      if (raw.test(String(name))) {
        return async (...args: unknown[]) => {
          next(counter)
          return (found as Callable).apply(target, args)
        }
      }
      // A name that begins with a sign is a method of the client.
      const isModel = typeof found === 'object' && found !== null && /^[a-z]/.test(String(name))
      return isModel ? countedModel(found) : found
    },
  })
}

function countedQueries(on: Queryable, counter: Counter): Queryable {
  return {
    async query<Row>(statement: Parameters<Queryable['query']>[0]) {
      next(counter)
      return on.query<Row>(statement)
    },
  }
}

function failingDatabase(counter: Counter): Database {
  return {
    ...db,
    ...countedQueries(db, counter),
    prisma: countedPrisma(db.prisma, counter),
    async transaction(work) {
      next(counter)
      return db.transaction((tx) => {
        const prisma = countedPrisma(tx.prisma, counter)
        const counted: Store = {
          ...countedQueries(tx, counter),
          prisma,
          transaction: (part) => part(counted),
        }
        return work(counted)
      })
    },
  }
}

/** No limits but those on logins, which need the database themselves. */
const settings = {
  OPERATOR_KEY: operatorKey,
  LIMIT_SIGNUP: '0',
  LIMIT_RESET_ADDRESS: '0',
  LIMIT_RESET_ACCOUNT: '0',
}

export async function failingApp(eventTimes: AppOptions['eventTimes'] = {}): Promise<Failing> {
  const counter: Counter = { count: 0, first: Number.POSITIVE_INFINITY, failure: 'lost' }
  const config = readConfig(settings)
  const lines: string[] = []
  const log = openLog(config, { write: (line) => void lines.push(line) })
  const own = { config, db: failingDatabase(counter), log, operatorKey }
  const app = await buildApp({ ...own, eventTimes })
  return {
    app,
    lines,
    from: (first, failure) => Object.assign(counter, { count: 0, first, failure }),
    calls: () => counter.count,
  }
}
