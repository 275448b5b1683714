/**
 * The upgrade of a database of 1.0 by the program itself: undisturbed, killed in the middle of it,
 * and begun by two processes at once.
 */
import { describe, expect, it, onTestFinished } from 'vitest'
import { migrationsFolder } from '../../../src/outside/database/empty.ts'
import { readApplied, readMigrations } from '../../../src/outside/database/migrate.ts'
import { onServer, places, server } from '../../outside/database/places.ts'
import { olgasKey, released, rowsOf } from '../../outside/database/released.ts'
import { listening, type RunningProcess, run } from '../../process/process.ts'
import { emptyHome, type ServiceHome, start } from '../backup/homes.ts'
import { leave, unmigrated } from './left.ts'

const known = (await readMigrations(migrationsFolder)).map(({ name }) => name)

/** A data directory and a database as 1.0 left them. */
async function homeOf1(place: (typeof places)[number]): Promise<ServiceHome> {
  const home = await emptyHome(place, { LOG_LEVEL: 'info' })
  onTestFinished(() => home.remove())
  await leave(home, released['1.0'] ?? '')
  return home
}

/** The names of the migrations that it has, sorted. */
const recorded = (home: ServiceHome) =>
  unmigrated(home, async (client) => (await readApplied(client)).map(({ name }) => name).sort())

async function tripsOf(url: string): Promise<string[]> {
  const headers = { authorization: `Token ${olgasKey}` }
  const answer = await fetch(`${url}/v1/trips`, { headers })
  const { results } = (await answer.json()) as { results: { name: string }[] }
  return results.map(({ name }) => name)
}

/** Starts the program, asks for the trips, and stops it; all rows that are there then. */
async function upgraded(home: ServiceHome): Promise<Record<string, object[]>> {
  const service = await start(home)
  expect(await tripsOf(service.url)).toEqual(['Lisbon', 'Porto'])
  await service.stop()
  expect(await recorded(home)).toEqual(known)
  const rows = JSON.stringify(await unmigrated(home, rowsOf))
  // What the running service writes: the last use of the key, and the sending of the mail.
  return JSON.parse(rows.replaceAll(/"(last_used_at|next_attempt_at|sent_at)":"[^"]*"/g, '"$1":""'))
}

/** By place, all rows after an upgrade that nothing has disturbed. */
const undisturbed = Object.fromEntries(
  places.map((place) => [place, onlyOnce(async () => upgraded(await homeOf1(place)))]),
)

/** Runs `work` when it is asked for first, and never again. */
function onlyOnce<T>(work: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | undefined
  return () => {
    found ??= work()
    return found
  }
}

async function kill({ child, ended }: RunningProcess): Promise<void> {
  child.kill('SIGKILL')
  await ended
}

/** Until something holds; the process must still run. */
async function until(running: RunningProcess, holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) {
    if (running.child.exitCode !== null) throw new Error((await running.ended).stderr)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

const applied = ({ printed }: RunningProcess) =>
  printed.stdout.match(/migration applied/g)?.length ?? 0

describe.each(places)('the upgrade of a database of 1.0 on %s', (place) => {
  it('killed after any migration, goes on at the next start, and nothing is missing', async () => {
    const rows = await undisturbed[place]?.()
    expect(Object.keys(rows ?? {}).length).toBeGreaterThanOrEqual(20)
    const home = await homeOf1(place)
    // A start that has nothing left to apply is not killed.
    for (
      let left = known.length - 1;
      left > 0;
      left = known.length - (await recorded(home)).length
    ) {
      const running = run(home.directory, home.settings)
      await until(running, async () => applied(running) > 0)
      await kill(running)
    }
    expect(await upgraded(home)).toEqual(rows)
  }, 300_000)

  it('begun by two processes at once, is made once', async () => {
    const home = await homeOf1(place)
    const both = [1, 2].map(() => run(home.directory, home.settings))
    const started = await Promise.allSettled(both.map(listening))
    const urls = started.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
    // The embedded database is for one process; the other says so.
    expect(urls).toHaveLength(place === 'embedded' ? 1 : 2)
    for (const url of urls) expect(await tripsOf(url)).toEqual(['Lisbon', 'Porto'])
    for (const { child } of both) child.kill('SIGTERM')
    const codes = (await Promise.all(both.map(({ ended }) => ended))).map(({ code }) => code)
    expect(codes.sort()).toEqual(place === 'embedded' ? [0, 2] : [0, 0])
    const sum = both.map(applied).reduce((one, more) => one + more)
    expect(sum).toBe(known.length - 1)
    expect(await recorded(home)).toEqual(known)
  })
})

describe.runIf(server)('the upgrade of a database of 1.0 on PostgreSQL', () => {
  it.each([
    ['document', ['1.0']],
    ['api_key', ['1.0', '1.1-versions']],
  ])(
    'killed in the middle of the migration that waits for %s, leaves none of it',
    async (table, before) => {
      const home = await homeOf1('PostgreSQL')
      const url = home.settings.DATABASE_URL ?? ''
      const running = await unmigrated(home, async (client) => {
        await client.query(`begin; lock table ${table} in access share mode`)
        const migrating = run(home.directory, home.settings)
        const waits = `select from pg_locks where not granted and relation = '${table}'::regclass`
        await until(migrating, async () => (await onServer(waits, url)).length > 0)
        await kill(migrating)
        await client.query('commit')
        return migrating
      })
      expect(applied(running)).toBe(before.length - 1)
      expect(await recorded(home)).toEqual(before)
      expect(await upgraded(home)).toEqual(await undisturbed.PostgreSQL?.())
    },
  )
})
