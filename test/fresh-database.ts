/**
 * A database for one test file: the outbox worker takes every mail it finds, so these tests do not
 * share the world's. Embedded, or with TEST_DATABASE_URL a new one on that server.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Database, openDatabase } from '../src/outside/database/database.ts'

export const silent = { info() {}, warn() {}, error() {} }

export const onServer = Boolean(process.env.TEST_DATABASE_URL)

/** Open until `remove`. */
export async function freshDatabase(): Promise<{ db: Database; remove(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'trips-accounts-'))
  const server = process.env.TEST_DATABASE_URL
  const name = `trips_accounts_${process.pid}_${Date.now()}`
  if (server) await onServerRun(server, `create database ${name}`)
  const url = server && Object.assign(new URL(server), { pathname: `/${name}` }).href
  const db = await openDatabase({ dataDir, url, log: silent })
  return {
    db,
    async remove() {
      await db.close()
      if (server) await onServerRun(server, `drop database ${name} with (force)`)
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function onServerRun(server: string, statement: string): Promise<void> {
  const client = new pg.Client(server)
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** The database; `before` runs at each transaction and each Prisma call outside one. */
export function watched(
  { prisma, transaction }: Database,
  before: (operation: string) => void,
): Pick<Database, 'prisma' | 'transaction'> {
  const extended = prisma.$extends({
    query: {
      async $allOperations({ operation, args, query }) {
        before(operation)
        return query(args)
      },
    },
  })
  return {
    // The extension changes no type for callers.
    prisma: extended as unknown as Database['prisma'],
    async transaction(work) {
      before('transaction')
      return transaction(work)
    },
  }
}

/** A clock that a test can set ahead. */
export function movableClock() {
  let ahead = 0
  const clock = () => new Date(Date.now() + ahead)
  return Object.assign(clock, {
    forward(milliseconds: number) {
      ahead += milliseconds
    },
  })
}

/** Resolves once `holds` is true; fails the test after `milliseconds`. */
export async function eventually(
  holds: () => boolean | Promise<boolean>,
  milliseconds = 20_000,
): Promise<void> {
  const until = Date.now() + milliseconds
  while (!(await holds())) {
    if (Date.now() > until) throw new Error(`not within ${milliseconds} ms: ${holds}`)
    await pause(25)
  }
}

export const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
