/**
 * `npm run bench -- start`: how long the built program takes from its start to the first 200 of
 * /readyz, and how much memory it holds, on PostgreSQL and on an embedded database, first and
 * reopened. BENCH_ROUNDS (5) starts of each; BENCH_DATABASE_URL is a server, else one of its own.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { built, repository, startOptions } from '../tools/build/built.ts'
import { startPostgres } from './postgres.ts'
import { keep, machine, table } from './report.ts'
import { freePort } from './servers.ts'

/** Milliseconds after which a service that has nothing to do is called idle. */
const idleAfter = 5_000
const rounds = Number(process.env.BENCH_ROUNDS ?? 5)

interface Figures {
  /** Milliseconds from the spawn to the first 200 of /readyz. */
  ready: number
  /** MiB of resident memory: when idle, and at most until then; of the service alone. */
  idle: number
  peak: number
}

interface Case {
  name: string
  /** The most that is wanted; undefined where nothing is promised. */
  targets: Partial<Figures>
  settings(): Record<string, string>
}

const isReady = (port: number) =>
  new Promise<boolean>((resolve) => {
    const request = get({ host: '127.0.0.1', port, path: '/readyz' }, (answer) => {
      answer.resume()
      resolve(answer.statusCode === 200)
    })
    request.on('error', () => resolve(false))
  })

const memory = (pid: number, line: 'VmRSS' | 'VmHWM') =>
  Number(new RegExp(`^${line}:\\s+(\\d+) kB`, 'm').exec(statusOf(pid))?.[1]) / 1024

const statusOf = (pid: number) => readFileSync(`/proc/${pid}/status`, 'utf8')

/** The service itself, behind npm and its shell, which replaces itself by it. */
function innermost(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return children === '' ? pid : innermost(Number(children.split(' ')[0]))
}

async function end(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  await exit
}

async function startOnce(command: string[], settings: Record<string, string>): Promise<Figures> {
  const port = await freePort()
  const own = { PORT: String(port), LOG_LEVEL: 'warn', STOP_DELAY: '0' }
  const [file = '', ...words] = command
  const begun = performance.now()
  const child = spawn(file, words, {
    cwd: repository,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...own, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error(`${command.join(' ')} ended`)
    await pause(5)
  }
  const ready = performance.now() - begun
  await pause(idleAfter)
  const pid = innermost(child.pid as number)
  const figures = { ready, idle: memory(pid, 'VmRSS'), peak: memory(pid, 'VmHWM') }
  await end(child)
  return figures
}

/** `least (median)`; the least is what the machine can do, the median what it had time for. */
function cell(values: number[], target?: number): string {
  const sorted = [...values].sort((a, b) => a - b)
  const [least = Number.NaN] = sorted
  const median = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  const text = `${Math.round(least)} (${Math.round(median)})`
  if (target === undefined) return text
  return `${least > target ? `**${text}**` : text} of ${target}`
}

async function measure({ name, targets, settings }: Case): Promise<string[]> {
  const runs: Figures[] = []
  const throughNpm: Figures[] = []
  const program = [process.execPath, ...startOptions(), 'src/tools/build/run.mjs', 'server']
  for (let round = 0; round < rounds; round += 1) {
    runs.push(await startOnce(program, settings()))
    throughNpm.push(await startOnce(['npm', 'start'], settings()))
  }
  const all = [...runs, ...throughNpm]
  const of = (key: keyof Figures, list: Figures[]) => list.map((figures) => figures[key])
  const row = [
    name,
    cell(of('ready', throughNpm), targets.ready),
    cell(of('ready', runs)),
    cell(of('idle', all), targets.idle),
    cell(of('peak', all), targets.peak),
  ]
  process.stdout.write(`${row.join(' | ')}\n`)
  return row
}

async function bench(directory: string, serverUrl: string): Promise<string> {
  const admin = new pg.Client(serverUrl)
  await admin.connect()
  const database = `bench_start_${process.pid}`
  await admin.query(`create database ${database}`)
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  const home = (name: string) => ({ DATA_DIR: join(directory, name) })
  const onServer = { ...home('server'), DATABASE_URL: url.href }
  let firsts = 0
  const cases: Case[] = [
    {
      name: 'PostgreSQL',
      targets: { ready: 1200, idle: 180 },
      settings: () => onServer,
    },
    {
      name: 'embedded, reopened',
      targets: { idle: 330 },
      settings: () => home('reopened'),
    },
    {
      name: 'embedded, first start',
      targets: { ready: 2500, peak: 450 },
      settings: () => {
        firsts += 1
        return home(`first-${firsts}`)
      },
    },
  ]
  try {
    // Migrated and made, so that every measured start is a warm one.
    for (const settings of [onServer, home('reopened')]) await startOnce(['npm', 'start'], settings)
    const rows: string[][] = []
    for (const one of cases) rows.push(await measure(one))
    const { rows: versions } = await admin.query('show server_version')
    const head = ['', 'npm start, ms', 'without npm, ms', 'idle, MiB', 'peak, MiB']
    const title = `${machine(versions[0].server_version)} · ${rounds} starts of each kind`
    return [title, table(head, rows)].join('\n\n')
  } finally {
    await admin.query(`drop database if exists ${database} with (force)`)
    await admin.end()
  }
}

built('server')
const directory = mkdtempSync(join(tmpdir(), 'bench-start-'))
const own = process.env.BENCH_DATABASE_URL === undefined ? await startPostgres() : undefined
try {
  keep('start', await bench(directory, own?.url ?? (process.env.BENCH_DATABASE_URL as string)))
} finally {
  own?.stop()
  rmSync(directory, { recursive: true, force: true })
}
