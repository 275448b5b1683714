/** 01.8: what is deleted is dated by the database, as what is changed; no process has its own. */
import { expect, it, onTestFinished, vi } from 'vitest'
import { as } from '../client.ts'
import { insertDocument, placesOf } from '../documents.ts'
import { cast, db } from '../world.ts'

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
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 })
  const query = `mutation { deleteCategory(id: ${category?.id})
    deleteEmail(id: ${email?.id}) { success } }`
  expect((await as(olga).post('/graphql', { query })).json.errors).toBeUndefined()
  expect((await as(olga).delete(places.trip.v1(document))).status).toBe(200)
  const gone = { document, email: email?.id ?? 0, category: category?.id ?? 0 }
  for (const [table, id] of Object.entries(gone)) {
    expect(await db.query(isNew(table, id)), table).toEqual([{ yes: true }])
  }
})
