/**
 * `npm run bench -- processes`: the service as 1, 2 and 4 processes on one PostgreSQL, behind the
 * HAProxy of src/operations/deploy/, and one process without it.
 */
import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { deployed, programDirectory, proxyAccount, start } from '../operations/scale/programs.ts'
import { preparePostgres } from './databases.ts'
import { compare, type Side } from './drive.ts'
import { effort, type OpenedBench, runBench, say } from './opened.ts'
import { paths } from './paths.ts'
import { keep, machine, type ReportRow, table } from './report.ts'
import { type BenchServer, freePort, isReady } from './servers.ts'

const counts = [1, 2, 4]
/** Of the load generator, as `nice` counts. */
const loadPriority = 10

/** A proxy in front of these processes. */
async function proxyTo(processes: BenchServer[], opened: OpenedBench): Promise<BenchServer> {
  const name = `${processes.length} behind HAProxy`
  const port = await freePort()
  const lines = processes.map(({ url }, n) => `  server s${n} ${new URL(url).host}\n`)
  const text = deployed('haproxy.cfg', {
    '  server one "${SERVICE_ONE-127.0.0.1:3000}"\n': lines.join(''),
    '  server two "${SERVICE_TWO-127.0.0.1:3001}"\n': '',
  })
  const directory = programDirectory()
  opened.add(() => directory.remove())
  const file = join(directory.path, 'haproxy.cfg')
  writeFileSync(file, text, { mode: 0o644 })
  const env = { LISTEN: `127.0.0.1:${port}`, ...proxyAccount }
  const proxy = start('haproxy', ['-db', '-f', file], { cwd: directory.path, env })
  opened.add(() => proxy.end('SIGTERM'))
  const url = `http://127.0.0.1:${port}`
  while (!(await isReady(url))) {
    if (proxy.child.exitCode !== null) throw new Error(`HAProxy did not start:\n${proxy.printed()}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const [first] = processes
  if (!first) throw new Error('there is no process')
  return { ...first, name, url }
}

async function bench(opened: OpenedBench): Promise<void> {
  const database = await preparePostgres(await opened.postgres())
  opened.add(() => database.close())
  const settings = {
    ...{ DATABASE_URL: database.url, DATABASE_POOL_SIZE: '10' },
    ...{ TRUSTED_PROXIES: '127.0.0.1', SECRET_KEY: 'what-the-processes-sign-with-in-the-bench' },
  }
  const processes: BenchServer[] = []
  const servers: BenchServer[] = []
  for (const count of counts) {
    while (processes.length < count) {
      processes.push(await opened.server(`process-${processes.length}`, settings))
    }
    servers.push(await proxyTo(processes.slice(0, count), opened))
  }
  const [alone] = processes
  if (alone) servers.unshift({ ...alone, name: '1, no proxy' })
  // Only this process: what it has started keeps its priority.
  setPriority(loadPriority)
  const rows: ReportRow[] = []
  for (const path of paths) {
    const sides: Side[] = servers.map((server) => ({ server, shot: path.shot }))
    const { results } = await compare(path, sides, { ...effort, tidy: database.tidy })
    rows.push([path.name, ...results.flatMap(({ rate, p99 }) => [Math.round(rate), p99])])
    say(`${path.name}: ${results.map(({ rate }) => Math.round(rate)).join(' / ')}`)
  }
  const head = servers.flatMap(({ name }) => [`${name}, req/s`, 'p99, ms'])
  const result = table(['path', ...head], rows)
  const rounds = `${effort.rounds} rounds of ${effort.seconds} s, 20 connections`
  say(`\n${result}`)
  keep('processes', `${machine(database.version)} · ${rounds}\n\n${result}`)
}

await runBench(bench)
