/** The databases of the bench: migrated by the service's own code, then filled. */
import pg from 'pg'
import { openDatabase } from '../../src/outside/database/database.ts'
import { type DataSize, forgetCreated, loadData, sample } from './data.ts'

const log = { info() {}, warn: console.warn, error: console.error }

export interface BenchDatabase {
  url: string
  version: string
  /** Takes away what creates have left. */
  tidy(): Promise<void>
  /** The statements run so far but the bench's own; undefined without pg_stat_statements. */
  calls: (() => Promise<number>) | undefined
  /** Drops it. */
  close(): Promise<void>
}

/** A filled database beside that of `serverUrl`, whose user may create one. */
export async function preparePostgres(
  serverUrl: string,
  size: DataSize = 1,
  kind: 'versioned' | 'plain' = 'versioned',
): Promise<BenchDatabase> {
  const name = `bench_${process.pid}_${size}_${kind}`
  const admin = new pg.Client(serverUrl)
  await admin.connect()
  await admin.query(`create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const db = await openDatabase({ url: url.href, dataDir: '', log })
  await db.close()
  const client = new pg.Client(url.href)
  await client.connect()
  const run = (text: string) => client.query(text)
  await loadData(run, size)
  const { rows } = await run('show server_version')
  return {
    url: url.href,
    version: rows[0].server_version,
    tidy: () => forgetCreated(run, size),
    calls: await statementCounter(client),
    async close() {
      await client.end()
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}

/** An activity of each trip of the measured user. */
export async function ownActivities(client: pg.Client): Promise<{ id: number; tripId: number }[]> {
  const text = `select distinct on (trip_id) id, trip_id as "tripId" from activity
    where trip_id = any ($1) and deleted_at is null order by trip_id, id`
  const { rows } = await client.query(text, [sample.ownTrips])
  return rows
}

async function statementCounter(client: pg.Client): Promise<(() => Promise<number>) | undefined> {
  const counted = `select coalesce(sum(calls), 0) as calls from pg_stat_statements
    where dbid = (select oid from pg_database where datname = current_database())
      and query not like '%pg_stat_statements%'`
  const calls = async () => Number((await client.query(counted)).rows[0].calls)
  try {
    await client.query('create extension if not exists pg_stat_statements')
    await calls()
    return calls
  } catch {
    return undefined
  }
}

/** Fills the embedded database of `dataDir`, which no process has open. */
export async function prepareEmbedded(dataDir: string): Promise<void> {
  const db = await openDatabase({ dataDir, log })
  await loadData((text) => db.query({ text }))
  await db.close()
}
