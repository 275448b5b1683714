/**
 * Conditional reads: every `GET` of the table of routes has a strong entity tag, and a client that
 * already has the body gets 304; never one that may not read it (test/spec/b3-conditional-reads).
 */
import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { endpointsOf } from '../../rest-facade/openapi/endpoints.ts'
import { compileOperations } from '../../rest-facade/operations.ts'
import { buildSchema } from '../../src/core/schema.ts'
import { anonymous, as } from '../client.ts'
import { insert } from '../sync.ts'
import { filledIn, type OperationStage, stage } from '../tools/operation-requests.ts'
import { cast, db, join, type Person, premium } from '../world.ts'
import { appWith, nothingInHand } from './long-answers.ts'

let shared: OperationStage
beforeAll(async () => {
  shared = await stage()
})

const rows = endpointsOf().filter(({ method }) => method === 'GET')
/** Its link works once. */
const isOnce = (path: string) => path.endsWith('/verify')
const guarded = rows.map(({ path }) => path).filter((path) => !isOnce(path))
const lists = rows.filter(({ row }) => row.deleted).map(({ path }) => path)

const operations = compileOperations(buildSchema())
const hasVersions = ({ row }: (typeof rows)[number]) => operations.get(row.operation)?.form().tag
const byVersions = new Set(rows.filter(hasVersions).map(({ path }) => path))

const tagOf = (text: string) => `"${createHash('sha256').update(text).digest('base64url')}"`

describe.each(rows.map(({ path }) => path))('GET %s', (path) => {
  it('it has a strong tag, of its bytes or its versions, and HEAD has the same', async () => {
    const { olga } = shared
    const url = filledIn(path, shared)
    const head = await as(olga).head(url)
    const whole = await as(olga).get(url)
    expect(whole.status).toBe(200)
    expect(whole.headers.etag).toMatch(/^"[\w-]{43}"$/)
    if (!byVersions.has(path)) expect(whole.headers.etag).toBe(tagOf(whole.text))
    if (isOnce(path)) return
    expect(head).toMatchObject({ status: 200, text: '', headers: { etag: whole.headers.etag } })
    expect(head.headers['content-length']).toBe(whole.headers['content-length'])
  })
})

describe.each(guarded)('GET %s with If-None-Match', (path) => {
  it('it is 304 without a body, with the tag and the headers of the 200', async () => {
    const { olga } = shared
    const url = filledIn(path, shared)
    const whole = await as(olga).get(url)
    const { etag = '' } = whole.headers
    const { 'content-type': _, 'content-length': length, ...kept } = whole.headers
    const fixed = { ...kept, date: expect.any(String), 'x-request-id': expect.any(String) }
    for (const condition of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const spared = await as(olga).get(url, { 'if-none-match': condition })
      expect(spared, condition).toMatchObject({ status: 304, text: '' })
      expect(spared.headers).toEqual(fixed)
    }
    const head = await as(olga).head(url, { 'if-none-match': etag })
    expect(head).toMatchObject({ status: 304, text: '' })
    expect(head.headers).toEqual(
      byVersions.has(path) ? fixed : { ...fixed, 'content-length': length },
    )
    const other = await as(olga).get(url, { 'if-none-match': '"other"' })
    expect(other).toMatchObject({ status: 200, text: whole.text, headers: { etag } })
  })

  it('it needs credentials', async () => {
    const answer = await as(anonymous).get(filledIn(path, shared), { 'if-none-match': '*' })
    expect(answer.status).toBe(401)
    expect(answer.headers).not.toHaveProperty('etag')
  })
})

describe.each(guarded.filter((path) => path.includes('{trip_id}')))(
  'GET %s, without the right',
  (path) => {
    it('it is refused, whatever the tag', async () => {
      const { olga, stan } = shared
      const url = filledIn(path, shared)
      const { etag = '' } = (await as(olga).get(url)).headers
      const { status, text } = await as(stan).get(url)
      expect([403, 404]).toContain(status)
      for (const condition of [etag, '*']) {
        const refused = await as(stan).get(url, { 'if-none-match': condition })
        expect(refused).toMatchObject({ status, text })
        expect(refused.headers).not.toHaveProperty('etag')
      }
    })
  },
)

describe('the tag of a read', () => {
  it('it changes with the body, and with the caller’s view of it', async () => {
    const { olga, vera, trip } = await cast()
    await as(olga).post(`/v1/trip/${trip.id}/hostings`, { name: 'Casa', price: 9 })
    const url = `/v2/trip/${trip.id}/hostings`
    const first = (await as(olga).get(url)).headers.etag ?? ''
    expect((await as(vera).get(url)).headers.etag).not.toBe(first)
    await as(olga).post(`/v1/trip/${trip.id}/hostings`, { name: 'Hotel' })
    const changed = await as(olga).get(url, { 'if-none-match': first })
    expect(changed.status).toBe(200)
    expect(changed.headers.etag).not.toBe(first)
  })

  it('it does not help a former member, who is refused', async () => {
    const { olga, ed, trip } = await cast()
    const url = `/v2/trips/${trip.id}`
    const { etag = '' } = (await as(ed).get(url)).headers
    expect((await as(ed).get(url, { 'if-none-match': etag })).status).toBe(304)
    await as(olga).delete(`/v1/trip/${trip.id}/collaborator/${ed.id}`)
    expect((await as(ed).get(url, { 'if-none-match': etag })).status).toBe(404)
  })

  it.each(lists)('is that of the tombstones with deleted=true: %s', async (path) => {
    const { olga } = shared
    const url = `${filledIn(path, shared)}?deleted=true`
    const { headers, text } = await as(olga).get(url)
    expect(headers.etag).toBe(tagOf(text))
    const spared = await as(olga).get(url, { 'if-none-match': headers.etag ?? '' })
    expect(spared).toMatchObject({ status: 304, text: '' })
  })

  it('refusals, writes and OPTIONS have none, and ignore conditions', async () => {
    const { olga, trip } = await cast()
    const condition = { 'if-none-match': '*' }
    for (const answer of [
      await as(olga).get('/v2/trips/2147483647', condition),
      await as(olga).post('/v1/trips', { name: 'Porto' }, condition),
      await as(olga).patch(`/v1/trips/${trip.id}`, { name: 'Porto' }, condition),
      await as(olga).options('/v1/trips', condition),
    ]) {
      expect(answer.status).not.toBe(304)
      expect(answer.headers).not.toHaveProperty('etag')
    }
  })
})

