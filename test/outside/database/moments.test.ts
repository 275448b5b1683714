/** 01.8: the clock of the database dates all rows when they are written, not that of a process. */
import { expect, it, onTestFinished, vi } from 'vitest'
import type { Statement } from '../../../src/outside/database/database.ts'
import { as } from '../../client.ts'
import { insertDocument, link, placesOf } from '../../documents.ts'
import { rawMail } from '../../mail/raw-mails.ts'
import { deliver } from '../../spec/inbound.ts'
import { type Cast, cast, db } from '../../world.ts'

/** Sets the clock of this process back by so many minutes, until the test ends. */
function slow(minutes: number): void {
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - minutes * 60_000 })
}

/** The time by the clock of the database, which on embedded databases is that of the process. */
async function moment(): Promise<string> {
  const [row] = await db.query<{ now: string }>({
    text: `select to_char(clock_timestamp(), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now`,
  })
  return row?.now ?? ''
}

const isNew = (table: string, id: number) => ({
  text: `select deleted_at > now() - interval '10 minutes' as yes from ${table} where id = $1`,
  values: [id],
})

it('a process whose clock is an hour slow deletes by the clock of the database', async () => {
  const { olga, trip } = await cast()
  const places = await placesOf({ trip, olga })
  const document = await insertDocument(olga, places.trip.parent)
  const text = `insert into email (owner_id, message_key, unique_parser_identifier, date)
    values ($1, 'slow clock', 'test:slow clock', now()) returning id`
  const [email] = await db.query<{ id: number }>({ text, values: [olga.id] })
  const made = `insert into category (owner_id, slug, name)
    values ($1, 'slow', 'Slow') returning id`
  const [category] = await db.query<{ id: number }>({ text: made, values: [olga.id] })
  slow(60)
  const query = `mutation { deleteCategory(id: ${category?.id})
    deleteEmail(id: ${email?.id}) { success } }`
  expect((await as(olga).post('/graphql', { query })).json.errors).toBeUndefined()
  expect((await as(olga).delete(places.trip.v1(document))).status).toBe(200)
  const gone = { document, email: email?.id ?? 0, category: category?.id ?? 0 }
  for (const [table, id] of Object.entries(gone)) {
    expect(await db.query(isNew(table, id)), table).toEqual([{ yes: true }])
  }
})

it('a document is listed as new if attached by a process five minutes behind', async () => {
  const { olga, trip } = await cast()
  const places = await placesOf({ trip, olga })
  for (const place of Object.values(places)) {
    slow(5)
    const since = await moment()
    const { json } = await as(olga).post(place.v1(), link)
    const { json: list } = await as(olga).get(`${place.v2()}?updatedSince=${since}`)
    vi.useRealTimers()
    expect(list.results, place.word).toMatchObject([{ id: json.id }])
  }
})

it('rows of a process whose clock is slow have the time of the database', async () => {
  const { olga, ed } = await cast()
  slow(5)
  const since = await moment()
  await as(olga).post('/v1/categories', { name: 'Slow clock' })
  await as(olga).graphql('mutation { requestFavorite(email: "slow@mail.example") { id } }')
  await as(ed).post('/auth', { username: ed.username, password: ed.password })
  await deliver(rawMail(), { owner: olga.email })
  vi.useRealTimers()
  const made = [
    ['category', 'created_at', 'owner_id', olga],
    ['favorite', 'created_at', 'user_id', olga],
    ['favorite', 'updated_at', 'user_id', olga],
    ['email', 'created_at', 'owner_id', olga],
    ['email', 'updated_at', 'owner_id', olga],
    ['api_key', 'created_at', 'user_id', ed],
  ] as const
  for (const [table, column, owner, { id }] of made) {
    const text = `select max(${column}) >= $2 as yes from ${table} where ${owner} = $1`
    expect(await db.query({ text, values: [id, since] }), table).toEqual([{ yes: true }])
  }
})

/** By table, a row of this person with only what it must have. */
function insertsOf({ olga, trip }: Cast): Record<string, Statement> {
  const texts = {
    trip: 'insert into trip (owner_id) values ($1) returning id',
    activity: `insert into activity (owner_id, trip_id) values ($1, ${trip.id}) returning id`,
    hosting: `insert into hosting (owner_id, trip_id) values ($1, ${trip.id}) returning id`,
    transportation: `insert into transportation (owner_id, trip_id, transportation_type)
      values ($1, ${trip.id}, 'train') returning id`,
    expense: `insert into expense (owner_id, trip_id, title, price)
      values ($1, ${trip.id}, 'Tram', 3) returning id`,
    email: `insert into email (owner_id, message_key, unique_parser_identifier)
      values ($1, 'moments ' || random(), 'moments') returning id`,
    document: "insert into document (owner_id, url) values ($1, 'https://x.example') returning id",
    favorite: "insert into favorite (user_id, email) values ($1, 'x@x.example') returning id",
    category: "insert into category (owner_id, slug, name) values ($1, 'x', 'X') returning id",
  }
  const of = ([table, text]: [string, string]) => [table, { text, values: [olga.id] }]
  return Object.fromEntries(Object.entries(texts).map(of)) as Record<string, Statement>
}

it('a row is dated when it is written, not when its transaction began', async () => {
  const inserts = insertsOf(await cast())
  const columns = await db.query<{ name: string; of: string }>({
    text: `select table_name as name, column_name as of from information_schema.columns
      where table_schema = current_schema() and column_name in ('updated_at', 'changed_at')`,
  })
  expect(columns.length).toBeGreaterThan(10)
  const dated = new Set(columns.map(({ name }) => name))
  expect([...dated].sort()).toEqual(Object.keys(inserts).sort())
  await db.transaction(async (tx) => {
    await tx.query({ text: 'select pg_sleep(0.02)' })
    const [now] = await tx.query<{ now: string }>({ text: 'select clock_timestamp()::text as now' })
    for (const [table, insert] of Object.entries(inserts)) {
      const [row] = await tx.query<{ id: number }>(insert)
      for (const { of } of columns.filter(({ name }) => name === table)) {
        const text = `select ${of} >= $2::timestamptz as yes from ${table} where id = $1`
        const answer = await tx.query({ text, values: [row?.id, now?.now] })
        expect(answer, `${table}.${of}`).toEqual([{ yes: true }])
      }
    }
  })
})

it('a row that waited for its trip was created when it was written', async () => {
  const { trip: _, category: __, ...inserts } = insertsOf(await cast())
  for (const [table, insert] of Object.entries(inserts)) {
    const [row] = await db.query<{ id: number }>(insert)
    const text = `select updated_at = created_at as yes from ${table} where id = $1`
    expect(await db.query({ text, values: [row?.id] }), table).toEqual([{ yes: true }])
  }
})

it('no column defaults to the beginning of a transaction', async () => {
  const text = `select table_name, column_name from information_schema.columns
    where table_schema = current_schema() and table_name <> '_prisma_migrations'
      and column_default ~* '(now\\(|current_timestamp)'`
  expect(await db.query({ text })).toEqual([])
})
