/** `restore` of documents, and what clients see of it (test/spec/01.8). */
import { describe, expect, it } from 'vitest'
import { as } from '../client.ts'
import {
  attachFile,
  attaching,
  fetched,
  insertDocument,
  placesOf,
  prepare,
  words,
} from '../documents.ts'
import { pdf } from '../outside/objects/samples.ts'
import { moment } from '../sync.ts'
import { cast, join, premium } from '../world.ts'
import { hosting } from './kinds.ts'
import { create, ids, operator, pathOf, restore } from './restored.ts'

async function scene() {
  const world = await cast()
  return { ...world, places: await placesOf(world) }
}

describe('17 restore: a document', () => {
  it.each(words)('a document on a %s comes back where it was, with its bytes', async (word) => {
    const { ed, places } = await scene()
    const place = places[word]
    const { id } = await attachFile(ed, place)
    const before = (await as(ed).get(place.v2(id))).json
    await as(ed).delete(place.v1(id))
    expect((await as(ed).get(`/v1/documents/${id}/get`)).status).toBe(403)
    for (const _ of [1, 2]) expect(await restore(ed, 'document', id)).toBe(true)
    expect((await as(ed).get(place.v2(id))).json).toEqual(before)
    const { json } = await as(ed).get(`/v1/documents/${id}/get`)
    expect(await fetched(json.download_url as string)).toEqual({ status: 200, bytes: pdf })
  })

  it('clients see it in updatedSince and without a tombstone; a repeat changes nothing', async () => {
    const { ed, places } = await scene()
    const { v1, v2, parent } = places.activity
    const id = await insertDocument(ed, parent)
    await as(ed).delete(v1(id))
    const since = await moment()
    expect(await restore(ed, 'document', id)).toBe(true)
    for (const list of [v2(), places.trip.v2()]) {
      expect(ids(await as(ed).get(`${list}?updatedSince=${since}`))).toEqual([id])
      expect(ids(await as(ed).get(`${list}?deleted=true`))).toEqual([])
    }
    const later = await moment()
    expect(await restore(ed, 'document', id)).toBe(true)
    expect(ids(await as(ed).get(`${v2()}?updatedSince=${later}`))).toEqual([])
  })

  it('members who may edit documents there may restore it; if they cannot see it: NOT_FOUND', async () => {
    const { olga, ed, vera, pia, stan, trip, places } = await scene()
    const id = await insertDocument(olga, { ...places.hosting.parent, deleted_at: 'now' })
    for (const who of [vera, pia, stan]) {
      expect(await restore(who, 'document', id)).toBe('NOT_FOUND')
    }
    expect(await restore({}, 'document', id)).toBe('UNAUTHENTICATED')
    await join(trip.id, vera, { can_see_documents: true })
    expect(await restore(vera, 'document', id)).toBe('FORBIDDEN')
    await premium(olga, false)
    for (const who of [olga, ed]) expect(await restore(who, 'document', id)).toBe('NOT_FOUND')
    await premium(olga, true)
    expect(ids(await as(ed).get(`${places.hosting.v2()}?deleted=true`))).toEqual([id])
    expect(await restore(operator, 'document', id, { as: ed.email })).toBe(true)
    expect(ids(await as(ed).get(places.hosting.v2()))).toEqual([id])
  })

  it('it is restored only after the child that it is attached to', async () => {
    const { ed, trip } = await scene()
    const child = await create(ed, trip.id, hosting)
    const id = await insertDocument(ed, { hosting_id: child, deleted_at: 'now' })
    await as(ed).delete(pathOf(trip.id, hosting, child))
    expect(await restore(ed, 'document', id)).toBe('NOT_FOUND')
    expect(await restore(ed, 'hosting', child)).toBe(true)
    expect(await restore(ed, 'document', id)).toBe(true)
    expect(ids(await as(ed).get(`/v2/trip/${trip.id}/documents`))).toEqual([id])
  })

  it('its receipt returns it again (13.1)', async () => {
    const { ed, places } = await scene()
    const { v1 } = places.trip
    const body = attaching(await prepare(ed, places.trip))
    const { json } = await as(ed).post(v1(), body)
    await as(ed).delete(v1(json.id))
    expect((await as(ed).post(v1(), body)).status).toBe(400)
    await restore(ed, 'document', json.id)
    const again = await as(ed).post(v1(), body)
    expect([again.status, again.json]).toEqual([201, json])
  })
})
