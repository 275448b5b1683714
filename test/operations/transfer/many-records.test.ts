/** 17 Operators: an account with more records than one statement stores, in any order. */
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Refusal } from '../../../src/base/errors.ts'
import { exportAccount } from '../../../src/operations/transfer/export.ts'
import { importAccount } from '../../../src/operations/transfer/import.ts'
import { sealOf } from '../../../src/outside/folders/sealed-files.ts'
import type { Report } from '../../../src/process/progress.ts'
import { attachFile, placeAt } from '../../documents.ts'
import { type Cast, cast, db, join as joins, trip as makeTrip } from '../../world.ts'
import { addPeople, contentOf, type Elsewhere, elsewhere, here, newPath } from './accounts.ts'

const kinds = ['hosting', 'activity', 'transportation'] as const
const [trips, perTrip] = [230, 2]
/** In the first trip alone. */
const more = 470

let other: Elsewhere
let all: Cast
let folder: string

/** Items of a kind in these trips, by turns; two of them share an identifier. */
async function fill(kind: (typeof kinds)[number], tripIds: number[], count: number) {
  const type = kind === 'transportation' ? ['transportation_type', "'train'"] : ['name', "'x'"]
  const values = [all.olga.id, tripIds, count, all.ed.id]
  const text = `insert into ${kind} (trip_id, owner_id, ${type[0]}, internal_identifier, notes,
      assigned_users, created_at, updated_at, deleted_at)
    select trip, case when n % 2 = 0 then $1 else $4::int end, ${type[1]},
      'item ' || n || ' of ' || $3, 'note ' || n,
      case when n % 5 = 0 then array[$1, $4::int] else '{}' end,
      timestamptz '2026-01-02 09:00:00.25Z' + n * interval '1 minute',
      timestamptz '2026-01-02 09:00:00.75Z' + n * interval '1 hour',
      case when n % 7 = 0 then timestamptz '2026-03-04 10:00:00.5Z' end
    from generate_series(1, $3::int) n, unnest($2::int[]) trip order by n, trip`
  await db.query({ text, values })
  const shared = `update ${kind} set internal_identifier = 'shared', changed_at = clock_timestamp()
    where trip_id = $1 and internal_identifier in ('item 1 of ' || $2, 'item 2 of ' || $2)`
  await db.query({ text: shared, values: [tripIds[0], count] })
}

/** An email and a link at every third item of a kind. */
async function attach(kind: (typeof kinds)[number], tripIds: number[]) {
  const values = [all.olga.id, tripIds]
  const third = `from ${kind} where id % 3 = 0 and trip_id = any ($2)`
  await db.query({
    text: `insert into email (owner_id, ${kind}_id, unique_parser_identifier, message_key, text)
      select $1::int, id, 'x', '${kind} ' || id, 'Seat ' || id ${third}`,
    values,
  })
  await db.query({
    text: `insert into document (owner_id, ${kind}_id, title, url)
      select case when id % 2 = 0 then $1 else owner_id end, id, 'Map ' || id,
        'https://maps.example/' || id ${third}`,
    values,
  })
}

beforeAll(async () => {
  other = await elsewhere()
  all = await cast()
  const { olga, ed, trip } = all
  const ids = [trip.id]
  for (let count = 1; count < trips; count += 1) {
    const { id } = await makeTrip(olga, { name: `Trip ${count}`, internal_identifier: `t${count}` })
    await joins(id, ed)
    ids.push(id)
  }
  for (const kind of kinds) {
    await fill(kind, ids, perTrip)
    await fill(kind, [trip.id], more)
    await attach(kind, ids)
  }
  await attachFile(olga, placeAt(trip.id, 'trip', trip.id))
  folder = await newPath('many')
  await exportAccount(here, olga.username, folder)
  await addPeople(other, [all.ed, all.vera, all.pia, all.stan])
})
afterAll(() => other.close())

