/** Lists and details of documents. */
import { describe, expect, it } from 'vitest'
import { as, type ClientAnswer } from '../client.ts'
import {
  attachFile,
  insertDocument,
  metadataKeys,
  placesOf,
  tripItemKeys,
  words,
} from '../documents.ts'
import { kinds } from '../itinerary.cases.ts'
import { insert, moment } from '../sync.ts'
import { cast, db, join } from '../world.ts'
import { invalid, invalidPage, messages, notFound } from './answers.ts'

const ids = ({ json }: ClientAnswer) => json.results.map(({ id }) => id)

async function scene() {
  const world = await cast()
  const places = await placesOf(world)
  const made = new Map<string, number>()
  for (const word of words) {
    made.set(word, await insertDocument(world.ed, places[word].parent, { title: word }))
  }
  return { ...world, places, made }
}

const children = words.filter((word) => word !== 'trip')

describe('5 V2 documents: lists', () => {
  it('trip level lists documents of the trip and its active children, in the trip-list shape', async () => {
    const { ed, places, made } = await scene()
    const answer = await as(ed).get(places.trip.v2())
    expect(answer.json).toMatchObject({ count: 4, next: null, previous: null })
    expect(ids(answer).sort()).toEqual([...made.values()].sort())
    for (const item of answer.json.results) {
      expect(Object.keys(item)).toEqual(tripItemKeys)
      expect(item.owner).toBe(ed.id)
      expect(item.temp_read_url).toBe('https://example.org/voucher?a=1#b')
    }
  })

  it('the three lists hold the v2 object of the direct parent, and are empty for the trip', async () => {
    const { ed, places } = await scene()
    const { json } = await as(ed).get(places.trip.v2())
    for (const item of json.results) {
      for (const { one, many, v2 } of kinds) {
        const found = item[many] as Record<string, unknown>[]
        expect(found.map(({ id }) => id)).toEqual(item.title === one ? [places[one].id] : [])
        for (const child of found) {
          expect(Object.keys(child).sort()).toEqual([...v2].sort())
          const { tripId, id } = places[one]
          const { json } = await as(ed).get(`/v2/trip/${tripId}/${one}/${id}`)
          expect(child).toEqual(json)
        }
      }
    }
  })

  it('nested prices follow the right to see expenses', async () => {
    const { vera, ed, trip, places } = await scene()
    await join(trip.id, vera, { can_see_documents: true })
    expect((await as(ed).get(places.trip.v2())).text).toContain('"price":7')
    const { status, text } = await as(vera).get(places.trip.v2())
    expect(status).toBe(200)
    expect(text).not.toMatch(/price|currency/)
  })

  it.each(children)('%s level lists its own documents, in the metadata shape', async (word) => {
    const { ed, olga, places, made } = await scene()
    const answer = await as(olga).get(places[word].v2())
    expect(answer.json).toMatchObject({ count: 1, next: null, previous: null })
    expect(ids(answer)).toEqual([made.get(word)])
    expect(Object.keys(answer.json.results[0] ?? {})).toEqual(metadataKeys)
    expect(answer.json.results[0]).toMatchObject({
      title: word,
      description: '',
      owner: { id: ed.id, name: ed.name },
      file_type: 'url',
      thumb_url: null,
      favicon_url: null,
    })
  })

  it('the newest created_at is first, ties by id descending', async () => {
    const { olga, trip } = await cast()
    const { trip: place, hosting } = await placesOf({ olga, trip })
    const at = (created_at: string) => ({ created_at })
    const old = await insertDocument(olga, place.parent, at('2030-01-01T00:00:00Z'))
    const young = await insertDocument(olga, hosting.parent, at('2030-03-01T00:00:00Z'))
    const tied = await insertDocument(olga, place.parent, at('2030-02-01T00:00:00Z'))
    const twin = await insertDocument(olga, hosting.parent, at('2030-02-01T00:00:00Z'))
    const blink = await insertDocument(olga, place.parent, at('2030-02-01T00:00:00.000001Z'))
    expect(ids(await as(olga).get(place.v2()))).toEqual([young, blink, twin, tied, old])
    expect(ids(await as(olga).get(hosting.v2()))).toEqual([young, twin])
  })

  it.each(words)('%s level: a page has 100 documents, with links and page=last', async (word) => {
    const { ed, olga, trip } = await cast()
    const place = (await placesOf({ olga, trip }))[word]
    const row = { owner_id: olga.id, url: 'https://example.org', ...place.parent }
    const all = (await insert('document', row, 201)).reverse()
    const first = await as(ed).get(place.v2())
    expect(first.json.count).toBe(201)
    expect(ids(first)).toEqual(all.slice(0, 100))
    expect(first.json.next).toMatch(new RegExp(`${place.v2()}\\?page=2$`))
    expect(ids(await as(ed).get(`${place.v2()}?page=2`))).toEqual(all.slice(100, 200))
    const last = await as(ed).get(`${place.v2()}?page=last`)
    expect(ids(last)).toEqual(all.slice(200))
    expect(last.json).toMatchObject({ count: 201, next: null })
    for (const page of ['4', '0', 'x']) {
      expect(await as(ed).get(`${place.v2()}?page=${page}`)).toMatchObject(invalidPage)
    }
  })

  it.each(words)('%s level: updatedSince compares updated_at', async (word) => {
    const { ed, places, made } = await scene()
    const place = places[word]
    const since = await moment()
    expect(ids(await as(ed).get(`${place.v2()}?updatedSince=${since}`))).toEqual([])
    await as(ed).patch(place.v1(made.get(word)), { title: 'New' })
    expect(ids(await as(ed).get(`${place.v2()}?updatedSince=${since}`))).toEqual([made.get(word)])
    const wrong = await as(ed).get(`${place.v2()}?updatedSince=x`)
    expect(wrong).toMatchObject(invalid('updatedSince', messages.datetime))
  })
})

