/**
 * `npm run bench -- versions`: what versions cost a write, on two databases of which one keeps
 * none, and what they spare a client that asks again: requests with nothing new beside the trips
 * list.
 * BENCH_DATABASE_URL is a server, else one of its own.
 */
import pg from 'pg'
import { changesDocument } from '../spec/changes-document.ts'
import { sample } from './data.ts'
import { preparePostgres } from './databases.ts'
import { compare, type Side } from './drive.ts'
import { effort, type OpenedBench, runBench, say } from './opened.ts'
import { get, newActivity, type Shot } from './paths.ts'
import { keep, machine, type ReportRow, table } from './report.ts'
import { send } from './send.ts'

/** The trigger of items as it would be without versions: it dates the item. */
const versionsOff = `create or replace function child_changes() returns trigger
language plpgsql as $$
begin
  new.changed_at := greatest(clock_timestamp(), old.changed_at + interval '1 millisecond');
  new.updated_at := new.changed_at;
  return new;
end $$`

let made = 0
const create = () => newActivity(made++)

/** Renames an activity of the measured user; ten of them, in different trips. */
function rename(ids: readonly { id: number; trip_id: number }[]): () => Shot {
  return () => {
    const { id, trip_id } = ids[made++ % ids.length] as { id: number; trip_id: number }
    const { headers } = create()
    const body = JSON.stringify({ name: `Dinner ${made}` })
    return { method: 'PATCH', path: `/v1/trip/${trip_id}/activity/${id}`, headers, body }
  }
}

const ownActivities = `select distinct on (trip_id) id, trip_id from activity
  where trip_id = any ($1) and deleted_at is null order by trip_id, id`

/** A round of `changes` with nothing new. */
async function quietRound(url: string): Promise<() => Shot> {
  const { headers } = create()
  const ask = (since: string | null): Shot => {
    const body = JSON.stringify({ query: changesDocument, variables: { since, first: 500 } })
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
  await client.query(versionsOff)
  const { rows: ids } = await client.query(ownActivities, [sample.ownTrips])
  const serve = (name: string, { url }: typeof plain) =>
    opened.server(name, { DATABASE_URL: url, DATABASE_POOL_SIZE: '10' })
  const [own, other] = [await serve('versioned', versioned), await serve('plain', plain)]
  const tidy = async () => {
    for (const database of databases) await database.tidy()
  }
  const rows: ReportRow[] = []
  const measure = async (name: string, status: 200 | 201, sides: Side[], target: number) => {
    const path = { name, status, shot: create, target, embeddedTarget: 0 }
    const { results, ratios } = await compare(path, sides, { ...effort, tidy })
    const [ratio = Number.NaN] = ratios
    const rates = results.map(({ rate }) => Math.round(rate))
    rows.push([name, ...rates, ratio.toFixed(2), target, ratio >= target ? 'met' : '**missed**'])
    say(String(rows.at(-1)))
  }
  const onBoth = (shot: () => Shot): Side[] => [own, other].map((server) => ({ server, shot }))
  await measure('POST an activity / without versions', 201, onBoth(create), 0.95)
  await measure('PATCH an activity / without versions', 200, onBoth(rename(ids)), 0.95)
  const trips = get('/v2/trips')
  const beside = (shot: () => Shot, status?: 304): Side[] => [
    { server: own, shot, ...(status && { status }) },
    { server: own, shot: trips },
  ]
  const { etag = '' } = await send(own.url, trips())
  const known = () => {
    const asked = trips()
    return { ...asked, headers: { ...asked.headers, 'if-none-match': etag } }
  }
  await measure('304 / GET /v2/trips', 200, beside(known, 304), 3)
  const quiet = await quietRound(own.url)
  await measure('changes with nothing new / GET /v2/trips', 200, beside(quiet), 3)
  const head = ['request / compared with', 'req/s', 'the other, req/s', 'ratio', 'target', '']
  const result = table(head, rows)
  say(`\n${result}`)
  keep('versions', `${machine(versioned.version)}\n\n${result}`)
}

await runBench(bench)
