/** The two databases under test: embedded always, PostgreSQL when TEST_DATABASE_URL names one. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import {
  type Database,
  type DatabaseOptions,
  openDatabase,
} from '../../../src/outside/database/database.ts'

export const server = process.env.TEST_DATABASE_URL

/** For `describe.each`: the databases for which the same tests must hold. */
export const places = server ? (['embedded', 'PostgreSQL'] as const) : (['embedded'] as const)
export type DatabaseKind = (typeof places)[number]

export const silent = { info() {}, warn() {}, error() {} }

/** An empty directory, removed by `done`. */
export function emptyDirectory(): { directory: string; done: () => void } {
  const directory = mkdtempSync(join(tmpdir(), 'trips-database-'))
  return { directory, done: () => rmSync(directory, { recursive: true, force: true }) }
}

/** `emptyDirectory` for the length of one test. */
export function temporaryDirectory(): string {
  const { directory, done } = emptyDirectory()
  onTestFinished(done)
  return directory
}

/** Runs one statement on the server, in its own database or in another; its rows. */
export async function onServer(sql: string, url = server): Promise<unknown[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** A new empty database on the server, and how to drop it. */
export async function emptyServerDatabase(): Promise<{
  url: string
  drop: () => Promise<void>
}> {
  const name = `trips_database_${randomBytes(6).toString('hex')}`
  await onServer(`create database ${name}`)
  const url = new URL(server ?? '')
  url.pathname = `/${name}`
  const drop = async () => {
    await onServer(`drop database ${name} with (force)`)
  }
  return { url: url.href, drop }
}

export interface OpenedDatabase {
  db: Database
  url: string | undefined
  /** Closes and removes the database. */
  end(): Promise<void>
}

/** Opens a new database of the kind. */
export async function openAt(
  place: DatabaseKind,
  options: Partial<DatabaseOptions> = {},
): Promise<OpenedDatabase> {
  const { directory, done } = emptyDirectory()
  const home = place === 'PostgreSQL' ? await emptyServerDatabase() : undefined
  const url = home?.url
  const db = await openDatabase({ url, dataDir: directory, log: silent, ...options })
  return {
    db,
    url,
    async end() {
      await db.close()
      await home?.drop()
      done()
    },
  }
}

/** A new account, made by Prisma. */
export function makeUser(db: Pick<Database, 'prisma'>) {
  const unique = randomBytes(6).toString('hex')
  return db.prisma.user.create({
    data: {
      username: unique,
      email: `${unique}@example.org`,
      passwordHash: 'x',
      calendarIdentifier: unique,
      anonymousEmailIdentifier: unique,
    },
  })
}
