/** The drill: a service is filled, backed up and restored elsewhere, where all is as it was. */
import { execFile } from 'node:child_process'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Demo } from '../../../src/operations/demo/filling.ts'
import { type DatabaseKind, places } from '../../outside/database/places.ts'
import { built } from '../../tools/build/built.ts'
import { allThatIsRead, emptyHome, fillHome, type ServiceHome, start } from './homes.ts'

const program = built('admin')

/** The operator's shell: the command's standard output, or what it says as it fails. */
async function admin({ directory, settings }: ServiceHome, ...words: string[]): Promise<string> {
  const env = { PATH: process.env.PATH, ...settings }
  const done = promisify(execFile)(process.execPath, [program, ...words], { cwd: directory, env })
  return done.then(
    ({ stdout }) => stdout,
    ({ code, stderr }) => `${code}: ${stderr}`,
  )
}

/** Tom's writes, one after the other, until they are stopped; how many were acknowledged. */
function writeLoad(url: string, { people }: Demo): { stop(): Promise<number> } {
  let isOver = false
  const headers = {
    authorization: `Token ${people.tom.key}`,
    'content-type': 'application/json',
  }
  const post = async (path: string, body: object) => {
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    return answer.ok ? ((await answer.json()) as { id: number }) : undefined
  }
  const work = async () => {
    let written = 0
    while (!isOver) {
      const trip = await post('/v1/trips', { name: `Trip ${written}` })
      const cost = { title: 'Taxi', price: 12.3, currency: 'EUR' }
      if (trip && (await post(`/v1/trip/${trip.id}/expenses`, cost))) written += 1
    }
    return written
  }
  const writing = work()
  return {
    stop() {
      isOver = true
      return writing
    },
  }
}

const filesBelow = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

const versionsOf = ['User', 'Trip', 'Document', 'Category', 'Favorite']
  .map((type) => `... on ${type} { id version }`)
  .join(' ')
const changesText = `query ($since: String) { changes(since: $since, first: 500) {
  position hasMore resetAll changed { __typename ${versionsOf} } } }`

interface ChangesPage {
  position: string
  hasMore: boolean
  resetAll: boolean
  changed: unknown[]
}

/** What `changes` returns since a position, until there is no more. */
async function changesSince(url: string, key: string, position: string | undefined) {
  const headers = { authorization: `Token ${key}`, 'content-type': 'application/json' }
  const rows: unknown[] = []
  let since = position
  let isReset: boolean | undefined
  for (let hasMore = true; hasMore; ) {
    const body = JSON.stringify({ query: changesText, variables: { since } })
    const answer = await fetch(`${url}/graphql`, { method: 'POST', headers, body })
    const { data } = (await answer.json()) as { data: { changes: ChangesPage } }
    const page = data.changes
    isReset ??= page.resetAll
    rows.push(...page.changed)
    hasMore = page.hasMore
    since = page.position
  }
  return { isReset, rows, position: since }
}

