/** `changes` (B2): what a page holds and costs, its order, and versions that went back. */
import { describe, expect, test } from 'vitest'
import { as } from '../client.ts'
import { appWith } from '../rest-facade/long-answers.ts'
import { insert, insertEmail } from '../sync.ts'
import { cast, db, join, trip as newTrip, type Person } from '../world.ts'
import { changesDocument } from './changes-document.ts'
import { newCopy, page } from './copies.ts'
import { one } from './persons.ts'
import { furnished, sent } from './versions.ts'

/** A user with so many trips. */
async function traveler(count: number): Promise<Person> {
  const tess = await one('tess')
  await insert('trip', { owner_id: tess.id, name: 'Lisbon' }, count)
  for (let n = 0; n < 3; n += 1) await newTrip(tess)
  return tess
}

describe('B2 a page', () => {
  test('costs a user with nothing new one statement, and 200 bytes beside the position', async () => {
    const tess = await traveler(50)
    const position = String((await newCopy(tess)).position)
    const statements: string[] = []
    const { send, close } = await appWith({}, { before: ({ text }) => void statements.push(text) })
    const payload = { query: changesDocument, variables: { since: position } }
    const { text } = await send(tess, { method: 'POST', url: '/graphql', payload })
    await close()
    expect(JSON.parse(text).data.changes).toMatchObject({ position, changed: [] })
    expect(statements, 'who asks, and the versions').toHaveLength(2)
    expect(text.length - position.length).toBeLessThan(200)
    expect(position.length).toBeLessThan(16 * 53)
  })

  test('has at most 8 MiB: olga’s twelve notes of a megabyte come in two', async () => {
    const { olga, trip } = await cast()
    const notes = 'n'.repeat(1_000_000)
    const ids = await insert('activity', { trip_id: trip.id, owner_id: olga.id, notes }, 12)
    const query = `query ($since: String) { changes(since: $since, first: 500) {
      position hasMore changed { __typename ... on Activity { id notes } } } }`
    const seen: number[] = []
    const sizes: number[] = []
    for (let since: string | null = null, hasMore = true; hasMore; ) {
      const { data, errors } = await as(olga).graphql(query, { since })
      expect(errors).toEqual([])
      const found = data?.changes as Awaited<ReturnType<typeof page>>
      sizes.push(JSON.stringify(found).length)
      seen.push(
        ...found.changed.flatMap(({ id, __typename: type }) => (type === 'Activity' ? [id] : [])),
      )
      since = found.position
      hasMore = found.hasMore
    }
    expect(seen).toEqual(ids)
    expect(sizes).toHaveLength(2)
    expect(Math.max(...sizes)).toBeLessThan(8 * 1024 * 1024)
  }, 60_000)

  test('never has what is attached to an email: its payload is null', async () => {
    const { olga, trip } = await cast()
    const id = await insertEmail(olga, { trip_id: trip.id })
    const text = `insert into email_attachment (email_id, filename, payload, "binary",
      mail_content_type) values ($1, 'a.txt', $2, true, 'text/plain')`
    await db.query({ text, values: [id, Buffer.from('Seat 21')] })
    const [email] = (await newCopy(olga)).all('Email')
    expect(email?.attachments).toMatchObject([{ payload: null }])
  })

  test('begins with the account, then has categories of others, then trip by trip', async () => {
    const { olga, ed, trip } = await cast()
    const other = await newTrip(olga)
    await join(other.id, ed)
    await as(olga).post('/v1/categories', { name: 'Dives' })
    const { changed } = await page(ed, null)
    const kinds = changed.map(({ __typename: type }) => type)
    expect(kinds[0]).toBe('User')
    const dives = changed.findIndex(({ name }) => name === 'Dives')
    expect(dives).toBeGreaterThan(0)
    expect(dives).toBeLessThan(kinds.indexOf('Trip'))
    const trips = changed.flatMap(({ __typename: type, id }) => (type === 'Trip' ? [id] : []))
    expect(trips).toEqual([trip.id, other.id])
  })
})

describe('B2 a version that went back, as after a restore of another kind', () => {
  const setBack = (table: string, id: number) =>
    db.transaction(async (tx) => {
      await tx.query({ text: 'set local session_replication_role = replica' })
      const text = `update ${table} set version = version - 1 where id = $1`
      await tx.query({ text, values: [id] })
    })

  test('that of a trip: a member gets the trip anew', async () => {
    const { ed, trip } = await furnished()
    const copy = await newCopy(ed)
    const before = [...copy.objects.keys()].sort()
    await setBack('trip', trip.id)
    const pages = await copy.follow(3)
    expect(pages.flatMap(({ reset }) => reset)).toEqual([trip.id])
    expect(pages.every(({ resetAll }) => !resetAll)).toBe(true)
    expect([...copy.objects.keys()].sort()).toEqual(before)
  })

  test('that of the account: a user gets everything anew', async () => {
    const { ed } = await furnished()
    for (const language of ['pt', 'en']) await sent(as(ed).patch('/v1/me', { language }))
    const copy = await newCopy(ed)
    const before = [...copy.objects.keys()].sort()
    await setBack('account', ed.id)
    const pages = await copy.follow()
    expect(pages[0]?.resetAll).toBe(true)
    expect([...copy.objects.keys()].sort()).toEqual(before)
  })
})
