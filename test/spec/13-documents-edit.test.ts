/** Renaming and removing. */
import { describe, expect, it } from 'vitest'
import { as } from '../client.ts'
import { insertDocument, metadataKeys, placesOf, words } from '../documents.ts'
import { moment, tripsChangedSince } from '../sync.ts'
import { cast, db } from '../world.ts'
import { empty200, forbidden, invalid, messages, notFound, tooLong } from './answers.ts'

async function scene() {
  const world = await cast()
  return { ...world, places: await placesOf(world) }
}

const row = async (id: number) =>
  (
    await db.query<Record<string, unknown>>({
      text: 'select * from document where id = $1',
      values: [id],
    })
  )[0]

describe('13.2 rename', () => {
  it.each(words)('PUT and PATCH at a %s are 200 and change only the title', async (word) => {
    const { olga, ed, places } = await scene()
    const id = await insertDocument(olga, places[word].parent, { description: 'd' })
    const before = await row(id)
    for (const method of ['PUT', 'PATCH'] as const) {
      const title = `By ${method}`
      const body = { title: ` ${title} `, description: 'other', url: 'https://other.example' }
      const answer = await as(ed).send(method, places[word].v1(id), body)
      expect(answer.status).toBe(200)
      expect(Object.keys(answer.json)).toEqual(metadataKeys)
      expect(answer.json).toMatchObject({ id, title, owner: { id: olga.id, name: olga.name } })
      const after = await row(id)
      const { updated_at, version } = after ?? {}
      expect(after).toEqual({ ...before, title, updated_at, version })
    }
  })

  it('a title that is missing, blank or longer than 255 characters is 400', async () => {
    const { ed, places } = await scene()
    const id = await insertDocument(ed, places.trip.parent)
    const wrong: [object, string][] = [
      [{}, messages.required],
      [{ title: null }, messages.null],
      [{ title: ' ' }, messages.blank],
      [{ title: [] }, messages.string],
      [{ title: 'x'.repeat(256) }, tooLong(255)],
    ]
    for (const [body, message] of wrong) {
      for (const method of ['PUT', 'PATCH'] as const) {
        const answer = await as(ed).send(method, places.trip.v1(id), body)
        expect(answer).toMatchObject(invalid('title', message))
      }
    }
  })
})

describe('13.3 remove', () => {
  it.each(words)('DELETE at a %s is an empty 200, soft, and on repeat 404', async (word) => {
    const { ed, olga, places } = await scene()
    const id = await insertDocument(olga, places[word].parent)
    const stays = await insertDocument(olga, places[word].parent)
    expect(await as(ed).delete(places[word].v1(id))).toMatchObject(empty200)
    expect(await as(ed).delete(places[word].v1(id))).toMatchObject(notFound)
    expect(await as(ed).patch(places[word].v1(id), { title: 'x' })).toMatchObject(notFound)
    expect(await as(ed).get(places.trip.v2(id))).toMatchObject(notFound)
    expect((await row(id))?.deleted_at).not.toBeNull()
    expect((await as(ed).get(places[word].v2())).json.results).toMatchObject([{ id: stays }])
  })
})

describe('13.2, 13.3: exactly the direct parent', () => {
  it('a document addressed through any other place is 404, and stays as it is', async () => {
    const { olga, places } = await scene()
    for (const of of words) {
      const id = await insertDocument(olga, places[of].parent)
      const before = await row(id)
      for (const at of words.filter((word) => word !== of)) {
        const path = places[at].v1(id)
        expect(await as(olga).patch(path, { title: 'x' })).toMatchObject(notFound)
        expect(await as(olga).delete(path)).toMatchObject(notFound)
      }
      expect(await row(id)).toEqual(before)
    }
  })

  it('unknown documents and those of other trips are 404', async () => {
    const { olga, places } = await scene()
    const other = await scene()
    const strange = await insertDocument(other.olga, other.places.trip.parent)
    for (const id of [strange, 2_147_483_647, '99999999999', 0]) {
      for (const word of words) {
        const path = places[word].v1(id)
        expect(await as(olga).put(path, { title: 'x' })).toMatchObject(notFound)
        expect(await as(olga).delete(path)).toMatchObject(notFound)
      }
    }
  })

  it('1.1: the right is checked before the document, the document before the body', async () => {
    const { olga, vera, places } = await scene()
    const elsewhere = await insertDocument(olga, places.trip.parent)
    const gone = await insertDocument(olga, { ...places.hosting.parent, deleted_at: 'now' })
    for (const id of [elsewhere, gone, 2_147_483_647]) {
      for (const body of [{}, { title: null }, { title: [] }]) {
        const path = places.hosting.v1(id)
        expect(await as(vera).patch(path, body)).toMatchObject(forbidden)
        expect(await as(olga).patch(path, body)).toMatchObject(notFound)
      }
    }
  })
})

describe('13 documents and the change time of trips (1.8)', () => {
  it('attaching, renaming, moving and removing a document do not change the trip', async () => {
    const { olga, trip, places } = await scene()
    const since = await moment()
    const { json } = await as(olga).post(places.trip.v1(), { url: 'https://example.org' })
    await as(olga).patch(places.trip.v1(json.id), { title: 'x' })
    await as(olga).patch(`/v1/documents/${json.id}`, { hosting_id: places.hosting.id })
    await as(olga).delete(places.hosting.v1(json.id))
    expect(await tripsChangedSince(olga, since)).not.toContain(trip.id)
  })
})
