/**
 * `npm run bench -- transfer`: how long the admin commands `export` and `import` take for an
 * account with 100,000 items and for one with a tenth of them, and how much memory, on PostgreSQL
 * and on embedded databases. BENCH_ITEMS (100,000); BENCH_DATABASE_URL is a server, else one of
 * its own.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { openDatabase } from '../../src/outside/database/database.ts'
import { built } from '../tools/build/built.ts'
import { type AccountSize, loadAccount } from './account.ts'
import { type OpenedBench, runBench, say } from './opened.ts'
import { keep, machine, type ReportRow, table } from './report.ts'

const most = Number(process.env.BENCH_ITEMS ?? 100_000)
/** Seconds that either command may take for that many. */
const target = 60
const program = built('admin')
const log = { info() {}, warn: console.warn, error: console.error }

const sizes: [string, AccountSize][] = [
  ['a tenth of it', { items: most / 10, trips: 100, attached: 100 }],
  ['in 1 trip', { items: most, trips: 1, attached: 1_000 }],
  ['in 1,000 trips', { items: most, trips: 1_000, attached: 1_000 }],
  ['8 in a trip', { items: most, trips: most / 8, attached: 1_000 }],
]

interface Figures {
  seconds: number
  /** Seconds of the processors, those of a server on this machine included. */
  cpu: number
  /** MiB of resident memory at most. */
  peak: number
}

/** Runs an admin command; throws what it says if it fails. */
async function command(
  words: string[],
  settings: Record<string, string>,
  admin: pg.Client,
): Promise<Figures> {
  const begun = performance.now()
  const child = spawn(process.execPath, [program, ...words], {
    cwd: dirname(settings.DATA_DIR ?? ''),
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said += text
  })
  const exit = once(child, 'exit')
  const figures: Figures = { seconds: 0, cpu: 0, peak: 0 }
  let [isOver, ofServer] = [false, 0]
  exit.then(() => (isOver = true))
  while (!isOver) {
    Object.assign(figures, spentBy(child.pid))
    ofServer = spentBy(await sessionOf(settings, admin)).cpu ?? ofServer
    await pause(20)
  }
  if (child.exitCode !== 0) {
    const seconds = Math.round((performance.now() - begun) / 1000)
    throw new Error(`${words[0]} failed after ${seconds} s: ${said}`)
  }
  const seconds = (performance.now() - begun) / 1000
  return { ...figures, seconds, cpu: figures.cpu + ofServer }
}

/** The process of the server that works for the command. */
async function sessionOf(
  { DATABASE_URL: url }: Record<string, string>,
  admin: pg.Client,
): Promise<number | undefined> {
  if (url === undefined) return undefined
  const text = `select pid from pg_stat_activity
    where datname = $1 and application_name = 'trips' order by backend_start desc limit 1`
  const { rows } = await admin.query(text, [new URL(url).pathname.slice(1)])
  return rows[0]?.pid
}

/** What a process has spent so far; nothing where it is gone, or the system does not tell. */
function spentBy(pid: number | undefined): Partial<Figures> {
  try {
    const [, peak] = /^VmHWM:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
    // The 14th and the 15th field, in hundredths of a second.
    const [user, system] = after.split(' ').slice(11, 13).map(Number)
    if (peak === undefined) return {}
    return { cpu: ((user ?? 0) + (system ?? 0)) / 100, peak: Number(peak) / 1024 }
  } catch {
    return {}
  }
}

type Make = (name: string) => Promise<Record<string, string>>

/** The settings of a new database, on a server or embedded. */
function makers(opened: OpenedBench, admin: pg.Client, server: string): [string, Make][] {
  const home = (name: string) => ({ DATA_DIR: join(opened.directory, name) })
  const onServer: Make = async (name) => {
    const database = `bench_transfer_${process.pid}_${name}`
    await admin.query(`create database ${database}`)
    opened.add(() => admin.query(`drop database ${database} with (force)`))
    const url = new URL(server)
    url.pathname = `/${database}`
    return { ...home(`server_${name}`), DATABASE_URL: url.href }
  }
  return [
    ['PostgreSQL', onServer],
    ['embedded', async (name) => home(name)],
  ]
}

async function openAt({ DATA_DIR: dataDir = '', DATABASE_URL: url }: Record<string, string>) {
  return openDatabase({ dataDir, url, log })
}

async function measure(
  { make, admin }: { make: Make; admin: pg.Client },
  name: string,
  size: AccountSize,
): Promise<[Figures, Figures]> {
  const [from, to] = [await make(`from_${name}`), await make(`to_${name}`)]
  const db = await openAt(from)
  await loadAccount((text) => db.query({ text }), size)
  await db.close()
  const other = await openAt(to)
  await other.query({
    text: `insert into account (username, email, password_hash, calendar_identifier,
      anonymous_email_identifier) values ('g', 'guest@mail.example', '!', 'c', 'a')`,
  })
  await other.close()
  const folder = `${from.DATA_DIR}-exported`
  const exported = await command(['export', 'mover', folder], from, admin)
  return [exported, await command(['import', folder, '--trusted'], to, admin)]
}

async function bench(opened: OpenedBench): Promise<void> {
  const server = await opened.postgres()
  const admin = new pg.Client(server)
  await admin.connect()
  opened.add(() => admin.end())
  const { rows: versions } = await admin.query('show server_version')
  const rows: ReportRow[] = []
  for (const [database, make] of makers(opened, admin, server)) {
    for (const [at, [what, size]] of sizes.entries()) {
      const both = await measure({ make, admin }, String(at), size)
      const cells = both.flatMap(({ seconds, cpu, peak }): ReportRow => {
        const text = seconds.toFixed(1)
        return [seconds > target ? `**${text}**` : text, cpu.toFixed(1), Math.round(peak)]
      })
      rows.push([database, size.items, what, ...cells])
      say(`${database}, ${size.items} items ${what}: ${cells.join(' ')}`)
    }
  }
  const costs = ['CPU, s', 'peak, MiB']
  const head = ['export, s', ...costs, 'import, s', ...costs]
  const result = table(['database', 'items', '', ...head], rows)
  say(`\n${result}`)
  keep('transfer', `${machine(versions[0].server_version)}\n\n${result}`)
}

await runBench(bench)
