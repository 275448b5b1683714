/**
 * `npm run bench -- pool`: the service with pools of several sizes, under many requests at once.
 * BENCH_DATABASE_URL is a server, else one of its own.
 */
import pg from 'pg'
import { sample } from './data.ts'
import { ownActivities, preparePostgres } from './databases.ts'
import { compare, type Side } from './drive.ts'
import { effort, type OpenedBench, runBench, say } from './opened.ts'
import { type BenchPath, get, graphql, newActivity, renames } from './paths.ts'
import { keep, machine, type ReportRow, table } from './report.ts'

/** All of them together stay below the server's `max_connections`, 100. */
const sizes = [4, 6, 10, 20, 40]
const connections = 100

/** A query whose lists are read through Prisma. */
const attached = `{
  documents(tripId: ${sample.trip}) { count results { id title } }
  emails(tripId: ${sample.trip}) { count results { id subject } }
  trip(id: ${sample.trip}) { id emails { id } }
}`

let made = 0
const pathOf = (name: string, status: 200 | 201, shot: BenchPath['shot']): BenchPath => {
  return { name, status, shot, target: 0, embeddedTarget: 0 }
}

async function bench(opened: OpenedBench): Promise<void> {
  const database = await preparePostgres(await opened.postgres())
  opened.add(() => database.close())
  const client = new pg.Client(database.url)
  await client.connect()
  opened.add(() => client.end())
  const servers = []
  for (const size of sizes) {
    const settings = { DATABASE_URL: database.url, DATABASE_POOL_SIZE: String(size) }
    servers.push(await opened.server(`pool of ${size}`, settings))
  }
  const measured = [
    pathOf('GET /v2/trips', 200, get('/v2/trips')),
    pathOf('POST an activity', 201, () => newActivity(made++)),
    pathOf('PATCH an activity', 200, renames(await ownActivities(client))),
    pathOf('POST /graphql, documents and emails', 200, graphql(sample.key, { query: attached })),
  ]
  const rows: ReportRow[] = []
  for (const path of measured) {
    const sides: Side[] = servers.map((server) => ({ server, shot: path.shot }))
    const { results } = await compare(path, sides, { ...effort, connections, tidy: database.tidy })
    rows.push([path.name, ...results.flatMap(({ rate, p99 }) => [Math.round(rate), p99])])
    say(String(rows.at(-1)))
  }
  const head = sizes.flatMap((size) => [`${size}, req/s`, 'p99, ms'])
  const result = table(['path', ...head], rows)
  const rounds = `${effort.rounds} rounds of ${effort.seconds} s, ${connections} connections`
  say(`\n${result}`)
  keep('pool', `${machine(database.version)} · ${rounds}\n\n${result}`)
}

await runBench(bench)
