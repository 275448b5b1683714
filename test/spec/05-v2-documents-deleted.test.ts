/** Tombstones of documents. */
import { describe, expect, it } from 'vitest'
import { as, type ClientAnswer } from '../client.ts'
import { insertDocument, placesOf, words } from '../documents.ts'
import { insert, moment } from '../sync.ts'
import { cast } from '../world.ts'
import { invalid, messages } from './answers.ts'

const ids = ({ json }: ClientAnswer) => json.results.map(({ id }) => id)

async function scene() {
  const world = await cast()
  return { ...world, places: await placesOf(world) }
}

describe('5 V2 documents: deleted=true', () => {
  it.each(words)('%s level: tombstones are listed as {"id"}, by id', async (word) => {
    const { ed, places } = await scene()
    const place = places[word]
    const gone: number[] = []
    for (const _ of [1, 2, 3]) gone.push(await insertDocument(ed, place.parent))
    const stays = await insertDocument(ed, place.parent)
    for (const id of [...gone].reverse()) await as(ed).delete(place.v1(id))
    const answer = await as(ed).get(`${place.v2()}?deleted=true`)
    expect(answer.json).toEqual({
      count: 3,
      next: null,
      previous: null,
      results: gone.map((id) => ({ id })),
    })
    expect(ids(await as(ed).get(`${place.v2()}?deleted=yes`))).toEqual([stays])
    expect(ids(await as(ed).get(`${place.v2()}?deleted=TRUE&fields=title`))).toEqual(gone)
  })

  it('trip level lists tombstones of the trip and of its active children', async () => {
    const { ed, places } = await scene()
    const gone: number[] = []
    for (const word of words) {
      const id = await insertDocument(ed, places[word].parent)
      await as(ed).delete(places[word].v1(id))
      gone.push(id)
    }
    const list = `${places.trip.v2()}?deleted=true`
    expect(ids(await as(ed).get(list))).toEqual(gone)
    await as(ed).delete(`/v1/trip/${places.trip.tripId}/hosting/${places.hosting.id}`)
    expect(ids(await as(ed).get(list))).toEqual([gone[0], gone[2], gone[3]])
  })

  it('the parameters since and updatedSince filter by deletion time; since takes precedence', async () => {
    const { ed, places } = await scene()
    const list = `${places.trip.v2()}?deleted=true`
    const early = await insertDocument(ed, places.trip.parent)
    const late = await insertDocument(ed, places.trip.parent)
    await as(ed).delete(places.trip.v1(early))
    const since = await moment()
    await as(ed).delete(places.trip.v1(late))
    const later = await moment()
    expect(ids(await as(ed).get(`${list}&since=${since}`))).toEqual([late])
    expect(ids(await as(ed).get(`${list}&updatedSince=${since}`))).toEqual([late])
    expect(ids(await as(ed).get(`${list}&since=${since}&updatedSince=${later}`))).toEqual([late])
    expect(ids(await as(ed).get(`${list}&since=${later}&updatedSince=${since}`))).toEqual([])
    expect(ids(await as(ed).get(`${list}&since=&updatedSince=${later}`))).toEqual([])
    for (const key of ['since', 'updatedSince']) {
      const answer = await as(ed).get(`${list}&${key}=tomorrow`)
      expect(answer).toMatchObject(invalid(key, messages.datetime))
    }
  })

  it('the parameter since is ignored on the active list', async () => {
    const { ed, places } = await scene()
    const id = await insertDocument(ed, places.trip.parent)
    const later = await moment()
    expect(ids(await as(ed).get(`${places.trip.v2()}?since=${later}`))).toEqual([id])
  })

  it('a document that moves leaves no tombstone', async () => {
    const { ed, places } = await scene()
    const id = await insertDocument(ed, places.trip.parent)
    await as(ed).patch(`/v1/documents/${id}`, { hosting_id: places.hosting.id })
    await as(ed).patch(`/v1/documents/${id}`, { activity_id: places.activity.id })
    for (const word of words) {
      expect((await as(ed).get(`${places[word].v2()}?deleted=true`)).json.count).toBe(0)
    }
  })

  it('a page has 100 tombstones', async () => {
    const { ed, olga, places } = await scene()
    const row = { owner_id: olga.id, url: 'https://example.org', ...places.hosting.parent }
    const all = await insert('document', { ...row, deleted_at: '2031-01-01T00:00:00Z' }, 101)
    const first = await as(ed).get(`${places.trip.v2()}?deleted=true`)
    expect(ids(first)).toEqual(all.slice(0, 100))
    const { pathname, search } = new URL(first.json.next ?? '')
    expect(ids(await as(ed).get(pathname + search))).toEqual(all.slice(100))
  })
})
