/**
 * B1: a reader of version v of a trip has seen everything of it up to v, however late it was
 * committed; and the same holds for `updatedSince` and the greatest change time seen.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { activity } from '../../../src/core/store/kinds.ts'
import { createItem, updateRow } from '../../../src/core/store/writes.ts'
import type { Database, Store } from '../../../src/outside/database/database.ts'
import { openDatabase } from '../../../src/outside/database/database.ts'
import { as } from '../../client.ts'
import { silent } from '../../outside/database/places.ts'
import { Copy as Copies } from '../../spec/copies.ts'
import { cast, dataDir, db, trip as newTrip, type Person } from '../../world.ts'
import { misplaced } from './consistent.ts'

/** The same database, with a connection for every writer and for the readers. */
let wide: Database
beforeAll(async () => {
  const [row] = await db.query<{ name: string }>({ text: 'select current_database() as name' })
  const url = new URL(process.env.TEST_DATABASE_URL as string)
  url.pathname = `/${row?.name}`
  wide = await openDatabase({ url: String(url), dataDir, poolSize: 20, log: silent })
})
afterAll(() => wide.close())

/** What a reader holds: the name of each thing, by its id. */
type Copy = Map<number, string>

/** Polls again and again until `isOver`, and once more. */
async function until(isOver: () => boolean, poll: () => Promise<void>): Promise<void> {
  for (let last = false; !last; ) {
    last = isOver()
    await poll()
  }
}

/** Follows a list of the service by the greatest change time that it has shown. */
async function byTime(reader: Person, path: string, isOver: () => boolean): Promise<Copy> {
  const copy: Copy = new Map()
  let seen = '2000-01-01T00:00:00Z'
  await until(isOver, async () => {
    let next: string | null = `${path}?updatedSince=${encodeURIComponent(seen)}`
    while (next !== null) {
      const { json, status } = await as(reader).get(next)
      expect(status).toBe(200)
      for (const { id, name, title, updated_at } of json.results) {
        copy.set(id, String(name ?? title))
        if (updated_at > seen) seen = updated_at
      }
      next = json.next?.replace(/^https?:\/\/[^/]+/, '') ?? null
    }
  })
  return copy
}

/** Follows a table by the version of the trip that it has read. */
async function byVersion(table: string, tripId: number, isOver: () => boolean): Promise<Copy> {
  const copy: Copy = new Map()
  let seen = 0
  const [name, place] = table === 'document' ? ['title', 'at_trip'] : ['name', 'trip_id']
  const text = `select t.version as upto, c.id, c.${name} as name
    from trip t
      left join ${table} c on c.${place} = t.id and c.version > $2 and c.version <= t.version
    where t.id = $1`
  await until(isOver, async () => {
    const rows = await wide.query<{ upto: number; id: number | null; name: string }>({
      ...{ text, values: [tripId, seen] },
    })
    for (const { id, name } of rows) if (id !== null) copy.set(id, name)
    seen = rows[0]?.upto ?? seen
  })
  return copy
}

/** Follows everything that a person sees by `changes`; the names of what is of one type. */
async function byChanges(reader: Person, first: number, isOver: () => boolean) {
  const copy = new Copies(reader)
  await until(isOver, async () => void (await copy.follow(first)))
  return (type: 'Activity' | 'Document', tripId: number): Copy => {
    const all = copy.all(type).filter(({ tripId: one, inTrip }) => (one ?? inTrip) === tripId)
    return new Map(all.map(({ id, name, title }) => [id, String(name ?? title)]))
  }
}

/** All that there is in the end. */
async function truth(table: string, tripId: number): Promise<Copy> {
  const name = table === 'document' ? 'title' : 'name'
  const text = `select id, ${name} as name from ${table} where trip_id = $1`
  const rows = await db.query<{ id: number; name: string }>({ text, values: [tripId] })
  return new Map(rows.map((row) => [row.id, row.name]))
}

/** How many rows a copy lacks, or has as they once were. */
const lost = (copy: Copy, all: Copy) =>
  [...all].filter(([id, name]) => copy.get(id) !== name).length

