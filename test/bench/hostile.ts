/**
 * What strangers and ordinary accounts can do to the others: plays one attack after the other
 * against a running service and prints, for each, the worst stall of /healthz, the peak of memory
 * above that of an idle service, and what an honest client got meanwhile.
 *
 *   npm run bench -- hostile
 *
 * BENCH_SECONDS (8) is the length of an attack, BENCH_ONLY a part of the names of those to play,
 * BENCH_DATABASE_URL a PostgreSQL server, or `embedded`; by default a server of its own.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { openDatabase } from '../../src/outside/database/database.ts'
import { listening, type RunningProcess, run, stop } from '../process/process.ts'
import { attacks } from './hostile/attacks.ts'
import { statements } from './hostile/data.ts'
import { residentMemory, type Watched, watch } from './hostile/watch.ts'
import { startPostgres } from './postgres.ts'

/** What must hold for every attack, on two cores (milliseconds, MiB, times). */
const targets = { stall: 150, memory: 600, slower: 3, slowerAtP99: 8 }
const domain = 'in.trips.example'

const seconds = Number(process.env.BENCH_SECONDS ?? 8)
const chosen = Object.keys(attacks).filter((name) => name.includes(process.env.BENCH_ONLY ?? ''))
const alone = Object.keys(attacks)[0] as string

const quiet = { info() {}, warn: console.warn, error: console.error }

/** The settings of a service on a database with the hostile data in it, and what removes it. */
async function prepare(directory: string) {
  const wanted = process.env.BENCH_DATABASE_URL
  if (wanted === 'embedded') {
    const db = await openDatabase({ dataDir: directory, log: quiet })
    for (const text of statements) await db.query({ text })
    await db.close()
    return { settings: {}, remove: async () => {} }
  }
  const own = wanted === undefined ? await startPostgres() : undefined
  const server = wanted ?? own?.url ?? ''
  const name = `hostile_${process.pid}`
  const admin = new pg.Client(server)
  await admin.connect()
  await admin.query(`create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const db = await openDatabase({ url: url.href, dataDir: directory, log: quiet })
  for (const text of statements) await db.query({ text })
  await db.close()
  const remove = async () => {
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
    await own?.stop()
  }
  return { settings: { DATABASE_URL: url.href }, remove }
}

interface Service {
  running: RunningProcess
  port: number
  smtpPort: number
  pid: number
}

async function start(directory: string, settings: Record<string, string>): Promise<Service> {
  const inbound = { INBOUND_SMTP_PORT: '0', INBOUND_DOMAIN: domain }
  const own = { DATA_DIR: directory, LOG_LEVEL: 'fatal', NODE_ENV: 'production' }
  const running = run(directory, { ...own, ...inbound, ...settings })
  const port = Number(new URL(await listening(running)).port)
  const smtp = () => /^Booking email +\S+:(\d+)$/m.exec(running.printed.stdout)?.[1]
  while (!smtp()) await pause(20)
  return { running, port, smtpPort: Number(smtp()), pid: running.child.pid ?? 0 }
}

async function play(name: string, { port, smtpPort, pid }: Service): Promise<Watched> {
  const script = fileURLToPath(new URL('hostile/attack.ts', import.meta.url))
  const attacker = fork(script, { execArgv: ['--import', 'tsx'], serialization: 'json' })
  const over = once(attacker, 'exit')
  // Of an honest user who works hard: how often.
  attacker.on('message', (text) => console.info(`\n${text}\n`))
  attacker.send({ name, port, smtpPort, domain, seconds })
  // What is in hand when the attack ends counts as well.
  return watch(port, pid, Promise.race([over, pause((seconds + 20) * 1_000)])).finally(() =>
    attacker.kill(),
  )
}

/** A row of the table; `**` marks what is over its target. */
function rowOf(name: string, watched: Watched, idle: number, before: Watched): string {
  const { stall, p50, p99, reads, refused, peak } = watched
  const mark = (value: number, target: number, digits = 0) =>
    value > target ? `**${value.toFixed(digits)}**` : value.toFixed(digits)
  const cells = [
    ...[name, mark(stall, targets.stall), mark(peak - idle, targets.memory)],
    mark(p50 / before.p50, targets.slower, 1),
    mark(p99 / before.p99, targets.slowerAtP99, 1),
    `${p50.toFixed(1)} / ${p99.toFixed(0)}`,
    `${mark(refused, 0)} of ${reads}`,
  ]
  return `| ${cells.join(' | ')} |`
}

const head = `| attack | worst stall of /healthz, ms | peak memory above idle, MiB \
| honest reads, times slower | at p99 | their p50 / p99, ms | refused |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |`

async function bench(directory: string): Promise<void> {
  console.info('Loading the data ...')
  const { settings, remove } = await prepare(directory)
  let service = await start(directory, settings)
  try {
    await play(alone, service)
    const idle = residentMemory(service.pid)
    const before = await play(alone, service)
    console.info(`Idle: ${idle.toFixed(0)} MiB of resident memory.\n\n${head}`)
    for (const name of chosen) {
      const watched = await play(name, service)
      console.info(rowOf(name, watched, idle, before))
      if (service.running.child.exitCode !== null || service.running.child.signalCode !== null) {
        console.info(`| the service exited: ${service.running.child.signalCode} | | | | | | |`)
        service = await start(directory, settings)
      }
    }
  } finally {
    await stop(service.running)
    await remove()
  }
}

const directory = await mkdtemp(join(tmpdir(), 'trips-hostile-'))
await bench(directory).finally(() => rm(directory, { recursive: true, force: true }))