describe('5 V2 documents: details', () => {
  it('trip level finds any active document of the trip, child level only its own', async () => {
    const { ed, places, made } = await scene()
    for (const at of words) {
      for (const [of, id] of made) {
        const answer = await as(ed).get(places[at].v2(id))
        if (at !== 'trip' && at !== of) expect(answer).toMatchObject(notFound)
        else {
          expect(answer.status).toBe(200)
          expect(Object.keys(answer.json)).toEqual(metadataKeys)
          expect(answer.json).toMatchObject({ id, title: of })
        }
      }
    }
  })

  it('the url of a file is its storage key', async () => {
    const { ed, trip, olga } = await cast()
    const { activity } = await placesOf({ olga, trip })
    const { id } = await attachFile(ed, activity)
    const { json } = await as(ed).get(activity.v2(id))
    expect(json).toMatchObject({ file_type: 'application/pdf', title: 'Voucher.pdf' })
    expect(json.url).toMatch(/^documents\/private\/[0-9a-f]{32}\.pdf$/)
  })

  it.each(words)('%s level: a document missing, deleted or elsewhere is 404', async (word) => {
    const { olga, places, made } = await scene()
    const other = await scene()
    const gone = made.get(word) as number
    await as(olga).delete(places[word].v1(gone))
    const alone = await insertDocument(olga, {})
    const ids = [gone, alone, other.made.get(word), 2_147_483_647, '9999999999', 0]
    for (const id of ids) expect(await as(olga).get(places[word].v2(id))).toMatchObject(notFound)
  })
})

describe('5 V2 documents: a deleted child', () => {
  it.each(children)('%s: its documents are neither listed nor found', async (word) => {
    const { ed, places, made } = await scene()
    const { tripId, id } = places[word]
    await as(ed).delete(`/v1/trip/${tripId}/${word}/${id}`)
    const list = await as(ed).get(places.trip.v2())
    expect(list.json.count).toBe(3)
    expect(ids(list)).not.toContain(made.get(word))
    expect(await as(ed).get(places.trip.v2(made.get(word)))).toMatchObject(notFound)
    const query = {
      text: 'select deleted_at from document where id = $1',
      values: [made.get(word)],
    }
    expect(await db.query(query)).toEqual([{ deleted_at: null }])
  })

  it.each(children)('%s: its documents move with it to another trip', async (word) => {
    const { olga, places, made } = await scene()
    const { json: other } = await as(olga).post('/v1/trips', { name: 'Porto' })
    const { tripId, id } = places[word]
    await as(olga).patch(`/v1/trip/${tripId}/${word}/${id}`, { update_trip: other.id })
    expect(ids(await as(olga).get(places.trip.v2()))).not.toContain(made.get(word))
    expect(ids(await as(olga).get(`/v2/trip/${other.id}/documents`))).toEqual([made.get(word)])
    const direct = `/v2/trip/${other.id}/${word}/${id}/documents/${made.get(word)}`
    expect((await as(olga).get(direct)).status).toBe(200)
  })
})
