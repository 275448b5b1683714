/**
 * `npm run bench -- versions`: what versions cost a write, on two databases of which one keeps
 * none, and what they spare a client that asks again: requests with nothing new beside the trips
 * list.
 * BENCH_DATABASE_URL is a server, else one of its own.
 */
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { changesDocument } from '../spec/changes-document.ts'
import { sample } from './data.ts'
import { ownActivities, preparePostgres } from './databases.ts'
import { compare, type Side } from './drive.ts'
import { effort, type OpenedBench, runBench, say } from './opened.ts'
import { get, newActivity, renames, type Shot } from './paths.ts'
import { keep, machine, type ReportRow, table } from './report.ts'
import { send } from './send.ts'

/** What 1.0 did in the place of versions: it dated items and their trips. */
function versionsOff(): string {
  const file = new URL('../../prisma/migrations/1.0/migration.sql', import.meta.url)
  const sql = readFileSync(file, 'utf8')
  const found = (start: string, end: string) => {
    const at = sql.indexOf(start)
    if (at < 0) throw new Error(`1.0 has no ${start}`)
    return sql.slice(at, sql.indexOf(end, at) + end.length)
  }
  const functions = ['trip_changes', 'child_changes', 'touch_trips', 'rows_change_trips']
  const triggers = ['change_time before update', 'trip_insert_time after insert']
  return [
    'drop trigger versioned on activity;',
    ...functions.map((name) =>
      found(`create function ${name}(`, '\nend $$;').replace('create', 'create or replace'),
    ),
    ...[...triggers, 'trip_change_time after update'].map((trigger) =>
      found(`create trigger ${trigger} on activity`, ';'),
    ),
  ].join('\n')
}

let made = 0
const create = () => newActivity(made++)

/** A round of `changes` with nothing new. */
async function quietRound(url: string, key: string, document: object): Promise<() => Shot> {
  const headers = { ...create().headers, authorization: `Token ${key}` }
  const ask = (since: string | null): Shot => {
    const body = JSON.stringify({ ...document, variables: { since, first: 500 } })
    return { method: 'POST', path: '/graphql', headers, body }
  }
  for (let since: string | null = null; ; ) {
    const { body } = await send(url, ask(since))
    const { position, hasMore } = JSON.parse(body).data.changes
    if (!hasMore) return () => ask(position)
    since = position
  }
}

async function bench(opened: OpenedBench): Promise<void> {
  const server = await opened.postgres()
  const databases = [await preparePostgres(server), await preparePostgres(server, 1, 'plain')]
  const [versioned, plain] = databases as [(typeof databases)[0], (typeof databases)[0]]
  for (const database of databases) opened.add(() => database.close())
  const client = new pg.Client(plain.url)
  await client.connect()
  opened.add(() => client.end())
  await client.query(versionsOff())
  const renamed = renames(await ownActivities(client))
  const serve = (name: string, { url }: typeof plain) =>
    opened.server(name, { DATABASE_URL: url, DATABASE_POOL_SIZE: '10' })
  const [own, other] = [await serve('versioned', versioned), await serve('plain', plain)]
  const tidy = async () => {
    for (const database of databases) await database.tidy()
  }
  const rows: ReportRow[] = []
  const add = (name: string, rates: readonly number[], ratio: number, target: number) => {
    const verdict = ratio >= target ? 'met' : '**missed**'
    rows.push([name, ...rates.map(Math.round), ratio.toFixed(2), target, verdict])
    say(String(rows.at(-1)))
  }
  const ratesOf = async (name: string, status: 200 | 201, sides: Side[]) => {
    const path = { name, status, shot: create, target: 0, embeddedTarget: 0 }
    const { results, ratios } = await compare(path, sides, { ...effort, tidy })
    return { rates: results.map(({ rate }) => rate), ratio: ratios[0] ?? Number.NaN }
  }
  const measure = async (name: string, status: 200 | 201, sides: Side[], target: number) => {
    const { rates, ratio } = await ratesOf(name, status, sides)
    add(name, rates, ratio, target)
    return rates
  }
  const onBoth = (shot: () => Shot): Side[] => [own, other].map((server) => ({ server, shot }))
  await measure('POST an activity / without versions', 201, onBoth(create), 0.95)
  await measure('PATCH an activity / without versions', 200, onBoth(renamed), 0.95)
  const trips = get('/v2/trips')
  const { etag = '' } = await send(own.url, trips())
  const known = () => {
    const asked = trips()
    return { ...asked, headers: { ...asked.headers, 'if-none-match': etag } }
  }
  const sides: Side[] = [
    { server: own, shot: known, status: 304 },
    { server: own, shot: trips },
  ]
  const [, whole = Number.NaN] = await measure('304 / GET /v2/trips', 200, sides, 3)
  const [asText, asId] = [{ query: changesDocument }, { documentId: 'Changes' }]
  for (const [key, document, what] of [
    [sample.smallKey, asText, 'about 20 trips'],
    [sample.smallKey, asId, 'about 20 trips, by trusted ID'],
    [sample.key, asId, '410 trips, by trusted ID'],
  ] as const) {
    const quiet = await quietRound(own.url, key, document)
    const name = `changes, nothing new in ${what} / GET /v2/trips`
    // Not in turns with the list: one account that loads the service beside another must wait.
    const { rates } = await ratesOf(name, 200, [{ server: own, shot: quiet }])
    const [rate = Number.NaN] = rates
    add(name, [rate, whole], rate / whole, 3)
  }
  const head = ['request / compared with', 'req/s', 'the other, req/s', 'ratio', 'target', '']
  const result = table(head, rows)
  say(`\n${result}`)
  keep('versions', `${machine(versioned.version)}\n\n${result}`)
}

await runBench(bench)