const writers = 16
const turns = 4

/** A pause of up to 200 ms, different for each writer and turn. */
const dawdle = (writer: number, turn: number) => sleep((writer * 37 + turn * 61) % 200)

/** A transaction that writes into one trip, and dawdles before and after that. */
async function write(tx: Store, owner: Person, tripId: number, writer: number, turn: number) {
  const name = `${writer} ${turn}`
  const place = { actor: owner, tripId }
  await tx.query({ text: 'select now()' })
  await dawdle(writer, turn)
  const row = await createItem(tx, activity, place, { name })
  if (turn % 2) {
    const text = `insert into document (owner_id, trip_id, url, title)
      values ($1, $2, 'https://a.example', $3)`
    await tx.query({ text, values: [owner.id, tripId, name] })
  } else {
    await updateRow(tx, activity, { ...place, id: row?.id as number }, { name: `${name} again` })
  }
  await dawdle(turn, writer)
}

describe('B1 late commits', () => {
  it('readers by version, by change time and by changes lose nothing from 16 slow writers', async () => {
    const { olga, trip } = await cast()
    const trips = [trip.id, (await newTrip(olga)).id, (await newTrip(olga)).id]
    let isOver = false
    const writing = Promise.all(
      Array.from({ length: writers }, async (_, writer) => {
        for (let turn = 0; turn < turns; turn += 1) {
          const tripId = trips[(writer + turn) % trips.length] as number
          await wide.transaction((tx) => write(tx, olga, tripId, writer, turn))
        }
      }),
    ).finally(() => {
      isOver = true
    })
    const ended = () => isOver
    const following = [7, 500].map((first) => byChanges(olga, first, ended))
    const reading = trips.map(async (id) => ({
      id,
      activities: [
        await Promise.all([
          byTime(olga, `/v1/trip/${id}/activities`, ended),
          byVersion('activity', id, ended),
          byTime(olga, `/v2/trip/${id}/documents`, ended),
          byVersion('document', id, ended),
        ]),
      ].flat(),
    }))
    await writing
    let all = 0
    for (const { id, activities: copies } of await Promise.all(reading)) {
      const [items, documents] = [await truth('activity', id), await truth('document', id)]
      all += items.size + documents.size
      const losses = copies.map((copy, index) => lost(copy, index < 2 ? items : documents))
      expect(losses).toEqual([0, 0, 0, 0])
      for (const seen of await Promise.all(following)) {
        expect(lost(seen('Activity', id), items)).toBe(0)
        expect(lost(seen('Document', id), documents)).toBe(0)
      }
    }
    expect(all).toBe(writers * turns + writers * Math.floor(turns / 2))
    expect(await misplaced(trips)).toEqual([])
  })

  it('a row dated before its wait is lost by change time, and nothing else is', async () => {
    const { olga, trip } = await cast()
    const insert = (tx: Store, name: string) =>
      tx.query({
        text: `insert into activity (trip_id, owner_id, name, created_at)
          values ($1, $2, $3, now())`,
        values: [trip.id, olga.id, name],
      })
    const newer = (column: string, since: string | undefined) =>
      db.query<{ name: string; at: string }>({
        text: `select name, ${column}::text as at from activity
          where trip_id = $1 and ${column} > $2`,
        values: [trip.id, since],
      })
    const columns = ['created_at', 'changed_at', 'version']
    let seen: (string | undefined)[] = []
    await wide.transaction(async (late) => {
      await late.query({ text: 'select now()' })
      await sleep(5)
      await wide.transaction((tx) => insert(tx, 'early'))
      seen = await Promise.all(
        columns.map(async (column) => {
          const found = await newer(column, column === 'version' ? '0' : '2000-01-01')
          expect(found).toMatchObject([{ name: 'early' }])
          return found[0]?.at
        }),
      )
      await insert(late, 'late')
    })
    const found = await Promise.all(columns.map((column, at) => newer(column, seen[at])))
    expect(found.map((rows) => rows.some(({ name }) => name === 'late'))).toEqual([
      false,
      true,
      true,
    ])
  })
})
