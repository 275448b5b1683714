/**
 * 01.8: which statements count as a change of which trips and items, and that a statement touches
 * each trip once, however many rows it writes.
 */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { kinds, parentItemKinds } from '../../../src/core/store/kinds.ts'
import { age, type Cast, cast, db, trip as makeTrip } from '../../world.ts'

const many = 60

let all: Cast
let here: number
let there: number
let elsewhere: number
beforeAll(async () => {
  all = await cast()
})
beforeEach(async () => {
  const made = [await makeTrip(all.olga), await makeTrip(all.olga), await makeTrip(all.olga)]
  ;[here, there, elsewhere] = made.map(({ id }) => id) as [number, number, number]
})

type Name = (typeof kinds)[number]['name']
/** The columns that a row needs beside trip and owner, with values. */
const needed: Record<Name, [columns: string, values: string]> = {
  hosting: ['', ''],
  activity: ['', ''],
  transportation: [', transportation_type', ", 'train'"],
  expense: [', title, price', ", 'Tram', 3"],
}
/** That many items in each of the trips in `$1`, of the owner in `$2`. */
const inserting = (name: Name) => `insert into ${name} (trip_id, owner_id${needed[name][0]})
  select trip, $2${needed[name][1]} from unnest($1::int[]) trip, generate_series(1, ${many})
  returning id`

/** Makes that many items in each of these trips; returns their ids. */
async function items(name: Name, ...trips: number[]): Promise<number[]> {
  const values = [trips, all.olga.id]
  const rows = await db.query<{ id: number }>({ text: inserting(name), values })
  return rows.map(({ id }) => id)
}

async function emails(column: string, ids: (number | null)[]): Promise<number[]> {
  const rows = await db.query<{ id: number }>({
    text: `insert into email (owner_id, ${column}, unique_parser_identifier, message_key)
      select $2, id, 'touch', gen_random_uuid()::text from unnest($1::int[]) id returning id`,
    values: [ids, all.olga.id],
  })
  return rows.map(({ id }) => id)
}

/** The trips that changed after they were aged, and how often rows of `trip` were written. */
async function touched(text: string, values: unknown[]) {
  for (const id of [here, there, elsewhere]) await age('trip', id)
  const counted = `select n_tup_upd::int as count from pg_stat_xact_user_tables
    where relname = 'trip' and schemaname = current_schema()`
  const writes = await db.transaction(async (tx) => {
    const count = async () => (await tx.query<{ count: number }>({ text: counted }))[0]?.count ?? 0
    const before = await count()
    await tx.query({ text, values })
    return (await count()) - before
  })
  const rows = await db.query<{ id: number }>({
    text: `select id from trip where id = any ($1) and changed_at > '2021-01-01' order by id`,
    values: [[here, there, elsewhere]],
  })
  return { trips: rows.map(({ id }) => id), writes }
}

describe.each(kinds.map(({ name }) => name))('1.8 many rows of %s', (name) => {
  test('an insert in one statement touches each of their trips once', async () => {
    const answer = await touched(inserting(name), [[here, there], all.olga.id])
    expect(answer).toEqual({ trips: [here, there], writes: 2 })
  })

  test('an update, or soft delete, in one statement touches each trip once', async () => {
    const ids = await items(name, here, there)
    for (const set of ['created_at = created_at', 'deleted_at = clock_timestamp()']) {
      const text = `update ${name} set ${set} where id = any ($1)`
      expect(await touched(text, [ids])).toEqual({ trips: [here, there], writes: 2 })
    }
  })

  test('a move in one statement touches the trips they leave and the trip they enter', async () => {
    const ids = [...(await items(name, here)), ...(await items(name, there))]
    const text = `update ${name} set trip_id = $2 where id = any ($1)`
    const answer = await touched(text, [ids, elsewhere])
    expect(answer).toEqual({ trips: [here, there, elsewhere], writes: 3 })
  })

  test('a statement that matches no row touches nothing', async () => {
    const text = `update ${name} set created_at = created_at where id = $1`
    expect(await touched(text, [-1])).toEqual({ trips: [], writes: 0 })
  })
})

