/** The upgrade page: there is no way back but the backup, and that one works. */
import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { tooOld } from '../../../src/outside/database/before-1.0.ts'
import { openDatabase } from '../../../src/outside/database/database.ts'
import { type DatabaseKind, places, silent } from '../../outside/database/places.ts'
import { before1, olgasKey } from '../../outside/database/released.ts'
import { run } from '../../process/process.ts'
import { built, repository } from '../../tools/build/built.ts'
import { emptyHome, type ServiceHome, start } from '../backup/homes.ts'
import { leave } from './left.ts'

const page = readFileSync(join(repository, 'src/operations/deploy/upgrade.md'), 'utf8').replaceAll(
  /\s+/g,
  ' ',
)
const program = built('admin')

/** `trips-admin` of the page. */
async function admin({ directory, settings }: ServiceHome, ...words: string[]): Promise<string> {
  const env = { PATH: process.env.PATH, ...settings }
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...words], {
    cwd: directory,
    env,
  })
  return stdout
}

async function post(url: string, path: string, body: object, key?: string) {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key !== undefined && { authorization: `Token ${key}` }),
    },
    body: JSON.stringify(body),
  })
  return (await answer.json()) as Record<string, unknown>
}

const ada = { username: 'ada@mail.example', password: 'correct horse' }

async function logIn(url: string): Promise<string> {
  const { token } = await post(url, '/auth', ada)
  return String(token)
}

const tripsOf = async (url: string, key: string) => {
  const answer = await fetch(`${url}/v1/trips`, { headers: { authorization: `Token ${key}` } })
  const { results } = (await answer.json()) as { results: { name: string }[] }
  return results.map(({ name }) => name)
}

/** What the first start of a newer version leaves in the database. */
async function upgradeDatabase({ config }: ServiceHome): Promise<void> {
  const { dataDir, databaseUrl: url } = config
  const db = await openDatabase({ dataDir, log: silent, ...(url !== undefined && { url }) })
  await db.query({
    text: `insert into _prisma_migrations
      (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
      values ('1', '', '99991231000000_next', now(), now(), 1)`,
    values: [],
  })
  await db.close()
}

describe.each(places)('an upgrade on %s, and the way back', (place: DatabaseKind) => {
  const homes: ServiceHome[] = []
  afterAll(async () => {
    for (const home of homes) await home.remove()
  })

  it('the old version refuses the new database; the backup restores the earlier state', async () => {
    const home = await emptyHome(place)
    homes.push(home)
    const before = await start(home)
    await post(before.url, '/v1/signup', ada)
    const key = await logIn(before.url)
    await post(before.url, '/v1/trips', { name: 'Lisbon' }, key)
    await before.stop()

    const backup = join(home.directory, 'backup')
    await admin(home, 'backup', backup)
    await upgradeDatabase(home)
    const old = await run(home.directory, home.settings).ended
    expect(old.code).toBe(1)
    expect(old.stderr).toContain('it was migrated by a newer version of this program')
    expect(page).toContain('it was migrated by a newer version of this program')

    const again = await emptyHome(place)
    homes.push(again)
    await admin(again, 'restore', backup)
    for (const name of ['operator.key', 'secret.key']) {
      await cp(join(home.config.dataDir, name), join(again.config.dataDir, name))
    }
    const after = await start(again)
    expect(await tripsOf(after.url, key)).toEqual(['Lisbon'])
    expect(await tripsOf(after.url, await logIn(after.url))).toEqual(['Lisbon'])
    await after.stop()
    const operator = (of: ServiceHome) => readFile(join(of.config.dataDir, 'operator.key'), 'utf8')
    expect(await operator(again)).toBe(await operator(home))
  }, 240_000)
})

describe.each(places)('the upgrade to 1.0 on %s', (place: DatabaseKind) => {
  it('keeps the data of the last version before 1.0', async () => {
    const home = await emptyHome(place)
    onTestFinished(() => home.remove())
    expect(page).toContain(tooOld.split(';')[0])
    await leave(home, before1)
    const service = await start(home)
    expect(await tripsOf(service.url, olgasKey)).toEqual(['Lisbon', 'Porto'])
    await service.stop()
    expect(await admin(home, 'doctor')).toMatch(/ll migrations are applied/)
  })
})

describe('the commands of the upgrade page', () => {
  it('are those of the admin command, and its files exist', () => {
    const { stdout, stderr } = spawnSync(process.execPath, [program, 'help'], { encoding: 'utf8' })
    const named = [...page.matchAll(/trips-admin (\w+)/g)].map(([, name = '']) => name)
    expect(new Set(named)).toEqual(new Set(['backup', 'doctor', 'restore']))
    for (const name of named) expect(stdout + stderr).toMatch(new RegExp(`^ *${name}\\b`, 'm'))
    const unit = readFileSync(join(repository, 'src/operations/deploy/trips.service'), 'utf8')
    for (const [place, line] of [
      ['/etc/trips', 'WorkingDirectory=/etc/trips'],
      ['/var/lib/trips', 'StateDirectory=trips'],
      ['/opt/trips', '/opt/trips/src/tools/build/run.mjs server'],
      ['useradd --system', 'User=trips'],
    ] as const) {
      expect(page).toContain(place)
      expect(unit).toContain(line)
    }
  })
})
