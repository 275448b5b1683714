/** Applications beside the one of the world, on the same database, whose parts are small. */
import type { InjectOptions } from 'fastify'
import { expect } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { type Sizes, sizes } from '../../src/core/limits/read-budget.ts'
import type { Database, Statement } from '../../src/outside/database/database.ts'
import { openLog } from '../../src/process/log.ts'
import { Turnstile } from '../../src/process/turnstile.ts'
import { readConfig } from '../../src/settings/config.ts'
import { dataDir, db, operatorKey, type Person, secret } from '../world.ts'

const config = readConfig({ DATA_DIR: dataDir, OPERATOR_KEY: operatorKey })
const log = openLog(config, { write: () => true })

/** What a database runs: called before each statement and after it. */
export interface Watch {
  before?(statement: Statement): Promise<void> | void
  after?(rows: readonly unknown[], statement: Statement): void
}

/** The database of the world, with its plain statements watched. */
export function watched({ before, after }: Watch): Database {
  return {
    ...db,
    async query<Row>(statement: Statement): Promise<Row[]> {
      await before?.(statement)
      const rows = await db.query<Row>(statement)
      after?.(rows, statement)
      return rows
    },
  }
}

/** An application with other sizes, and its turnstile for large answers. */
export async function appWith(changed: Partial<Sizes>, watch: Watch = {}) {
  const large = new Turnstile({ name: 'test', max: 64 * 1024 * 1024, maxPerKey: 32 * 1024 * 1024 })
  const app = await buildApp({
    ...{ config, db: watched(watch), log, operatorKey, secret, large },
    sizes: { ...sizes, ...changed },
  })
  const send = async (person: Person, options: InjectOptions & { url: string }) => {
    const headers = { ...options.headers, authorization: `Token ${person.key}` }
    const answer = await app.inject({ ...options, headers })
    const { statusCode: status, payload: text, headers: sent, trailers } = answer
    return { status, text, headers: sent, trailers }
  }
  const graphql = async (person: Person, query: string) => {
    const payload = { query }
    const { text } = await send(person, { method: 'POST', url: '/graphql', payload })
    return JSON.parse(text) as { errors?: { extensions: { code: string } }[]; data: unknown }
  }
  return { app, large, send, graphql, close: () => app.close() }
}

/** Waits until no answer holds anything: the hold ends a moment after the last byte. */
export const nothingInHand = (large: Turnstile) =>
  expect.poll(() => large.load).toEqual({ inHand: 0, waiting: 0 })
