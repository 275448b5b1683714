/**
 * `npm run bench -- changes`: how long a first copy by `changes` takes, what a round costs after
 * that, and how large positions are, for 100, 2,000 and 12,000 trips. BENCH_DATABASE_URL is a
 * server, else one of its own.
 */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '../../src/outside/database/database.ts'
import { changesDocument } from '../spec/changes-document.ts'
import { type AccountSize, loadAccount } from './account.ts'
import { type OpenedBench, runBench, say } from './opened.ts'
import { keep, machine, type ReportRow, table } from './report.ts'

const key = 'bench-key-of-the-changes'
const log = { info() {}, warn: console.warn, error: console.error }

const sizes: AccountSize[] = [
  { items: 400, trips: 100, attached: 50 },
  { items: 20_000, trips: 2_000, attached: 500 },
  { items: 24_000, trips: 12_000, attached: 500 },
]

interface Page {
  position: string
  hasMore: boolean
  changed: unknown[]
}

/** Applies pages of 500 until there are no more. */
async function follow(url: string, since: string | null) {
  const begun = performance.now()
  let [position, objects, pages] = [since, 0, 0]
  for (let hasMore = true; hasMore; pages += 1) {
    const answer = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Token ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        query: changesDocument,
        variables: { since: position, first: 500 },
      }),
    })
    const { data, errors } = (await answer.json()) as {
      data?: { changes: Page }
      errors?: unknown[]
    }
    if (!data || errors) throw new Error(JSON.stringify(errors))
    const page = data.changes
    position = page.position
    hasMore = page.hasMore
    objects += page.changed.length
  }
  return { position: position as string, objects, pages, ms: performance.now() - begun }
}

/** The median of so many rounds with nothing new, in milliseconds. */
async function quietRounds(url: string, position: string, rounds = 200): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) times.push((await follow(url, position)).ms)
  return times.sort((one, other) => one - other)[rounds / 2] as number
}

async function measure(opened: OpenedBench, admin: pg.Client, server: string, size: AccountSize) {
  const database = `bench_changes_${process.pid}_${size.trips}`
  await admin.query(`create database ${database}`)
  opened.add(() => admin.query(`drop database ${database} with (force)`))
  const url = new URL(server)
  url.pathname = `/${database}`
  const db = await openDatabase({ url: url.href, dataDir: join(opened.directory, database), log })
  await loadAccount((text) => db.query({ text }), size)
  await db.query({ text: 'update document set at_trip = 1 where at_trip is null' })
  const hash = createHash('sha256').update(key).digest('hex')
  await db.query({ text: `insert into api_key (user_id, hash) values (1, '${hash}')` })
  const service = await opened.server(`changes-${size.trips}`, { DATABASE_URL: url.href })
  const first = await follow(service.url, null)
  const quiet = await quietRounds(service.url, first.position)
  await db.query({ text: `update activity set name = name || '!' where id <= 10` })
  const delta = await follow(service.url, first.position)
  await service.stop()
  await db.close()
  return { first, quiet, delta }
}

async function bench(opened: OpenedBench): Promise<void> {
  const server = await opened.postgres()
  const admin = new pg.Client(server)
  await admin.connect()
  opened.add(() => admin.end())
  const { rows: versions } = await admin.query('show server_version')
  const rows: ReportRow[] = []
  for (const size of sizes) {
    const { first, quiet, delta } = await measure(opened, admin, server, size)
    const { length } = first.position
    rows.push([
      ...[size.trips, first.objects, first.pages, (first.ms / 1000).toFixed(1)],
      ...[quiet.toFixed(1), delta.objects, delta.ms.toFixed(0)],
      ...[length, (length / size.trips).toFixed(1)],
    ])
    say(`${size.trips} trips: ${rows.at(-1)}`)
  }
  const result = table(
    [
      ...['trips', 'objects', 'pages', 'first copy, s', 'nothing new, ms'],
      ...['objects after 10 changes', 'ms', 'position, bytes', 'a trip'],
    ],
    rows,
  )
  say(`\n${result}`)
  keep('changes', `${machine(versions[0].server_version)}\n\n${result}`)
}

await runBench(bench)
