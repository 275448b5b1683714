/** Changing and moving a document by its own path. */
import { describe, expect, it } from 'vitest'
import { as } from '../client.ts'
import { type DocumentParent, insertDocument, placesOf, words } from '../documents.ts'
import { moment } from '../sync.ts'
import { cast, db, join, trip as newTrip, premium } from '../world.ts'
import { empty200, forbidden, invalid, messages, tooLong } from './answers.ts'
import { narrowed } from './keys.ts'

async function scene() {
  const world = await cast()
  return { ...world, places: await placesOf(world) }
}

const path = (id: number | string) => `/v1/documents/${id}`

interface Row {
  [column: string]: unknown
  updated_at: string
}

async function row(id: number): Promise<Row> {
  const text = 'select *, updated_at::text as updated_at from document where id = $1'
  const [found] = await db.query<Row>({ text, values: [id] })
  if (!found) throw new Error('no such document')
  const { text_bytes: _, ...row } = found // PostgreSQL counts them.
  return row
}

const nowhere = { trip_id: null, hosting_id: null, activity_id: null, transportation_id: null }

describe('13.4 change', () => {
  it.each(['PUT', 'PATCH'] as const)(
    '%s is an empty 200; omitted fields stay, empty ones are cleared',
    async (method) => {
      const { ed, olga, places } = await scene()
      const id = await insertDocument(olga, places.activity.parent)
      const fields = {
        title: 'New',
        description: 'd',
        thumb_url: 'https://t.example',
        favicon_url: 'https://f.example',
      }
      for (const [field, value] of Object.entries(fields)) {
        const before = await row(id)
        const answer = await as(ed).send(method, path(id), { [field]: value })
        expect(answer).toMatchObject(empty200)
        const after = await row(id)
        const { updated_at, version } = after
        expect(after).toEqual({ ...before, [field]: value, updated_at, version })
        expect(after.updated_at > before.updated_at).toBe(true)
      }
      for (const cleared of ['', null]) {
        await as(ed).send(method, path(id), fields)
        const all = Object.fromEntries(Object.keys(fields).map((field) => [field, cleared]))
        expect(await as(ed).send(method, path(id), all)).toMatchObject(empty200)
        const { json } = await as(ed).get(places.activity.v2(id))
        expect(json).toMatchObject({
          title: '',
          description: '',
          thumb_url: null,
          favicon_url: null,
        })
      }
    },
  )

  it('an empty body, or unknown and read-only fields, return an empty 200 and change nothing', async () => {
    const { ed, olga, places } = await scene()
    const id = await insertDocument(olga, places.trip.parent)
    const before = await row(id)
    const bodies = [undefined, {}, { url: 'https://other.example', owner: ed.id, trip_id: null }]
    for (const body of bodies) {
      expect(await as(ed).patch(path(id), body)).toMatchObject(empty200)
    }
    expect(await row(id)).toEqual(before)
  })

  it('a value that is not text, too long, or a target not an integer, is 400', async () => {
    const { olga, places } = await scene()
    const id = await insertDocument(olga, places.trip.parent)
    const wrong: [object, string, string][] = [
      [{ title: [] }, 'title', messages.string],
      [{ title: 'x'.repeat(256) }, 'title', tooLong(255)],
      [{ description: 'x'.repeat(20_001) }, 'description', tooLong(20_000)],
      [{ thumb_url: 'x'.repeat(2049) }, 'thumb_url', tooLong(2048)],
      ...words.map((word): [object, string, string] => [
        { [`${word}_id`]: 'x' },
        `${word}_id`,
        messages.integer,
      ]),
    ]
    for (const [body, field, message] of wrong) {
      expect(await as(olga).patch(path(id), body)).toMatchObject(invalid(field, message))
    }
  })
})

