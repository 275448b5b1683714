/** Attaching links and files. */
import { describe, expect, it, vi } from 'vitest'
import { as } from '../client.ts'
import {
  attaching,
  insertDocument,
  link,
  metadataKeys,
  placesOf,
  prepare,
  put,
  words,
} from '../documents.ts'
import { cast, db } from '../world.ts'
import { forbidden, invalid, messages, notAllowed, tooLong } from './answers.ts'

async function scene() {
  const world = await cast()
  return { ...world, places: await placesOf(world) }
}

const refusedToken = invalid('upload_token', 'Invalid or expired upload token.')

describe('13.1 attach: links', () => {
  it.each(words)('a link attached to a %s is 201 with the metadata', async (word) => {
    const { ed, places } = await scene()
    const place = places[word]
    const answer = await as(ed).post(place.v1(), { ...link, description: ' two\nlines ' })
    expect(answer.status).toBe(201)
    expect(Object.keys(answer.json)).toEqual(metadataKeys)
    expect(answer.json).toMatchObject({
      ...link,
      description: 'two\nlines',
      owner: { id: ed.id, name: ed.name },
      file_type: 'url',
      thumb_url: null,
      favicon_url: null,
    })
    expect(answer.json.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    expect((await as(ed).get(place.v2(answer.json.id))).json).toEqual(answer.json)
    const stored = await db.query({
      text: `select trip_id, hosting_id, activity_id, transportation_id
        from document where id = $1`,
      values: [answer.json.id],
    })
    const nowhere = { trip_id: null, hosting_id: null, activity_id: null, transportation_id: null }
    expect(stored).toEqual([{ ...nowhere, ...place.parent }])
  })

  it('every field is stored, blank and null ones as empty; two links are two documents', async () => {
    const { olga, places } = await scene()
    const { v1 } = places.trip
    const pictures = { thumb_url: 'https://t.example/1.png', favicon_url: 'https://f.example' }
    const full = { ...link, file_type: 'url', description: 'd', ...pictures }
    expect((await as(olga).post(v1(), full)).json).toMatchObject(full)
    const nothing = { url: link.url, title: '', description: '', thumb_url: '', favicon_url: '' }
    const none = { title: '', description: '', thumb_url: null, favicon_url: null }
    expect((await as(olga).post(v1(), nothing)).json).toMatchObject(none)
    const nulls = { ...none, title: null, description: null, file_type: null, upload_token: null }
    const { status, json } = await as(olga).post(v1(), { url: link.url, ...nulls })
    expect([status, json]).toMatchObject([201, { ...none, file_type: 'url' }])
    expect((await as(olga).get(places.trip.v2())).json.count).toBe(3)
  })

  it('unknown and read-only fields are ignored', async () => {
    const { olga, ed, places } = await scene()
    const body = { ...link, id: 1, owner: ed.id, owner_id: ed.id, created_at: 'x', trip_id: 1 }
    const { status, json } = await as(olga).post(places.hosting.v1(), body)
    expect([status, json.owner]).toEqual([201, { id: olga.id, name: olga.name }])
  })

  it.each([
    'http://example.org',
    'https://example.org/a?b=c#d',
    'HTTPS://EXAMPLE.ORG:8443/ž',
    'http://127.0.0.1/x',
  ])('the url %s is accepted', async (url) => {
    const { olga, places } = await scene()
    const { status, json } = await as(olga).post(places.trip.v1(), { url })
    expect([status, json.url]).toEqual([201, url])
  })

  it.each([
    ...['example.org', 'ftp://example.org/x', 'javascript:alert(1)', 'data:text/html,x', 'http:'],
    ...['http://', 'https:///path', 'https:example.org', 'http://?x', 'https://a b.example/'],
    ...['https://exam\nple.org', 'mailto:a@b.example', '//example.org', 'https://:80/'],
    'documents/private/0123456789abcdef0123456789abcdef.pdf',
  ])('the url %s is refused', async (url) => {
    const { olga, places } = await scene()
    const answer = await as(olga).post(places.trip.v1(), { url })
    expect(answer).toMatchObject(invalid('url', 'Enter a valid URL.'))
  })

  it('an invalid link or receipt is reported with the other errors', async () => {
    const { olga, places } = await scene()
    const url = ['Enter a valid URL.']
    const send = (body: object) => as(olga).post(places.trip.v1(), { thumb_url: 'data:x', ...body })
    expect((await send({ url: 'q' })).json).toEqual({ url, thumb_url: url })
    const upload_token = [messages.required]
    const file = { url: 'x.pdf', file_type: 'application/pdf' }
    expect((await send(file)).json).toEqual({ upload_token, thumb_url: url })
  })

  it('a missing or blank url, or a text beyond its limit, is 400', async () => {
    const { olga, places } = await scene()
    const bodies: [object, string, string][] = [
      [{}, 'url', messages.required],
      [{ url: null }, 'url', messages.null],
      [{ url: ' ' }, 'url', messages.blank],
      [{ url: [] }, 'url', messages.string],
      [{ url: `https://a.example/${'x'.repeat(2048)}` }, 'url', tooLong(2048)],
      [{ ...link, title: 'x'.repeat(256) }, 'title', tooLong(255)],
      [{ ...link, description: 'x'.repeat(20_001) }, 'description', tooLong(20_000)],
      [{ ...link, thumb_url: 'x'.repeat(2049) }, 'thumb_url', tooLong(2048)],
      [{ ...link, favicon_url: true }, 'favicon_url', messages.string],
    ]
    for (const word of words) {
      for (const [body, field, message] of bodies) {
        expect(await as(olga).post(places[word].v1(), body)).toMatchObject(invalid(field, message))
      }
    }
  })

  it('GET on these v1 paths is 405', async () => {
    const { olga, places } = await scene()
    for (const word of words) {
      const id = await insertDocument(olga, places[word].parent)
      for (const path of [places[word].v1(), places[word].v1(id)]) {
        expect(await as(olga).get(path)).toMatchObject(notAllowed('GET'))
      }
    }
  })
})

describe('13.1 attach: files', () => {
  it.each(words)('a file attached to a %s has the key and media type prepared', async (word) => {
    const { ed, places } = await scene()
    const place = places[word]
    const upload = await prepare(ed, place)
    const answer = await as(ed).post(place.v1(), attaching(upload))
    expect(answer.status).toBe(201)
    expect(Object.keys(answer.json)).toEqual(metadataKeys)
    expect(answer.json).toMatchObject({
      url: upload.object_key,
      file_type: 'application/pdf',
      title: 'Voucher.pdf',
      owner: { id: ed.id },
    })
  })

  it.each(words)('a receipt sent to a %s again is 201 with the same document', async (word) => {
    const { ed, places } = await scene()
    const place = places[word]
    const upload = await prepare(ed, place)
    const first = await as(ed).post(place.v1(), attaching(upload))
    await put(upload)
    const again = await as(ed).post(place.v1(), attaching(upload))
    expect([again.status, again.json]).toEqual([201, first.json])
    await as(ed).patch(place.v1(first.json.id), { title: 'Renamed' })
    const third = await as(ed).post(place.v1(), attaching(upload, { title: 'Other' }))
    expect([third.status, third.json]).toEqual([201, { ...first.json, title: 'Renamed' }])
    expect((await as(ed).get(place.v2())).json.count).toBe(1)
  })

  it('a receipt returns its moved document; that of a deleted document is refused', async () => {
    const { ed, places } = await scene()
    const upload = await prepare(ed, places.trip)
    const { json } = await as(ed).post(places.trip.v1(), attaching(upload))
    await as(ed).patch(`/v1/documents/${json.id}`, { activity_id: places.activity.id })
    const moved = await as(ed).post(places.trip.v1(), attaching(upload))
    expect([moved.status, moved.json]).toEqual([201, json])
    await as(ed).delete(places.activity.v1(json.id))
    expect(await as(ed).post(places.trip.v1(), attaching(upload))).toMatchObject(refusedToken)
    expect((await as(ed).get(places.trip.v2())).json.count).toBe(0)
  })

  it('the receipt is required', async () => {
    const { ed, places } = await scene()
    const upload = await prepare(ed, places.trip)
    for (const upload_token of [undefined, null, '', ' ']) {
      const answer = await as(ed).post(places.trip.v1(), attaching(upload, { upload_token }))
      expect(answer).toMatchObject(invalid('upload_token', messages.required))
    }
  })

  it('an altered receipt, or one of another caller, parent, key or media type, is 400', async () => {
    const { ed, olga, places } = await scene()
    const upload = await prepare(ed, places.trip)
    const other = await prepare(ed, places.trip)
    const body = attaching(upload)
    const wrong: [typeof ed, (typeof places)['trip'], object][] = [
      [olga, places.trip, body],
      [ed, places.hosting, body],
      [ed, places.trip, { ...body, url: other.object_key }],
      [ed, places.trip, { ...body, url: `${body.url}x` }],
      [ed, places.trip, { ...body, file_type: 'image/png' }],
      [ed, places.trip, { ...body, file_type: 'URL' }],
      [ed, places.trip, { ...body, upload_token: `${upload.upload_token.slice(0, -1)}!` }],
      [ed, places.trip, { ...body, upload_token: 'x' }],
      [ed, places.trip, { ...body, upload_token: other.upload_token }],
    ]
    for (const [who, place, sent] of wrong) {
      expect(await as(who).post(place.v1(), sent)).toMatchObject(refusedToken)
    }
    expect((await as(olga).get(places.trip.v2())).json.count).toBe(0)
    expect((await as(ed).post(places.trip.v1(), body)).status).toBe(201)
  })

  it('a receipt for one kind of parent is refused for another of the same id', async () => {
    const { olga, trip } = await cast()
    const text = 'insert into hosting (id, trip_id, owner_id) values ($1, $2, $3)'
    const id = 1_650_000_000 + trip.id
    await db.query({ text, values: [id, trip.id, olga.id] })
    await db.query({ text: text.replace('hosting', 'activity'), values: [id, trip.id, olga.id] })
    const upload = await prepare(olga, { word: 'hosting', id })
    const path = `/v1/trip/${trip.id}/activity/${id}/documents`
    expect(await as(olga).post(path, attaching(upload))).toMatchObject(refusedToken)
  })

  it('a receipt is 400 after 15 minutes', async () => {
    const { ed, places } = await scene()
    const upload = await prepare(ed, places.trip)
    const now = Date.now()
    for (const [minutes, status] of [
      [15.1, 400],
      [14.9, 201],
    ] as const) {
      vi.useFakeTimers({ toFake: ['Date'], now: now + minutes * 60_000 })
      const answer = await as(ed).post(places.trip.v1(), attaching(upload))
      vi.useRealTimers()
      expect(answer.status).toBe(status)
      if (status === 400) expect(answer).toMatchObject(refusedToken)
    }
  })

  it('a receipt is 403 once the right is revoked', async () => {
    const { ed, trip, places } = await scene()
    const upload = await prepare(ed, places.trip)
    const text = 'update member set can_edit_documents = false where trip_id = $1 and user_id = $2'
    await db.query({ text, values: [trip.id, ed.id] })
    expect(await as(ed).post(places.trip.v1(), attaching(upload))).toMatchObject(forbidden)
  })
})
