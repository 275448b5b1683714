/**
 * `npm run bench -- large`: what the reads cost where other people have nine times as much again:
 * 200,000 trips and 2,000,000 activities. The measured user has the same rows in both.
 */
import { preparePostgres } from './databases.ts'
import { compare } from './drive.ts'
import { effort, type OpenedBench, runBench, say } from './opened.ts'
import { paths } from './paths.ts'
import { keep, machine, type ReportRow, table } from './report.ts'
import type { BenchServer } from './servers.ts'

/** A read may cost so many times what it costs at the ordinary data. */
const maxRatio = 1.3

async function bench(opened: OpenedBench): Promise<void> {
  const server = await opened.postgres()
  let version = ''
  const serviceOn = async (size: 1 | 10): Promise<BenchServer> => {
    const begun = performance.now()
    const database = await preparePostgres(server, size)
    opened.add(() => database.close())
    version = database.version
    say(`Loaded the data, ${size} times: ${Math.round((performance.now() - begun) / 1000)} s`)
    const settings = { DATABASE_URL: database.url, DATABASE_POOL_SIZE: '10' }
    return opened.server(`size-${size}`, settings)
  }
  const [ordinary, large] = [await serviceOn(1), await serviceOn(10)]
  const rows: ReportRow[] = []
  for (const path of paths.filter(({ status }) => status === 200)) {
    const sides = [ordinary, large].map((server) => ({ server, shot: path.shot }))
    const { results, ratios } = await compare(path, sides, { ...effort, tidy: async () => {} })
    const [cost = Number.NaN] = ratios
    const rates = results.map(({ rate }) => Math.round(rate))
    const met = cost <= maxRatio ? 'met' : '**missed**'
    rows.push([
      path.name,
      ...rates,
      ...results.map(({ p50 }) => p50),
      cost.toFixed(2),
      maxRatio,
      met,
    ])
    say(`${path.name}: ${rates.join(' / ')} requests per second, costs ${cost.toFixed(2)}`)
  }
  const columns = ['ordinary, req/s', 'large, req/s', 'ordinary, p50 ms', 'large, p50 ms']
  const result = table(['path', ...columns, 'cost', 'target', ''], rows)
  const rounds = `${effort.rounds} rounds of ${effort.seconds} s, 20 connections`
  say(`\n${result}`)
  keep('large', `${machine(version)} · ${rounds}\n\n${result}`)
}

await runBench(bench)