describe('13.4 move', () => {
  it.each(words)('a move from a %s leaves it only there, with a new updated_at', async (from) => {
    const { ed, olga, places } = await scene()
    for (const to of words.filter((word) => word !== from)) {
      const id = await insertDocument(olga, places[from].parent)
      const since = await moment()
      const answer = await as(ed).patch(path(id), { [`${to}_id`]: places[to].id })
      expect(answer).toMatchObject(empty200)
      expect(await row(id)).toMatchObject({ ...nowhere, ...places[to].parent })
      const list = await as(ed).get(`${places[to].v2()}?updatedSince=${since}`)
      expect(list.json.results.map((item) => item.id)).toEqual([id])
      expect((await as(ed).patch(places[from].v1(id), { title: 'x' })).status).toBe(404)
      await as(ed).delete(places[to].v1(id))
    }
  })

  it('a move to another trip takes a digit string and other changes', async () => {
    const { olga, places } = await scene()
    const other = await newTrip(olga)
    const id = await insertDocument(olga, places.hosting.parent)
    const body = { trip_id: String(other.id), title: 'Moved' }
    expect(await as(olga).put(path(id), body)).toMatchObject(empty200)
    expect(await row(id)).toMatchObject({ ...nowhere, trip_id: other.id, title: 'Moved' })
    expect((await as(olga).get(places.trip.v2())).json.count).toBe(0)
  })

  it('a move to its own place leaves it there', async () => {
    const { olga, places } = await scene()
    for (const word of words) {
      const id = await insertDocument(olga, places[word].parent)
      const answer = await as(olga).patch(path(id), { [`${word}_id`]: places[word].id })
      expect(answer).toMatchObject(empty200)
      expect(await row(id)).toMatchObject({ ...nowhere, ...places[word].parent })
    }
  })

  it('the first of several targets counts: trip, activity, hosting, transportation', async () => {
    const { olga, places } = await scene()
    const order = ['trip', 'activity', 'hosting', 'transportation'] as const
    for (const [at, word] of order.entries()) {
      const id = await insertDocument(olga, places.hosting.parent)
      const targets = order.slice(at).map((one) => [`${one}_id`, places[one].id])
      await as(olga).patch(path(id), Object.fromEntries(targets.reverse()))
      expect(await row(id)).toMatchObject({ ...nowhere, ...places[word].parent })
    }
    const id = await insertDocument(olga, places.trip.parent)
    const unknown = { activity_id: 2_147_483_647, hosting_id: places.hosting.id }
    expect(await as(olga).patch(path(id), unknown)).toMatchObject(forbidden)
    await as(olga).patch(path(id), { trip_id: null, hosting_id: places.hosting.id })
    expect(await row(id)).toMatchObject({ ...nowhere, ...places.hosting.parent })
  })

  it.each(words)('a move to a %s where the caller may not edit documents is 403', async (word) => {
    const { olga, ed, places } = await scene()
    const other = await scene()
    const to: DocumentParent = other.places[word]
    const id = await insertDocument(olga, places.trip.parent)
    const move = () => as(ed).patch(path(id), { [`${word}_id`]: to.id, title: 'New' })
    const before = await row(id)
    expect(await move()).toMatchObject(forbidden)
    await join(to.tripId, ed, { can_edit: true, can_see_documents: true })
    expect(await move()).toMatchObject(forbidden)
    const rights = { can_edit: true, can_see_documents: true, can_edit_documents: true }
    await join(to.tripId, ed, rights)
    await premium(other.olga, false)
    expect(await move()).toMatchObject(forbidden)
    expect(await row(id)).toEqual(before)
    await premium(other.olga, true)
    expect(await move()).toMatchObject(empty200)
    expect(await row(id)).toMatchObject({ ...nowhere, ...to.parent, title: 'New' })
  })

  it('a move from where the caller may not edit documents is 403', async () => {
    const { olga, ed, places } = await scene()
    const other = await scene()
    await join(other.trip.id, ed, { can_edit: true, can_see_documents: true })
    const id = await insertDocument(ed, other.places.hosting.parent)
    const body = { trip_id: places.trip.id }
    expect(await as(ed).patch(path(id), body)).toMatchObject(forbidden)
    expect(await as(olga).patch(path(id), body)).toMatchObject(forbidden)
  })

  it.each(words)('a move to a %s that is unknown or deleted is 403', async (word) => {
    const { olga, places } = await scene()
    const other = await scene()
    const id = await insertDocument(olga, places.trip.parent)
    await join(other.trip.id, olga, {})
    const { olga: owner } = other
    const gone = other.places[word]
    const one =
      word === 'trip' ? `/v1/trips/${gone.id}` : `/v1/trip/${gone.tripId}/${word}/${gone.id}`
    expect((await as(owner).delete(one)).status).toBe(204)
    for (const target of [gone.id, 2_147_483_647, 99_999_999_999, 0, -1]) {
      const answer = await as(olga).patch(path(id), { [`${word}_id`]: target })
      expect(answer).toMatchObject(forbidden)
    }
    expect(await row(id)).toMatchObject({ ...nowhere, trip_id: places.trip.id })
  })
})

describe('13.4 a document that is attached to nothing', () => {
  const got = async (caller: { key: string }, id: number) =>
    (await as(caller).get(`${path(id)}/get`)).status

  it('its owner reads it, renames it and moves it to a trip; for others it is 403', async () => {
    const { olga, ed, places } = await scene()
    const id = await insertDocument(olga, {})
    expect([await got(olga, id), await got(ed, id)]).toEqual([200, 403])
    const body = { trip_id: places.trip.id }
    expect(await as(ed).patch(path(id), body)).toMatchObject(forbidden)
    expect(await as(olga).patch(path(id), { title: 'Mine' })).toMatchObject(empty200)
    expect(await row(id)).toMatchObject({ ...nowhere, title: 'Mine' })
    expect(await as(olga).patch(path(id), body)).toMatchObject(empty200)
    expect(await row(id)).toMatchObject({ ...nowhere, trip_id: places.trip.id })
  })

  it('an owner who is no longer Pro, or has deleted it, gets 403', async () => {
    const { olga } = await scene()
    const id = await insertDocument(olga, {})
    await premium(olga, false)
    expect(await got(olga, id)).toBe(403)
    expect(await as(olga).patch(path(id), { title: 'x' })).toMatchObject(forbidden)
    await premium(olga, true)
    expect(await got(olga, id)).toBe(200)
    const gone = await insertDocument(olga, { deleted_at: 'now' })
    expect(await got(olga, gone)).toBe(403)
    expect(await as(olga).patch(path(gone), { title: 'x' })).toMatchObject(forbidden)
  })

  it('a key of its owner that does less than the account gets 403', async () => {
    const { olga, trip } = await scene()
    const id = await insertDocument(olga, {})
    for (const less of [{ trips: [trip.id] }, { withheld: ['CAN_ADD_GUESTS'] }]) {
      const key = await narrowed(olga, less)
      expect(await got(key, id)).toBe(403)
      expect(await as(key).patch(path(id), { title: 'x' })).toMatchObject(forbidden)
      expect(await as(key).patch(path(id), { trip_id: trip.id })).toMatchObject(forbidden)
    }
  })
})
