/**
 * `npm run bench -- keys`: what a narrowed key costs beside one that may do everything (B5), and
 * what an idempotency key costs a write (B4). BENCH_DATABASE_URL is a server, else one of its own.
 */
import { createHash, randomUUID } from 'node:crypto'
import pg from 'pg'
import { sample } from './data.ts'
import { preparePostgres } from './databases.ts'
import { compare, type Side } from './drive.ts'
import { effort, type OpenedBench, runBench, say } from './opened.ts'
import { type BenchPath, get, newActivity, type Shot } from './paths.ts'
import { keep, machine, type ReportRow, table } from './report.ts'

const narrow = createHash('sha1').update('bench narrow').digest('hex')

/** The narrowed key of the measured user: 100 of the trips, and no change of documents. */
const addKey = `insert into api_key (user_id, hash, name, trips, withheld)
  select user_id, $1, 'narrow', $2, '{can_edit_documents}' from api_key where hash = $3`
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const withKey = (shot: () => Shot, key: string) => (): Shot => {
  const asked = shot()
  return { ...asked, headers: { ...asked.headers, authorization: `Token ${key}` } }
}

const keyed = (shot: () => Shot) => (): Shot => {
  const asked = shot()
  return { ...asked, headers: { ...asked.headers, 'idempotency-key': randomUUID() } }
}

let created = 0
const activities = `/v2/trip/${sample.trip}/activities`

/** The trips of the narrowed key: of the measured user, as many as a key may name. */
const trips = sample.ownTrips.slice(0, 100)
/** Over the trips that both keys have: on one, all would wait for the lock of its row. */
const create = () => newActivity(created++ % trips.length)

interface Measured {
  name: string
  shot: () => Shot
  other: () => Shot
  status: BenchPath['status']
  target: number
}

const one = `${activities.replace(/activities$/, 'activity')}/${sample.activity}`
const byKey: Measured[] = [
  ...[activities, one].map((path): Measured => {
    const shot = get(path)
    return {
      name: `GET ${path}`,
      shot: withKey(shot, narrow),
      other: shot,
      status: 200,
      target: 0.97,
    }
  }),
  {
    name: 'POST an activity',
    shot: withKey(create, narrow),
    other: create,
    status: 201,
    target: 0.97,
  },
]
/** In milliseconds of one of the two cores, at most. */
const maxCost = 0.3
const once = { name: 'POST an activity, with Idempotency-Key', shot: keyed(create), other: create }

async function bench(opened: OpenedBench): Promise<void> {
  say('Loading the data ...')
  const database = await preparePostgres(await opened.postgres())
  opened.add(() => database.close())
  const client = new pg.Client(database.url)
  await client.connect()
  opened.add(() => client.end())
  await client.query(addKey, [sha256(narrow), trips, sha256(sample.key)])
  const connection = { DATABASE_URL: database.url, DATABASE_POOL_SIZE: '10' }
  const service = await opened.server('service', connection)
  const tidy = async () => {
    await database.tidy()
    await client.query('delete from idempotency_key')
  }
  const measured = async ({ name, shot, other, status, target }: Measured) => {
    const path: BenchPath = { name, shot, status, target, embeddedTarget: 0 }
    const sides: Side[] = [
      { server: service, shot },
      { server: service, shot: other },
    ]
    const { results, ratios } = await compare(path, sides, { ...effort, tidy })
    const [own, plain] = results.map(({ rate }) => rate) as [number, number]
    return { own, plain, ratio: ratios[0] as number }
  }
  const rows: ReportRow[] = []
  for (const each of byKey) {
    const { own, plain, ratio } = await measured(each)
    const verdict = ratio >= each.target ? 'met' : '**missed**'
    rows.push([
      each.name,
      Math.round(own),
      Math.round(plain),
      ratio.toFixed(2),
      each.target,
      verdict,
    ])
    say(String(rows.at(-1)))
  }
  const { own, plain } = await measured({ ...once, status: 201, target: 0 })
  const cost = 1_000 / own - 1_000 / plain
  const verdict = cost <= maxCost ? 'met' : '**missed**'
  rows.push([
    ...[once.name, Math.round(own), Math.round(plain)],
    ...[`${cost.toFixed(2)} ms more`, `${maxCost} ms`, verdict],
  ])
  const head = ['request', 'with it, req/s', 'without, req/s', 'ratio', 'target', '']
  const result = table(head, rows)
  say(`\n${result}`)
  keep('keys', `${machine(database.version)}\n\n${result}`)
}

await runBench(bench)