/** All rows of a backup, without the moment it was made at. */
async function contentOf(folder: string): Promise<Record<string, string[]>> {
  const tables = (await filesBelow(folder)).filter((path) => !path.endsWith('manifest.json'))
  const entries = tables.map(async (path) => {
    const lines = (await readFile(path, 'latin1')).split('\n').sort()
    return [path.slice(folder.length), lines] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

describe.each(places)('a backup of a service on %s', (place) => {
  let home: ServiceHome
  let demo: Demo
  let before: Record<string, string>
  const folder = (name = 'backup') => join(home.directory, name)
  const others: ServiceHome[] = []
  let copy: Awaited<ReturnType<typeof changesSince>>
  /** The answer to a request with an idempotency key. */
  let first: string
  const send = async (url: string) => {
    const answer = await fetch(`${url}/v1/categories`, {
      method: 'POST',
      headers: {
        authorization: `Token ${demo.people.ines.key}`,
        'content-type': 'application/json',
        'idempotency-key': 'before-the-backup',
      },
      body: '{"name":"Sent before the backup"}',
    })
    return `${answer.headers.get('idempotency-replayed')} ${answer.status} ${await answer.text()}`
  }

  beforeAll(async () => {
    home = await emptyHome(place)
    const service = await start(home)
    demo = await fillHome(home, service)
    first = await send(service.url)
    before = await allThatIsRead(service.url, demo)
    copy = await changesSince(service.url, demo.people.ines.key, undefined)
    if (place === 'PostgreSQL') {
      const load = writeLoad(service.url, demo)
      expect(JSON.parse(await admin(home, 'backup', folder()))).toMatchObject({
        objects: { count: 6, missing: 0 },
      })
      expect(await load.stop()).toBeGreaterThan(0)
    } else {
      expect(await admin(home, 'backup', folder())).toMatch(
        /^1: Process \d+ on \S+ uses the embedded database, .* Stop the service first\.\n$/,
      )
    }
    await service.stop()
    if (place === 'embedded') await admin(home, 'backup', folder())
  }, 240_000)

  afterAll(async () => {
    for (const one of [home, ...others]) await one.remove()
  })

  async function restored(to: DatabaseKind): Promise<ServiceHome> {
    const other = await emptyHome(to)
    others.push(other)
    expect(JSON.parse(await admin(other, 'restore', folder()))).toMatchObject({
      objects: { count: 6, missing: 0 },
    })
    return other
  }

  it('is readable by its owner only, and holds no key', async () => {
    for (const path of await filesBelow(folder())) {
      expect((await stat(path)).mode & 0o777, path).toBe(0o600)
      expect(await readFile(path, 'latin1'), path).not.toContain(demo.people.ines.key)
    }
    expect((await stat(folder())).mode & 0o777).toBe(0o700)
    expect(await readdir(home.directory)).toEqual(expect.arrayContaining(['backup', 'data']))
    expect(await readdir(folder())).not.toContain('secret.key')
  })

  it.each(places)(
    'restored to %s, reads as before, byte for byte',
    async (to) => {
      const other = await restored(to)
      const service = await start(other)
      const after = await allThatIsRead(service.url, demo)
      const begun = await changesSince(service.url, demo.people.ines.key, copy.position)
      const again = await send(service.url)
      await service.stop()
      // What a copy has seen since the backup is gone, so that it begins anew (B2).
      expect(begun.rows).toEqual(copy.rows)
      expect(begun.isReset).toBe(true)
      expect(copy.rows).not.toEqual([])
      // What was done before the backup is not done again (B4).
      expect(first).toMatch(/^null 201 /)
      expect(again).toBe(first.replace('null', 'true'))
      expect(Object.keys(after)).toHaveLength(Object.keys(before).length)
      // Tom's load is newer than what was read before.
      const isLoad = (name: string) => place === 'PostgreSQL' && /^tom \/v1\/trips$/.test(name)
      for (const [name, text] of Object.entries(before)) {
        if (!isLoad(name)) expect(after[name], name).toBe(text)
      }
      expect(before['ines /v1/trips']).toContain('Two weeks in Japan')
      expect(Object.keys(before).filter((name) => name.includes(' file '))).not.toEqual([])
      expect(before.photo).toMatch(/^200 \d+ /)
    },
    240_000,
  )

  it('restored and backed up again, is the same backup, and ids go on', async () => {
    const other = await restored(place)
    await admin(other, 'backup', folder('again'))
    const content = await contentOf(folder())
    expect(await contentOf(folder('again'))).toEqual(content)
    expect(content['/tables/departure.jsonl']?.length).toBeGreaterThan(1)
    const service = await start(other)
    const answer = await fetch(`${service.url}/v1/trips`, {
      method: 'POST',
      headers: {
        authorization: `Token ${demo.people.ines.key}`,
        'content-type': 'application/json',
      },
      body: '{"name":"After the restore"}',
    })
    await service.stop()
    expect(answer.status).toBe(201)
    const { id } = (await answer.json()) as { id: number }
    expect(id).toBeGreaterThan(Math.max(...Object.values(demo.trips)))
  }, 240_000)
})
