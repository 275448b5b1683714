/** B3: writes that only happen while their object is as the client has seen it. */
import { describe, expect, it } from 'vitest'
import { endpointsOf } from '../../rest-facade/openapi/endpoints.ts'
import { anonymous, as } from '../client.ts'
import { insert, insertEmail } from '../sync.ts'
import { filledIn, stage } from '../tools/operation-requests.ts'
import { cast, type Person } from '../world.ts'
import { allKinds } from './kinds.ts'

const changed = { status: 412, text: '{"detail":"The object has changed."}' }

async function tagAt(person: Person, path: string): Promise<string> {
  const { status, headers } = await as(person).get(path)
  expect(status, path).toBe(200)
  return headers.etag ?? ''
}

const ifMatch = (...tags: string[]) => ({ 'if-match': tags.join(', ') })

describe('B3 If-Match on trips', () => {
  it('ed writes with the tag he has seen; with it again he gets 412, and nothing is written', async () => {
    const { ed, trip } = await cast()
    const path = `/v1/trips/${trip.id}`
    const seen = ifMatch(await tagAt(ed, path))
    expect((await as(ed).patch(path, { name: 'First' }, seen)).status).toBe(200)
    const now = await as(ed).get(path)
    for (const method of ['PUT', 'PATCH'] as const) {
      expect(await as(ed).send(method, path, { name: 'Second' }, seen)).toMatchObject(changed)
    }
    expect(await as(ed).get(path)).toMatchObject({ text: now.text })
    expect((await as(ed).get(path)).headers.etag).toBe(now.headers.etag)
  })

  it('olga deletes a trip that has changed since: 412, and it stays', async () => {
    const { olga, ed, trip } = await cast()
    const path = `/v1/trips/${trip.id}`
    const seen = ifMatch(await tagAt(olga, path))
    await as(ed).post(`/v1/trip/${trip.id}/activities`, { name: 'Walk' })
    expect(await as(olga).delete(path, seen)).toMatchObject(changed)
    expect((await as(olga).delete(path, ifMatch(await tagAt(olga, path)))).status).toBe(204)
  })

  it('one tag of a list is enough, as proxies have changed it; any is, for `*`', async () => {
    const { ed, trip } = await cast()
    const path = `/v1/trips/${trip.id}`
    const forms: ((tag: string) => string)[] = [
      (tag) => `"other", ${tag}`,
      (tag) => `W/${tag}`,
      (tag) => tag.replace(/"$/, '-gzip"'),
      () => '*',
      () => ' * ',
    ]
    for (const form of forms) {
      const condition = ifMatch(form(await tagAt(ed, path)))
      expect((await as(ed).patch(path, { name: 'X' }, condition)).status).toBe(200)
    }
    for (const condition of ['"other"', '""', 'other', '', '"*"']) {
      expect(await as(ed).patch(path, { name: 'Y' }, ifMatch(condition))).toMatchObject(changed)
    }
    expect((await as(ed).get(path)).json.name).toBe('X')
  })

  it('the tag is that of GET with the same `fields`', async () => {
    const { ed, trip } = await cast()
    const path = `/v1/trips/${trip.id}`
    const some = `${path}?fields=name,id`
    const seen = ifMatch(await tagAt(ed, some))
    expect(await as(ed).patch(path, { name: 'X' }, seen)).toMatchObject(changed)
    const answer = await as(ed).patch(`${path}/?fields=id,name`, { name: 'X' }, seen)
    expect(answer).toMatchObject({ status: 200, json: { id: trip.id, name: 'X' } })
  })

  it('a write that is refused anyway is refused as ever', async () => {
    const { ed, vera, stan, trip } = await cast()
    const path = `/v1/trips/${trip.id}`
    const wrong = ifMatch('"other"')
    const rename = (person: Person, body: object = { name: 'X' }) =>
      as(person).patch(path, body, wrong)
    expect((await as(anonymous).patch(path, {}, wrong)).status).toBe(401)
    expect((await rename(vera)).status).toBe(403)
    expect((await rename(stan)).status).toBe(404)
    expect((await rename(ed, { name: 'x'.repeat(300) })).status).toBe(400)
    expect((await as(ed).patch(path, '[', wrong)).status).toBe(400)
  })

  it('If-Unmodified-Since is ignored, and so is If-Match where nothing is changed', async () => {
    const { ed, trip } = await cast()
    const path = `/v1/trips/${trip.id}`
    const since = { 'if-unmodified-since': 'Sun, 06 Nov 1994 08:49:37 GMT' }
    expect((await as(ed).patch(path, { name: 'X' }, since)).status).toBe(200)
    expect((await as(ed).get(path, ifMatch('"other"'))).status).toBe(200)
    const list = `/v1/trip/${trip.id}/activities`
    expect((await as(ed).post(list, { name: 'Walk' }, ifMatch('"other"'))).status).toBe(201)
  })
})

describe.each(allKinds)('B3 If-Match on $one', (kind) => {
  it('ed changes and deletes it only as he has seen it; others in the trip do not matter', async () => {
    const { ed, trip } = await cast()
    const list = `/v1/trip/${trip.id}/${kind.many}`
    const { id } = (await as(ed).post(list, kind.least)).json
    const path = `/v1/trip/${trip.id}/${kind.one}/${id}`
    const first = ifMatch(await tagAt(ed, path))
    await as(ed).post(list, kind.least)
    expect((await as(ed).patch(path, kind.change, first)).status).toBe(200)
    expect(await as(ed).put(path, kind.change, first)).toMatchObject(changed)
    expect(await as(ed).delete(path, first)).toMatchObject(changed)
    expect((await as(ed).delete(path, ifMatch(await tagAt(ed, path)))).status).toBe(204)
    expect((await as(ed).delete(path, ifMatch('*'))).status).toBe(404)
  })
})

describe('B3 If-Match on what else can be read', () => {
  it('the profile, both of its forms', async () => {
    const { olga } = await cast()
    for (const [path, body] of [
      ['/v1/me', { timezone: 'Europe/Rome' }],
      ['/auth/user', { first_name: 'Olga' }],
    ] as const) {
      const seen = ifMatch(await tagAt(olga, path))
      expect((await as(olga).patch(path, body, seen)).status).toBe(200)
      expect(await as(olga).patch(path, body, seen)).toMatchObject(changed)
    }
  })

  it('a category, an email of the inbox, and a member by the list of them', async () => {
    const { olga, vera, trip } = await cast()
    const { id } = (await as(olga).post('/v1/categories', { name: 'Dives' })).json
    const email = await insertEmail(olga, {})
    const member = `/v1/trip/${trip.id}/collaborator/${vera.id}`
    for (const path of [`/v1/categories/${id}`, `/v1/automation/emails/${email}`, member]) {
      expect(await as(olga).delete(path, ifMatch('"other"'))).toMatchObject(changed)
      const { status } = await as(olga).delete(path, ifMatch(await tagAt(olga, path)))
      expect([200, 204], path).toContain(status)
    }
  })

  const reads = new Set(endpointsOf().flatMap((one) => (one.method === 'GET' ? [one.path] : [])))
  const unread = endpointsOf().filter(
    ({ method, path }) => ['PUT', 'PATCH', 'DELETE'].includes(method) && !reads.has(path),
  )

  it('an object that cannot be read has no tag: only `*` is met', async () => {
    const shared = await stage()
    expect(unread.length).toBeGreaterThan(10)
    const body = { title: 'New', can_edit: false }
    for (const { method, path } of unread) {
      const url = filledIn(path, shared)
      const answer = await as(shared.olga).send(method as 'PUT', url, body, ifMatch('"other"'))
      expect(answer, `${method} ${path}`).toMatchObject(changed)
    }
  })

  it('the tag of a large email is that of its version: olga files the one that she has seen', async () => {
    const { olga, trip } = await cast()
    const email = await insertEmail(olga, {}, { text: 'x'.repeat(1_200_000), html: '' })
    const path = `/v1/automation/emails/${email}`
    const { etag = '' } = (await as(olga).head(path)).headers
    expect(await tagAt(olga, path)).toBe(etag)
    expect((await as(olga).get(path, { 'if-none-match': etag })).status).toBe(304)
    const body = { trip_id: trip.id }
    expect((await as(olga).patch(path, body, ifMatch(etag))).status).toBe(200)
    expect(await as(olga).patch(path, body, ifMatch(etag))).toMatchObject(changed)
  })

  it('the tag of a large answer is that of its bytes: olga needs one without the emails', async () => {
    const { olga, trip } = await cast()
    const [id] = await insert('activity', { trip_id: trip.id, owner_id: olga.id, name: 'Walk' })
    await insertEmail(olga, { activity_id: id }, { text: 'x'.repeat(1_200_000), html: '' })
    const path = `/v1/trip/${trip.id}/activity/${id}`
    const { etag = '' } = (await as(olga).head(path)).headers
    expect((await as(olga).head(path, { 'if-none-match': etag })).status).toBe(304)
    expect(await as(olga).patch(path, { name: 'Run' }, ifMatch(etag))).toMatchObject(changed)
    const lean = `${path}?fields!=emails`
    const seen = ifMatch(await tagAt(olga, lean))
    expect((await as(olga).patch(lean, { name: 'Run' }, seen)).status).toBe(200)
    expect(await as(olga).patch(lean, { name: 'Run' }, seen)).toMatchObject(changed)
  })
})