describe('1.8 many members', () => {
  test('an invitation, change or removal in one statement touches each trip once', async () => {
    const people = [all.ed, all.vera, all.pia, all.stan].map(({ id }) => id)
    const trips = [here, there]
    const inserted = `insert into member (trip_id, user_id, joined)
      select trip, person, true from unnest($1::int[]) trip, unnest($2::int[]) person`
    const both = { trips, writes: 2 }
    expect(await touched(inserted, [trips, people])).toEqual(both)
    const ofOthers = 'where trip_id = any ($1) and not is_owner'
    const changed = `update member set can_edit = not can_edit ${ofOthers}`
    expect(await touched(changed, [trips])).toEqual(both)
    expect(await touched(`delete from member ${ofOthers}`, [trips])).toEqual(both)
  })

  test('the owners of new trips become their members, which writes no trip again', async () => {
    const text = `insert into trip (owner_id) select $1 from generate_series(1, ${many})`
    expect(await touched(text, [all.stan.id])).toEqual({ trips: [], writes: 0 })
    const where = { userId: all.stan.id, isOwner: true, joined: true, canEditDocuments: true }
    expect(await db.prisma.member.count({ where })).toBe(many)
    const late = await db.query({
      text: `select id from trip where owner_id = $1 and changed_at < created_at`,
      values: [all.stan.id],
    })
    expect(late).toEqual([])
  })
})

describe('1.8 many emails', () => {
  const moments = (name: string, ids: number[]) =>
    db.query<{ changed: boolean; updated: boolean }>({
      text: `select changed_at > '2021-01-01' as changed, updated_at > '2021-01-01' as updated
        from ${name} where id = any ($1) group by 1, 2`,
      values: [ids],
    })

  test('emails of a trip touch it once', async () => {
    const ids = await emails('trip_id', Array(many).fill(here))
    const changed = `update email set reason = 'x' where id = any ($1)`
    expect(await touched(changed, [ids])).toEqual({ trips: [here], writes: 1 })
    const moved = 'update email set trip_id = $2 where id = any ($1)'
    expect(await touched(moved, [ids, there])).toEqual({ trips: [here, there], writes: 2 })
    const inserted = `insert into email
        (owner_id, trip_id, unique_parser_identifier, message_key)
      select $1, $2, 'touch', gen_random_uuid()::text from generate_series(1, ${many})`
    const values = [all.olga.id, here]
    expect(await touched(inserted, values)).toEqual({ trips: [here], writes: 1 })
  })

  test.each(parentItemKinds.map(({ name }) => name))(
    'emails of items of the kind %s touch the items, not as their own change, and the trips',
    async (name) => {
      const ids = await items(name, here, there)
      const old = await items(name, elsewhere)
      const attached = await emails(`${name}_id`, old)
      for (const id of [...ids, ...old]) await age(name, id)
      const text = `update email set ${name}_id = moved.to_id
        from unnest($1::int[], $2::int[]) moved (id, to_id)
        where email.id = moved.id`
      const trips = [here, there, elsewhere]
      const answer = await touched(text, [attached, ids.filter((_, at) => at % 2 === 0)])
      expect(answer).toEqual({ trips, writes: 3 })
      expect(await moments(name, old)).toEqual([{ changed: true, updated: false }])
      const reached = ids.filter((_, at) => at % 2 === 0)
      expect(await moments(name, reached)).toEqual([{ changed: true, updated: false }])
      const others = ids.filter((_, at) => at % 2 === 1)
      expect(await moments(name, others)).toEqual([{ changed: false, updated: false }])
    },
  )

  test('emails in the inbox touch nothing; those that leave it touch their new parent', async () => {
    const [activity = 0] = await items('activity', here)
    const [first, second] = await emails('trip_id', [null, null])
    const explained = `update email set reason = 'x' where id = $1`
    expect(await touched(explained, [first])).toEqual({ trips: [], writes: 0 })
    const filed = `update email set activity_id = $2 where id = $1`
    expect(await touched(filed, [first, activity])).toEqual({ trips: [here], writes: 1 })
    const both = `update email set
        trip_id = case id when $1 then $3::int end, activity_id = null
      where id in ($1, $2)`
    expect(await touched(both, [second, first, there])).toEqual({ trips: [here, there], writes: 2 })
  })
})
