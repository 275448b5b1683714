/**
 * Every statement of the process, Prisma's and those of the hot path alike, passes through
 * `pg.Client`, on either database: here one of them goes wrong.
 */
import pg from 'pg'
import { type CallPlan, isPlanned, planFor } from './calls.ts'

type Query = (...args: unknown[]) => unknown
type Callback = (error: Error | null, result?: unknown) => void

/** What the server says of a statement that it does not run, by its SQLSTATE. */
const states = {
  cancelled: '57014',
  'not readable': '58030',
  'a full disk': '53100',
  'a conflict': '40001',
  'a defect': 'XX000',
} as const

/** Ways that both databases know; a connection within this process is not lost. */
export const statementWays = [...Object.keys(states), 'slow'] as const
export const lostWays = ['lost before', 'lost after'] as const

/**
 * Faults of a service, planted to see that they are found: statements of this text end the
 * transaction and begin another; and the way in which what is done is denied.
 */
export const planting: { splitsAt?: RegExp | undefined } = {}
export const denial = 'done and denied'

/** A statement that is about to be sent. */
interface About {
  client: pg.Client
  text: string
  /** Sends it, and waits for its answer. */
  send(): Promise<unknown>
  /** Sends another one in its place. */
  instead(text: string): Promise<unknown>
}

const reset = () => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })

/** The server refuses it, and so undoes the transaction. */
async function refused({ text, instead }: About, state: string): Promise<unknown> {
  if (/^commit\b/i.test(text)) await instead('rollback')
  return instead(`do $$ begin raise exception 'planned' using errcode = '${state}'; end $$`)
}

async function wrong(about: About, { way, pause }: CallPlan): Promise<unknown> {
  const { client, send } = about
  const lose = () => client.connection.stream.destroy(reset())
  if (way === 'slow') await pause()
  if (way === 'lost before') lose()
  if (way in states) return refused(about, states[way as keyof typeof states])
  const result = await send()
  if (way === denial) throw new Error('planned')
  if (way !== 'lost after') return result
  lose()
  throw new Error('Connection terminated unexpectedly')
}

/** Watches all statements from now on; returns what ends it. */
export function watchStatements(): () => void {
  const prototype = pg.Client.prototype as unknown as { query: Query }
  const real = prototype.query
  prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [given] = args
    const text = typeof given === 'string' ? given : (given as pg.QueryConfig).text
    const splits = isPlanned() && planting.splitsAt?.test(text)
    const plan = /^rollback\b/i.test(text) ? undefined : planFor('database', text)
    if (!plan && !splits) return real.apply(this, args)
    // A statement with an answer of its own, such as a prepared one.
    const own = 'callback' in Object(given) ? (given as { callback: Callback }) : undefined
    const done = own?.callback
    const send = () =>
      new Promise((resolve, reject) => {
        if (!own) return resolve(real.apply(this, args))
        own.callback = (error, result) => (error ? reject(error) : resolve(result))
        real.apply(this, args)
      })
    const instead = async (sql: string) => real.call(this, { text: sql, values: [] })
    const split = async () => {
      if (splits) for (const sql of ['commit', 'begin']) await instead(sql)
      return plan ? wrong({ client: this, text, send, instead }, plan) : send()
    }
    const outcome = split()
    if (!done) return outcome
    outcome.then((result) => done(null, result), done)
    return own
  }
  return () => {
    prototype.query = real
  }
}
