import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { as } from '../client.ts'
import { appWith } from '../rest-facade/long-answers.ts'
import { insert, insertEmail } from '../sync.ts'
import { db, type Person, premium } from '../world.ts'
import { one } from './persons.ts'

const mebi = 1024 * 1024

interface Attachment {
  filename: string
  payload: string | null
}
interface Mail {
  id: number
  attachments: Attachment[]
}
interface Trip {
  id: number
  emails: Mail[]
}

/** Attachments of those sizes in bytes; base64 makes four bytes of three. */
async function attach(email: number, ...sizes: number[]): Promise<void> {
  for (const size of sizes) {
    await db.query({
      text: `insert into email_attachment (email_id, filename, payload)
        values ($1, 'a ' || $2::int, convert_to(repeat('x', $2::int), 'UTF8'))`,
      values: [email, size],
    })
  }
}

const shown = (mails: Mail[]) =>
  mails.flatMap(({ attachments }) => attachments.map(({ payload }) => payload?.length ?? null))

let olga: Person
beforeAll(async () => {
  olga = await one('olga')
  await premium(olga, true)
})

describe('2.9 Automation email: an answer carries at most 16 MiB of payloads', () => {
  /** Four trips, the older the newer their mail, of 6 MiB each: two make 16 MiB. */
  let trips: number[]
  let mails: number[]
  beforeAll(async () => {
    trips = await insert('trip', { owner_id: olga.id }, 4)
    mails = []
    for (const [index, trip_id] of trips.entries()) {
      const date = `2031-03-0${9 - index}T07:45:00Z`
      mails.push(await insertEmail(olga, { trip_id }, { date }))
      await attach(mails[index] as number, 6 * mebi)
    }
  })

  test('the newest emails of a list of trips have their payloads, those of the others are null', async () => {
    const { status, json } = await as(olga).get('/v1/trips')
    expect(status).toBe(200)
    const listed = json.results as unknown as Trip[]
    const found = listed.filter(({ id }) => trips.includes(id))
    expect(shown(found.flatMap(({ emails }) => emails))).toEqual([8 * mebi, 8 * mebi, null, null])
  })

  test('the newest emails have their payloads, wherever they are in the list', async () => {
    const nina = await one('nina')
    await premium(nina, true)
    const ids = await insert('trip', { owner_id: nina.id }, 4)
    for (const [index, trip_id] of ids.entries()) {
      const email = await insertEmail(
        nina,
        { trip_id },
        { date: `2031-03-0${index + 1}T00:00:00Z` },
      )
      await attach(email, 6 * mebi)
    }
    const { json } = await as(nina).get('/v1/trips')
    const listed = json.results as unknown as Trip[]
    expect(shown(listed.flatMap(({ emails }) => emails))).toEqual([null, null, 8 * mebi, 8 * mebi])
  })

  test('one trip and the list of its emails follow the same limit; what exceeds it alone never counts', async () => {
    const [trip_id] = await insert('trip', { owner_id: olga.id })
    const large = await insertEmail(olga, { trip_id }, { date: '2031-03-09T00:00:00Z' })
    await attach(large, 13 * mebi, 3)
    await attach(await insertEmail(olga, { trip_id }), 9 * mebi, 4 * mebi, 3)
    const expected = [null, 4, 12 * mebi, null, null]
    const { json: trip } = await as(olga).get(`/v1/trips/${trip_id}`)
    expect(shown(trip.emails as Mail[])).toEqual(expected)
    const { json: list } = await as(olga).get(`/v2/trip/${trip_id}/emails`)
    expect(shown(list.results as unknown as Mail[])).toEqual(expected)
  })

  test('the detail of one email has all of its payloads', async () => {
    const [trip_id] = await insert('trip', { owner_id: olga.id })
    const email = await insertEmail(olga, { trip_id })
    await attach(email, 9 * mebi, 9 * mebi)
    const { status, json, headers } = await as(olga).get(`/v2/trip/${trip_id}/emails/${email}`)
    expect(status).toBe(200)
    expect(shown([json as unknown as Mail])).toEqual([12 * mebi, 12 * mebi])
    expect(Number(headers['content-length'])).toBeGreaterThan(24 * mebi)
  })
})

describe('2.9 the same over the parts of one answer', () => {
  const parts = appWith({ small: 0, part: 5_000, payloads: 6_000 })
  afterAll(async () => (await parts).close())

  test('the newest emails have their payloads, whichever part they are in', async () => {
    const { send } = await parts
    const tom = await one('tom')
    await premium(tom, true)
    const trips = await insert('trip', { owner_id: tom.id }, 6)
    for (const [index, trip_id] of trips.entries()) {
      const date = `2031-03-0${[3, 9, 1, 8, 2, 7][index]}T00:00:00Z`
      await attach(await insertEmail(tom, { trip_id }, { date }), 750, 750)
    }
    const { text } = await send(tom, { url: '/v1/trips' })
    const { results } = JSON.parse(text) as { results: Trip[] }
    const [some, none] = [
      [1_000, 1_000],
      [null, null],
    ]
    expect(results.map(({ emails }) => shown(emails))).toEqual([none, some, none, some, none, some])
  })

  test.each(['trip', 'activity'])('the newest emails of one %s have payloads', async (kind) => {
    const { send } = await parts
    const trips = await insert('trip', { owner_id: olga.id })
    const trip_id = trips[0] as number
    const row = { owner_id: olga.id, trip_id }
    const [id = trip_id] = kind === 'trip' ? trips : await insert(kind, row)
    for (let made = 0; made < 5; made += 1) {
      const date = `2031-03-0${made + 1}T00:00:00Z`
      await attach(await insertEmail(olga, { [`${kind}_id`]: id }, { date }), 750, 1_200)
    }
    const path = kind === 'trip' ? `/v1/trips/${id}` : `/v1/trip/${trip_id}/${kind}/${id}`
    const { text } = await send(olga, { url: path })
    const { emails } = JSON.parse(text) as Trip
    // 1,000 and 1,600 each: two emails make 5,200, and a third does not fit.
    const expected = [1_000, 1_600, 1_000, 1_600, null, null, null, null, null, null]
    expect(shown(emails)).toEqual(expected)
  })
})
