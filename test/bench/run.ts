/** `npm run bench`; README.md says what it does and how it is set. */
import { join } from 'node:path'
import { type BenchDatabase, prepareEmbedded, preparePostgres } from './databases.ts'
import { type Comparison, compare, type Side, statementsOf } from './drive.ts'
import { mailLoads, mailsLine, measureMails } from './mails.ts'
import { effort, type OpenedBench, runBench, say, serviceProgram } from './opened.ts'
import { type BenchPath, paths, type Shot } from './paths.ts'
import { type CountedComparison, keep, machine, tableOfAll, tableOfEmbedded } from './report.ts'
import { send } from './send.ts'
import type { BenchServer } from './servers.ts'
import { verifyAnswers, verifyGraphql } from './verify.ts'

const baselineFile = 'test/bench/baseline.ts'
const ordinaryFile = 'test/bench/prisma-server.ts'

const settings = {
  ...effort,
  service: process.env.BENCH_SERVICE ?? serviceProgram,
  only: process.env.BENCH_ONLY ?? '',
  embedded: process.env.BENCH_EMBEDDED !== 'off',
}
/** Measured against itself, which shows the noise of the machine. */
const baselineOnly = settings.service === baselineFile

async function bench(opened: OpenedBench): Promise<void> {
  say('Loading the data ...')
  const database = await preparePostgres(await opened.postgres())
  opened.add(() => database.close())
  // The same for all, and as many as two cores have use for.
  const connection = { DATABASE_URL: database.url, DATABASE_POOL_SIZE: '10' }
  const service = await opened.server('service', connection, settings.service)
  const baseline = await opened.server('baseline', connection, baselineFile)
  const readingAhead = { ...connection, PIPELINED: 'on' }
  const pipelined = await opened.server('pipelined', readingAhead, baselineFile)
  const ordinary = await opened.server('ordinary', connection, ordinaryFile)
  const others = [baseline, pipelined, ordinary]
  const chosen = paths.filter(
    (path) => path.name.includes(settings.only) && !(baselineOnly && path.baselineShot),
  )
  const tables = [tableOfAll(await measureAll(chosen, service, others, database))]
  for (const server of others) await server.stop()
  if (settings.embedded && !baselineOnly) {
    say('Loading the data into the embedded database ...')
    const embeddedDir = join(opened.directory, 'embedded')
    await prepareEmbedded(embeddedDir)
    const embedded = await opened.server('embedded', {}, settings.service)
    const results = await measureEmbedded(chosen, embedded, service, database)
    tables.push(tableOfEmbedded(results))
  }
  report(tables, await mails(database), database)
}

/** Booking mail, a line for each database. */
async function mails({ url }: BenchDatabase): Promise<string[]> {
  if (baselineOnly || !'booking mail'.includes(settings.only)) return []
  const lines: string[] = []
  for (const load of mailLoads) {
    const figures = await measureMails(load, { DATABASE_URL: url })
    lines.push(`On PostgreSQL: ${mailsLine(load, figures)}.`)
    if (settings.embedded) lines.push(`Embedded: ${mailsLine(load, await measureMails(load))}.`)
  }
  return lines
}

/** The service against `others`, which have no GraphQL. */
async function measureAll(
  chosen: BenchPath[],
  service: BenchServer,
  others: BenchServer[],
  { tidy, calls }: BenchDatabase,
): Promise<CountedComparison[]> {
  for (const other of others) {
    await verifyAnswers(service, other)
    if (!baselineOnly) for (const path of chosen) await verifyGraphql(path, service, other)
  }
  await tidy()
  say('All servers return the same responses.')
  const results: CountedComparison[] = []
  for (const path of chosen) {
    const shot = path.baselineShot ?? path.shot
    const own = { server: service, shot: path.shot }
    const sides: Side[] = [own, ...others.map((server) => ({ server, shot }))]
    const comparison = await compare(path, sides, { ...settings, tidy })
    const statements = calls && (await countStatements(sides, path.small, calls))
    if (path.status === 201) await tidy()
    const unchanged = await measureUnchanged(path, service)
    results.push({ ...comparison, statements, unchanged })
    progress(comparison)
    if (unchanged) progress(unchanged)
  }
  return results
}

/** The service's 304 against its 200 of the same path, where the path has a target for that. */
async function measureUnchanged(
  path: BenchPath,
  server: BenchServer,
): Promise<Comparison | undefined> {
  if (path.unchangedTarget === undefined || baselineOnly) return undefined
  const { etag = '' } = await send(server.url, path.shot())
  const shot = (): Shot => {
    const asked = path.shot()
    return { ...asked, headers: { ...asked.headers, 'if-none-match': etag } }
  }
  const sides: Side[] = [
    { server, shot, status: 304 },
    { server, shot: path.shot },
  ]
  const named = { ...path, name: `${path.name}, 304` }
  return compare(named, sides, { ...settings, tidy: async () => {} })
}

async function countStatements(
  sides: Side[],
  small: BenchPath['small'],
  calls: () => Promise<number>,
): Promise<CountedComparison['statements']> {
  const of: number[] = []
  for (const side of sides) of.push(await statementsOf(side, calls))
  const [own] = sides
  return { of, small: small && own && (await statementsOf({ ...own, shot: small }, calls)) }
}

async function measureEmbedded(
  chosen: BenchPath[],
  embedded: BenchServer,
  service: BenchServer,
  { tidy }: BenchDatabase,
): Promise<Comparison[]> {
  const results: Comparison[] = []
  for (const path of chosen) {
    const sides = [embedded, service].map((server) => ({ server, shot: path.shot }))
    const comparison = await compare(path, sides, { ...settings, tidy })
    results.push(comparison)
    progress(comparison)
  }
  return results
}

function progress({ path, results, ratios }: Comparison): void {
  const rates = results.map(({ rate }) => Math.round(rate)).join(' / ')
  const parts = ratios.map((ratio) => ratio.toFixed(2)).join(', ')
  say(`${path.name}: ${rates} requests per second, ${parts}`)
}

/** Prints the tables and lines; keeps them if nothing was left out. */
function report(tables: string[], lines: string[], { version }: BenchDatabase): void {
  const rounds = `${settings.rounds} rounds of ${settings.seconds} s, 20 connections`
  const titles = [
    'The service, a hand-written server, and an ordinary one, all on the same PostgreSQL server:',
    'The service on the embedded database, compared with PostgreSQL:',
  ]
  const parts = tables.flatMap((table, n) => [titles[n], table])
  const result = [`${machine(version)} · ${rounds}`, ...parts, ...lines].join('\n\n')
  say(`\n${result}`)
  if (tables.length === titles.length && settings.only === '') keep('result', result)
}

await runBench(bench)