describe('the tag of an answer in parts', () => {
  const read = (send: Parts['send'], person: Person, url: string, condition?: string) =>
    send(person, { url, ...(condition && { headers: { 'if-none-match': condition } }) })
  type Parts = Awaited<ReturnType<typeof appWith>>

  async function longList() {
    const { olga, ed, trip } = await cast()
    await premium(olga, true)
    await insert('activity', { trip_id: trip.id, owner_id: olga.id, name: 'Tüll “2”' }, 6)
    const url = `/v1/trip/${trip.id}/activities`
    return { olga, ed, trip, url, whole: await as(olga).get(url) }
  }

  it('it follows the last part, and is that of the whole answer', async () => {
    const { olga, url, whole } = await longList()
    const { send, large, close } = await appWith({ small: 0, part: 1 })
    const answer = await read(send, olga, url)
    expect(answer.text).toBe(whole.text)
    expect(answer.headers).toMatchObject({ trailer: 'etag' })
    expect(answer.headers).not.toHaveProperty('etag')
    expect(answer.trailers).toEqual({ etag: tagOf(whole.text) })
    await nothingInHand(large)
    await close()
  })

  it('it gives 304 if the client has the answer, else the whole answer', async () => {
    const { olga, url, whole } = await longList()
    const { send, large, close } = await appWith({ small: 0, part: 1 })
    const etag = tagOf(whole.text)
    const spared = await read(send, olga, url, etag)
    expect(spared).toMatchObject({ status: 304, text: '', headers: { etag } })
    expect(spared.headers).not.toHaveProperty('content-type')
    const head = await send(olga, { url, method: 'HEAD', headers: { 'if-none-match': etag } })
    expect(head).toMatchObject({ status: 304, text: '', headers: { etag } })
    expect(head.headers).not.toHaveProperty('content-length')
    const changed = await read(send, olga, url, '"other"')
    expect(changed).toMatchObject({ status: 200, text: whole.text, trailers: { etag } })
    await nothingInHand(large)
    await close()
  })

  it('it is a header of the answer to HEAD', async () => {
    const { olga, url, whole } = await longList()
    const { send, large, close } = await appWith({ small: 0, part: 1 })
    const head = await send(olga, { url, method: 'HEAD' })
    const { 'content-type': type } = whole.headers
    const headers = { etag: tagOf(whole.text), 'content-type': type }
    expect(head).toMatchObject({ status: 200, text: '', headers, trailers: {} })
    expect(head.headers).not.toHaveProperty('trailer')
    await nothingInHand(large)
    await close()
  })

  it('HEAD is 404 for a caller whose access ends meanwhile', async () => {
    const { ed, trip, url } = await longList()
    const text = 'delete from member where trip_id = $1 and user_id = $2'
    let readings = 0
    const leave = async (statement: { text: string }) => {
      if (!statement.text.includes('"listBytes"')) return
      readings += 1
      if (readings === 5) await db.query({ text, values: [trip.id, ed.id] })
    }
    const { send, large, close } = await appWith({ small: 0, part: 1 }, { before: leave })
    expect(await send(ed, { url, method: 'HEAD' })).toMatchObject({ status: 404, text: '' })
    await nothingInHand(large)
    await join(trip.id, ed)
    await close()
  })

  it('it is a header if the first part is the whole answer', async () => {
    const { olga, url, whole } = await longList()
    const { send, large, close } = await appWith({ small: 0 })
    const etag = tagOf(whole.text)
    const answer = await read(send, olga, url)
    expect(answer).toMatchObject({ status: 200, text: whole.text, headers: { etag } })
    expect((await read(send, olga, url, etag)).status).toBe(304)
    await nothingInHand(large)
    await close()
  })

  it('a conditional read is 404 for a caller whose access ends meanwhile', async () => {
    const { ed, trip, url } = await longList()
    const etag = tagOf((await as(ed).get(url)).text)
    let readings = 0
    const leave = async ({ text }: { text: string }) => {
      if (!text.includes('"listBytes"')) return
      readings += 1
      if (readings !== 5) return
      const values = [trip.id, ed.id]
      await db.query({ text: 'delete from member where trip_id = $1 and user_id = $2', values })
    }
    const { send, large, close } = await appWith({ small: 0, part: 1 }, { before: leave })
    expect((await read(send, ed, url, etag)).status).toBe(404)
    await nothingInHand(large)
    await join(trip.id, ed)
    await close()
  })

  it('the answer to a write has none', async () => {
    const { olga, trip } = await longList()
    const { send, close } = await appWith({ small: 0 })
    const payload = { name: 'Porto' }
    const answer = await send(olga, { method: 'PATCH', url: `/v1/trips/${trip.id}`, payload })
    expect(answer.status).toBe(200)
    expect(answer.headers).not.toHaveProperty('etag')
    expect(answer.trailers).toEqual({})
    await close()
  })
})
