/**
 * `npm run test:soak`: eight people use the service for SOAK_SECONDS (600) on each database whose
 * name contains SOAK_ONLY: reads, writes, GraphQL, `changes`, events, uploads and booking mail.
 * Ends with 1 where an answer was wrong, or where memory or handles have grown.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { preparePostgres } from './databases.ts'
import { type OpenedBench, runBench, say } from './opened.ts'
import { keep, machine, type ReportRow, table } from './report.ts'
import { freePort } from './servers.ts'
import { domain, operatorKey, SoakPerson } from './soak/person.ts'
import { type ProcessSample, sampleOf, slopeOf } from './soak/watch.ts'

const seconds = Number(process.env.SOAK_SECONDS ?? 600)
const only = process.env.SOAK_ONLY ?? ''
const peopleCount = 8
/** Caches and the heap fill before. */
const warmUpMinutes = Math.min(2, seconds / 120)
const sampleMs = 2_000
/** Between two acts of a person: a service with work to do, not an overloaded one. */
const betweenMs = 100
const targets = { memory: 1, handles: 0.5 }

interface Soaked {
  acts: number
  errors: string[]
  samples: ProcessSample[]
}

/** The people at work until the time is over. */
async function soak(people: SoakPerson[], pid: number): Promise<Soaked> {
  const begun = performance.now()
  const isOver = () => performance.now() - begun > seconds * 1000
  const soaked: Soaked = { acts: 0, errors: [], samples: [] }
  const work = async ({ acts }: SoakPerson) => {
    const all = acts.flatMap((one) => Array.from({ length: one[1] }, () => one))
    while (!isOver()) {
      const [name, , act] = all[Math.floor(Math.random() * all.length)] as (typeof all)[number]
      await act().catch((error: Error) => soaked.errors.push(`${name}: ${error.message}`))
      soaked.acts += 1
      await pause(betweenMs * 2 * Math.random())
    }
  }
  const watch = async () => {
    while (!isOver()) {
      soaked.samples.push(await sampleOf(pid, begun))
      await pause(sampleMs)
    }
  }
  await Promise.all([watch(), ...people.map(work)])
  return soaked
}

async function measure(
  opened: OpenedBench,
  name: string,
  settings: Record<string, string>,
): Promise<ReportRow> {
  const mailPort = await freePort()
  const { url, pid, stop } = await opened.server(`soak-${name.replaceAll(' ', '-')}`, {
    ...{ OPERATOR_KEY: operatorKey, INBOUND_DOMAIN: domain, INBOUND_SMTP_PORT: String(mailPort) },
    ...{ LIMIT_SIGNUP: '0', LIMIT_INBOUND_MAIL: '0', KITINERARY_EXTRACTOR: 'off' },
    ...settings,
  })
  const people = Array.from({ length: peopleCount }, () => new SoakPerson({ url, mailPort }))
  for (const person of people) await person.signUp()
  const { acts, errors, samples } = await soak(people, pid)
  for (const person of people) person.close()
  await stop()
  const settled = samples.filter(({ minute }) => minute > warmUpMinutes)
  const slopes = { memory: slopeOf(settled, 'memory'), handles: slopeOf(settled, 'handles') }
  const hasGrown = slopes.memory > targets.memory || slopes.handles > targets.handles
  if (errors.length > 0 || hasGrown) process.exitCode = 1
  for (const error of errors.slice(0, 10)) say(`${name}: ${error}`)
  const peak = (of: 'memory' | 'handles') => Math.round(Math.max(...samples.map((s) => s[of])))
  return [
    ...[name, Math.round(seconds / 60), acts, errors.length],
    ...[peak('memory'), slopes.memory.toFixed(2), peak('handles'), slopes.handles.toFixed(2)],
  ]
}

async function bench(opened: OpenedBench): Promise<void> {
  const database = await preparePostgres(await opened.postgres())
  opened.add(() => database.close())
  const settings = { PostgreSQL: { DATABASE_URL: database.url }, 'embedded database': {} }
  const rows: ReportRow[] = []
  for (const [name, chosen] of Object.entries(settings)) {
    if (name.includes(only)) rows.push(await measure(opened, name, chosen))
  }
  const head = ['database', 'minutes', 'acts', 'errors', 'memory at most, MiB', 'MiB a minute']
  const result = table([...head, 'handles at most', 'handles a minute'], rows)
  say(`\n${result}`)
  if (seconds >= 600 && only === '') keep('soak', `${machine(database.version)}\n\n${result}`)
}

await runBench(bench)
