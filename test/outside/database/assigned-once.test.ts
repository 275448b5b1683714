/** The migration that makes stored lists of assigned users distinct and short (test/spec/15). */
import { cpSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { migrate } from '../../../src/outside/database/migrate.ts'
import { WireStream } from '../../../src/outside/database/wire.ts'
import { emptyServerDatabase, type Place, places, silent, temporaryDirectory } from './places.ts'

const all = fileURLToPath(new URL('../../../prisma/migrations', import.meta.url))
const name = '20261122000003_assigned_once'

async function connect(place: Place): Promise<pg.Client> {
  const settings: pg.ClientConfig = {}
  if (place === 'embedded') {
    const backend = await PGlite.create()
    onTestFinished(() => backend.close())
    Object.assign(settings, { user: 'postgres', ssl: false, stream: () => new WireStream(backend) })
  } else {
    const { url, drop } = await emptyServerDatabase()
    onTestFinished(drop)
    settings.connectionString = url
  }
  const client = new pg.Client(settings)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** The migrations that came before this one. */
function earlier(): string {
  const directory = temporaryDirectory()
  for (const entry of readdirSync(all).filter((one) => one < name || one.endsWith('.toml'))) {
    cpSync(join(all, entry), join(directory, entry), { recursive: true })
  }
  mkdirSync(directory, { recursive: true })
  return directory
}

const kinds = ['hosting', 'activity', 'transportation'] as const

describe.each(places)('assigned users on %s', (place) => {
  test('stored repeats go, order and everybody else stay, 100 at most', async () => {
    const client = await connect(place)
    await migrate(client, earlier(), silent)
    await client.query(`
      insert into account (username, email, name, password_hash, calendar_identifier,
        anonymous_email_identifier)
      select 'u' || n, 'u' || n || '@mail.example', '', '', 'c' || n, 'a' || n
      from generate_series(1, 150) n;
      insert into trip (owner_id) values (1);
      insert into member (trip_id, user_id, joined)
      select 1, n, true from generate_series(2, 150) n`)
    const lists = [
      [3, 1, 3, 2, 1, 1],
      [2, 1],
      [],
      Array.from({ length: 5_000 }, () => 7),
      Array.from({ length: 150 }, (_, at) => 150 - at),
    ]
    for (const kind of kinds) {
      for (const list of lists) {
        const [column, value] = kind === 'transportation' ? [', transportation_type', ", 'x'"] : []
        const text = `insert into ${kind} (trip_id, owner_id, assigned_users ${column ?? ''})
          values (1, 1, $1 ${value ?? ''})`
        await client.query(text, [list])
      }
    }
    const times = `select id, updated_at from hosting where id in (2, 3) order by id`
    const before = await client.query(times)
    expect(await migrate(client, all, silent)).toContain(name)
    const expected = [[3, 1, 2], [2, 1], [], [7], Array.from({ length: 100 }, (_, at) => 150 - at)]
    for (const kind of kinds) {
      const { rows } = await client.query(`select assigned_users from ${kind} order by id`)
      expect(rows.map((row) => row.assigned_users)).toEqual(expected)
    }
    // What was right already is not written: no one has to read it again.
    expect((await client.query(times)).rows).toEqual(before.rows)
  }, 60_000)
})
