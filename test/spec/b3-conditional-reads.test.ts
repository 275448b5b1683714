/** B3: conditional reads: their tags, what they cost, and who may keep a copy. */
import { beforeAll, describe, expect, it } from 'vitest'
import { endpointsOf } from '../../rest-facade/openapi/endpoints.ts'
import { anonymous, as } from '../client.ts'
import { appWith } from '../rest-facade/long-answers.ts'
import { insert } from '../sync.ts'
import { filledIn, type OperationStage, stage } from '../tools/operation-requests.ts'
import { cast } from '../world.ts'

describe('B3 Cache-Control of GET', () => {
  let shared: OperationStage
  beforeAll(async () => {
    shared = await stage()
  })
  const paths = endpointsOf().flatMap(({ method, path }) => (method === 'GET' ? [path] : []))
  const secret = /\/(emails|documents|automation|me|user)\b/
  /** With the booking emails of a trip or an item. */
  const withEmails = /^\/v1\/(trips|trip\/\{trip_id\}\/(host|activ|transp))/
  const isKept = (path: string) => !secret.test(path) && !withEmails.test(path)

  it.each(paths.filter(isKept))('olga may keep %s, and asks each time', async (path) => {
    const { headers } = await as(shared.olga).get(filledIn(path, shared))
    expect(headers).toMatchObject({
      'cache-control': 'private, no-cache',
      etag: expect.any(String),
    })
  })

  it.each(paths.filter((path) => !isKept(path)))('nobody may store %s', async (path) => {
    const { headers } = await as(shared.olga).get(filledIn(path, shared))
    expect(headers['cache-control']).toBe('no-store')
  })

  it('a trip of version 1 may be kept without its emails', async () => {
    const { olga, trip } = shared
    for (const query of ['fields=id,name', 'fields!=emails']) {
      const { headers } = await as(olga).get(`/v1/trips/${trip.id}?${query}`)
      expect(headers['cache-control']).toBe('private, no-cache')
    }
  })

  it('tombstones may be kept; refusals and writes may not', async () => {
    const { olga, stan, trip } = shared
    const list = `/v2/trip/${trip.id}/hostings`
    const { headers } = await as(olga).get(`${list}?deleted=true`)
    expect(headers['cache-control']).toBe('private, no-cache')
    for (const answer of [
      await as(anonymous).get(list),
      await as(stan).get(list),
      await as(olga).get(`${list}?page=9`),
      await as(olga).patch(`/v1/trips/${trip.id}`, { name: 'Porto' }),
      await as(olga).options('/v2/trips'),
    ]) {
      expect(answer.headers['cache-control']).toBe('no-store')
    }
  })

  it('304 says the same as the 200', async () => {
    const { olga } = shared
    const { headers } = await as(olga).get('/v2/trips')
    const again = await as(olga).get('/v2/trips', { 'if-none-match': headers.etag ?? '' })
    expect(again).toMatchObject({ status: 304, text: '' })
    expect(again.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      etag: headers.etag,
    })
  })
})

describe('B3 reads and writes without conditions', () => {
  it('no body shows what its tag is made of, whatever `fields` names', async () => {
    const shared = await stage()
    const { olga, trip } = shared
    for (const { method, path } of endpointsOf()) {
      if (method !== 'GET' || path.endsWith('/verify')) continue
      const { text } = await as(olga).get(filledIn(path, shared))
      expect(text, path).not.toMatch(/"_|"version"/)
    }
    const named = 'fields=name,version,_version,_id'
    for (const path of [
      `/v2/trips/${trip.id}`,
      `/v1/trip/${trip.id}/hosting/${shared.ids.hosting}`,
    ]) {
      const { json } = await as(olga).get(`${path}?${named}`)
      expect(Object.keys(json)).toEqual(['name'])
    }
  })

  it('a write by ed is answered with the object, and no tag', async () => {
    const { ed, trip } = await cast()
    const path = `/v1/trips/${trip.id}`
    const answer = await as(ed).patch(path, { name: 'Porto' })
    expect(answer).toMatchObject({ status: 200, text: (await as(ed).get(path)).text })
    expect(answer.headers).not.toHaveProperty('etag')
  })
})

describe('B3 the 304 of a read', () => {
  it('it reads versions, and none of what the answer shows', async () => {
    const { olga, trip } = await cast()
    await as(olga).post(`/v1/trip/${trip.id}/activities`, { name: 'Walk', description: 'Long' })
    let texts: string[] = []
    const before = ({ text }: { text: string }) => void texts.push(text)
    const { send, close } = await appWith({}, { before })
    for (const url of ['/v2/trips', `/v2/trips/${trip.id}`, `/v2/trip/${trip.id}/activities`]) {
      const { headers } = await send(olga, { url })
      texts = []
      const condition = { 'if-none-match': String(headers.etag) }
      expect(await send(olga, { url, headers: condition })).toMatchObject({ status: 304, text: '' })
      expect(texts).toHaveLength(2)
      expect(texts[1]).toContain('c.version')
      expect(texts[1]).not.toContain('description')
      expect(texts[1]).not.toContain('guests')
    }
    await close()
  })

  it('proxies that compress change tags: ed sends them back as he got them', async () => {
    const { ed, trip } = await cast()
    const url = `/v2/trips/${trip.id}`
    const { etag = '' } = (await as(ed).get(url)).headers
    const suffixed = (suffix: string) => etag.replace(/"$/, `${suffix}"`)
    for (const tag of [
      `W/${etag}`,
      suffixed('-gzip'),
      `W/${suffixed('--gzip')}`,
      suffixed('-br'),
    ]) {
      expect((await as(ed).get(url, { 'if-none-match': `"a", ${tag}` })).status, tag).toBe(304)
    }
    for (const tag of ['""', suffixed('-other'), etag.slice(0, -2), etag.replaceAll('"', '')]) {
      expect((await as(ed).get(url, { 'if-none-match': tag })).status, tag).toBe(200)
    }
  })

  it('wrong queries, and what ed may not see, are refused whatever tag he knows', async () => {
    const { ed, vera, trip } = await cast()
    const any = { 'if-none-match': '*' }
    expect((await as(ed).get('/v2/trips?updatedSince=yesterday', any)).status).toBe(400)
    expect((await as(ed).get('/v2/trips?page=7', any)).status).toBe(404)
    expect((await as(ed).get(`/v2/trip/${trip.id}/hosting/1`, any)).status).toBe(404)
    expect((await as(vera).get(`/v1/trip/${trip.id}/expenses`, any)).status).toBe(403)
    expect((await as(anonymous).get('/v2/trips', any)).status).toBe(401)
  })

  it('links of pages begin with the address that was asked: each has its own tag', async () => {
    const { olga, trip } = await cast()
    await insert('activity', { trip_id: trip.id, owner_id: olga.id }, 101)
    const url = `/v2/trip/${trip.id}/activities`
    const one = await as(olga).get(url, { host: 'one.example' })
    const tagged = { 'if-none-match': one.headers.etag ?? '' }
    expect((await as(olga).get(url, { ...tagged, host: 'one.example' })).status).toBe(304)
    const two = await as(olga).get(url, { ...tagged, host: 'two.example' })
    expect(two.status).toBe(200)
    expect(two.json.next).toContain('two.example')
  })
})