type Line = { kind: string; [field: string]: unknown }
const linesOf = async (path: string) =>
  (await readFile(join(path, 'account.jsonl'), 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)

const counted = async (tables: string[]) => {
  const counts: Record<string, number> = {}
  for (const table of tables) {
    const text = `select count(*)::int as n from ${table}`
    counts[table] = (await other.db.query<{ n: number }>({ text }))[0]?.n ?? 0
  }
  return counts
}
const tables = ['account', 'trip', 'member', ...kinds, 'email', 'document']

describe('17 Operators: an account with thousands of records', () => {
  it('reports progress when imported, and is identical when exported again', async () => {
    const reports: Parameters<Report>[] = []
    const report: Report = (...said) => void reports.push(said)
    const { counts } = await importAccount(other.outside, folder, true, report)
    const lines = await linesOf(folder)
    const items = trips * perTrip + more
    expect(counts).toMatchObject({ trip: trips, member: 2 * trips + 2, activity: items })
    expect(counts.email).toBeGreaterThan(items / 2)
    const last = (done: string) => reports.findLast(([what]) => what === done)
    expect(last('Checked')).toEqual(['Checked', lines.length, 'records', lines.length])
    expect(last('Stored')).toEqual(['Stored', lines.length, 'records', lines.length])
    expect(reports).toContainEqual(['Stored', 1, 'files'])
    const again = await newPath('again')
    const exported: Parameters<Report>[] = []
    await exportAccount(other.outside, all.olga.username, again, (...said) => exported.push(said))
    expect(exported.at(-1)).toEqual(['Exported', lines.length, 'records'])
    expect(await contentOf(again)).toEqual(await contentOf(folder))
  })

  it('with duplicate emails, far apart, is refused, and nothing is stored', async () => {
    const copy = await renamed('twice', (lines) => {
      const first = lines.find(({ kind }) => kind === 'email') as Line
      return [...lines, { ...first, text: null }]
    })
    const before = await counted(tables)
    const places = /^account.jsonl, line \d+: the email occurs twice$/
    await expect(importAccount(other.outside, copy, true)).rejects.toThrow(places)
    expect(await counted(tables)).toEqual(before)
  })

  it('whose commit may have succeeded keeps its files', async () => {
    const copy = await renamed('lost', (lines) => lines)
    const lost = {
      ...other.outside.db,
      async transaction<T>(...work: Parameters<typeof db.transaction>): Promise<T> {
        await other.outside.db.transaction(...work)
        throw new Refusal('SERVICE_UNAVAILABLE', { cause: new Error('Connection terminated') })
      },
    }
    const failed = importAccount({ ...other.outside, db: lost }, copy, true)
    await expect(failed).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    const text = `select url from document d join account a on a.id = owner_id
      where username = 'lost' and file_type <> 'url'`
    const [row] = await other.db.query<{ url: string }>({ text })
    const bytes = await other.outside.objects.read('private', row?.url ?? '')
    expect(bytes).not.toBeNull()
    for await (const _ of bytes ?? []) break
  })
})

/** A copy of the export with another name, and other lines. */
async function renamed(name: string, change: (lines: Line[]) => Line[]): Promise<string> {
  const copy = await newPath(name)
  await cp(folder, copy, { recursive: true })
  const named = (await linesOf(copy)).map((line) =>
    line.kind === 'account' ? { ...line, username: name, email: `${name}@mail.example` } : line,
  )
  const lines = change(named.filter(({ kind }) => kind !== 'address' && kind !== 'favorite'))
  const path = join(copy, 'account.jsonl')
  await rm(path)
  await writeFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const manifest = JSON.parse(await readFile(join(copy, 'manifest.json'), 'utf8'))
  const sealed = { ...manifest, records: lines.length, ...(await sealOf(path)) }
  await writeFile(join(copy, 'manifest.json'), JSON.stringify(sealed))
  return copy
}
