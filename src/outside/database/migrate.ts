/**
 * Applies `prisma/migrations` when the service starts, with the lock and the table of Prisma's own
 * `migrate deploy`, so that either may run next.
 */
import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientBase } from 'pg'
import { sha256 } from '../../base/hashes.ts'
import type { Log } from '../../base/log.ts'
import { reasonOf } from '../../base/reason.ts'
import { type RecordedMigration, since1, tooOld } from './before-1.0.ts'

/** The advisory lock that Prisma Migrate takes. */
const prismaLock = 72707369
const lockPollMs = 50
const maxLockWaitMs = 5 * 60_000

const migrationsTable = `create table _prisma_migrations (
  id varchar(36) primary key not null,
  checksum varchar(64) not null,
  finished_at timestamptz,
  migration_name varchar(255) not null,
  logs text,
  rolled_back_at timestamptz,
  started_at timestamptz not null default now(),
  applied_steps_count integer not null default 0
)`

/** The database does not match this program's migrations; the message says why. */
export class MigrationRefused extends Error {
  override readonly name = 'MigrationRefused'
}

interface Migration extends RecordedMigration {
  sql: string
}

interface AppliedMigration extends RecordedMigration {
  isFinished: boolean
}

/**
 * Applies the migrations in `directory`, each in its own transaction, while other processes wait;
 * returns the names of those applied. Throws `MigrationRefused`, leaving the database as before the
 * migration in question, if one has changed since it was applied, failed (now or earlier), or is
 * unknown to this program. `last`: the last one to apply. A database of the last version before 1.0
 * is taken over as it is.
 */
export async function migrate(
  client: ClientBase,
  directory: string,
  log: Pick<Log, 'info'>,
  last?: string,
): Promise<string[]> {
  const migrations = await readMigrations(directory)
  await takeLock(client, log)
  try {
    await client.query("set client_min_messages = 'warning'")
    // Writes nothing if up to date, because the disk may be full.
    if (!(await hasMigrations(client))) await client.query(migrationsTable)
    await takeOver(client, migrations, log)
    const waiting = waitingMigrations(migrations, await readApplied(client)).filter(
      ({ name }) => last === undefined || name <= last,
    )
    for (const migration of waiting) {
      await apply(client, migration)
      log.info({ migration: migration.name }, 'migration applied')
    }
    return waiting.map(({ name }) => name)
  } finally {
    // A lost connection no longer has the lock.
    await client.query('select pg_advisory_unlock($1)', [prismaLock]).catch(() => {})
  }
}

/**
 * The names of the migrations in `directory` still to be applied, without applying them. Throws
 * `MigrationRefused` like `migrate`.
 */
export async function waitingIn(client: ClientBase, directory: string): Promise<string[]> {
  const applied = (await hasMigrations(client)) ? await readApplied(client) : []
  const migrations = await readMigrations(directory)
  const first = firstInstead(applied, migrations)
  const since = first ? [{ ...first, isFinished: true }] : applied
  return waitingMigrations(migrations, since).map(({ name }) => name)
}

/** Whether the database has the table of migrations. */
export async function hasMigrations(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('_prisma_migrations') is not null as there`,
  )
  return rows[0]?.there === true
}

/** The migrations in `directory`, in order. */
export async function readMigrations(directory: string): Promise<Migration[]> {
  const entries = await readdir(directory, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(join(directory, name, 'migration.sql'), 'utf8')
      return { name, sql, checksum: sha256(sql) }
    }),
  )
}

/** Polls, because a statement waiting in the server could not give up after 5 minutes. */
async function takeLock(client: ClientBase, log: Pick<Log, 'info'>): Promise<void> {
  const begun = Date.now()
  for (let polls = 0; ; polls += 1) {
    const { rows } = await client.query<{ taken: boolean }>(
      'select pg_try_advisory_lock($1) as taken',
      [prismaLock],
    )
    if (rows[0]?.taken) return
    if (polls === 0) log.info({}, 'waiting for another process to finish its migrations')
    if (Date.now() - begun > maxLockWaitMs) {
      throw new MigrationRefused('another process has held the migration lock for 5 minutes')
    }
    await sleep(lockPollMs)
  }
}

/** The recorded migrations, in the order in which they began. */
export async function readApplied(client: ClientBase): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>(
    `select migration_name as name, checksum, finished_at is not null as "isFinished"
     from _prisma_migrations where rolled_back_at is null order by started_at`,
  )
  return rows
}

function waitingMigrations(
  migrations: Migration[],
  recorded: readonly AppliedMigration[],
): Migration[] {
  const applied = new Map(recorded.map((row) => [row.name, row]))
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = [...applied.keys()].filter((name) => !known.has(name))
  if (unknown.length > 0) {
    throw new MigrationRefused(
      `it was migrated by a newer version of this program (unknown: ${unknown.join(', ')}); ` +
        'start that version',
    )
  }
  return migrations.filter(({ name, checksum }) => {
    const row = applied.get(name)
    if (row === undefined) return true
    if (!row.isFinished) {
      throw new MigrationRefused(
        `migration ${name} failed earlier and may be partly applied; repair the database, then ` +
          'mark it as applied or rolled back with `npm run migrate -- resolve`',
      )
    }
    if (row.checksum !== checksum) {
      throw new MigrationRefused(
        `the file of migration ${name} was changed after it was applied; restore the file`,
      )
    }
    return false
  })
}

/**
 * The migration that replaces those of the last version before 1.0; undefined for later versions.
 */
function firstInstead(
  recorded: AppliedMigration[],
  migrations: Migration[],
): RecordedMigration | undefined {
  const finished = recorded.filter(({ isFinished }) => isFinished)
  const since = since1(finished, migrations)
  if (since === null) throw new MigrationRefused(tooOld)
  return since === finished ? undefined : since[0]
}

/** Takes over a database from before 1.0 by changing only the record. */
async function takeOver(client: ClientBase, migrations: Migration[], log: Pick<Log, 'info'>) {
  const first = firstInstead(await readApplied(client), migrations)
  if (first === undefined) return
  await inTransaction(client, async () => {
    await client.query('delete from _prisma_migrations')
    await record(client, first)
  })
  log.info({ migration: first.name }, 'database from before 1.0 taken over')
}

async function apply(client: ClientBase, migration: Migration): Promise<void> {
  const { name, sql } = migration
  try {
    await inTransaction(client, async () => {
      await client.query(sql)
      await record(client, migration)
    })
  } catch (cause) {
    const failure = `migration ${name} failed and was rolled back: ${reasonOf(cause)}`
    throw new MigrationRefused(failure, { cause })
  }
}

async function record(client: ClientBase, { name, checksum }: RecordedMigration): Promise<void> {
  await client.query(
    `insert into _prisma_migrations
       (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     values ($1, $2, $3, clock_timestamp(), clock_timestamp(), 1)`,
    [randomUUID(), checksum, name],
  )
}

async function inTransaction(client: ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}
