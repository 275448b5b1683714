import { describe, expect, onTestFinished, test } from 'vitest'
import { openMetrics } from '../../../src/surfaces/metrics/metrics.ts'
import { as } from '../../client.ts'
import { failingApp } from '../../core/permissions/failing.ts'
import { bind } from '../../outside/oauth/api.ts'
import { puppet, says } from '../../outside/oauth/forge.ts'
import { audience, introspector } from '../../outside/oauth/provider.ts'
import { next, session, twice } from '../../spec/passwords.ts'
import { one } from '../../spec/persons.ts'
import { cast, db, operatorKey, type Person, trip } from '../../world.ts'
import { open, type Stream } from './client.ts'
import { type ListeningPerson, listening, listens, touch, urlOf } from './streams.ts'

const token = ({ key }: { key: string }) => `Token ${key}`
const opened = async (base: string, who: { key: string }) => {
  const stream = await open(base, token(who))
  expect(stream.status).toBe(200)
  return stream
}
const ends = (stream: Stream) => expect.poll(() => stream.isOpen).toBe(false)

describe('GET /changes/events', () => {
  test('the headers keep caches and proxies from delaying events', async () => {
    const mia = await one()
    const { base } = await listening({ env: { CORS_ORIGINS: 'https://app.example' } })
    const headers = {
      ...{ origin: 'https://app.example', 'accept-encoding': 'gzip', 'last-event-id': '7' },
      accept: 'application/json',
    }
    for (const method of ['GET', 'HEAD']) {
      const stream = await open(base, token(mia), { method, headers })
      expect(stream.status).toBe(200)
      expect(stream.headers).toMatchObject({
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
        'x-content-type-options': 'nosniff',
        'access-control-allow-origin': 'https://app.example',
        'x-request-id': expect.any(String),
      })
      expect(stream.headers).not.toHaveProperty('content-encoding')
      if (method === 'GET') expect(stream.text).toMatch(/^retry: [2-5]\d{3}\n\n$/)
      else await ends(stream)
    }
  })

  test('other methods are 405, wrong credentials 401 as everywhere', async () => {
    const { base } = await listening()
    for (const method of ['POST', 'OPTIONS', 'DELETE']) {
      const { status, headers, text } = await open(base, undefined, { method })
      expect([status, headers.allow]).toEqual([405, 'GET, HEAD'])
      expect(text).toBe(`{"detail":"Method \\"${method}\\" not allowed."}`)
    }
    const notProvided = 'Authentication credentials were not provided.'
    for (const [authorization, detail] of [
      [undefined, notProvided],
      ['Token nonsense', 'Invalid token.'],
      [`Bearer ${(await one()).key}`, notProvided],
      [`Operator ${operatorKey}`, notProvided],
    ] as const) {
      const { status, headers, text } = await open(base, authorization)
      expect([status, headers['www-authenticate']]).toEqual([401, 'Token'])
      expect(text).toBe(JSON.stringify({ detail }))
      expect(headers).not.toHaveProperty('x-accel-buffering')
    }
  })

  test('a comment is repeated, and the stream ends after its time', async () => {
    const mia = await one()
    const { base, lines } = await listening({ eventTimes: { comment: 20, longest: 400 } })
    const stream = await opened(base, mia)
    await ends(stream)
    expect(stream.text).toMatch(/^retry: \d+\n\n(:\n\n)+$/)
    expect(stream.response.complete).toBe(true)
    const line = lines.find((one) => one.includes('event stream ended'))
    expect(JSON.parse(line ?? '{}')).toMatchObject({ reason: 'time', seconds: 0 })
    expect(lines.join('')).not.toContain(mia.key)
  })
})

describe('a stream ends when its credentials do', () => {
  test('mia logs out: the streams of her other keys stay open', async () => {
    const mia = await one()
    const other = await session(mia)
    const { base } = await listening()
    const [first, second] = [await opened(base, mia), await opened(base, other)]
    await as(other).post('/auth/logout')
    await ends(second)
    expect(first.isOpen).toBe(true)
    await expect.poll(() => first.text).toContain('"account":true')
  })

  test('mia changes her password: only the key that she used stays valid', async () => {
    const mia = await one()
    const other = await session(mia)
    const { base } = await listening()
    const [first, second] = [await opened(base, mia), await opened(base, other)]
    expect((await as(mia).post('/auth/password/change/', twice(next))).status).toBe(200)
    await ends(second)
    expect(first.isOpen).toBe(true)
    expect((await open(base, token(other))).status).toBe(401)
  })

  test('the account is deleted', async () => {
    const mia = await one()
    const { base } = await listening()
    const stream = await opened(base, mia)
    await db.query({ text: 'delete from account where id = $1', values: [mia.id] })
    await ends(stream)
  })

  test('a token is revoked or names another account; a valid one keeps its stream', async () => {
    const server = await puppet()
    onTestFinished(async () => void (await server.leave()))
    const [mia, leo] = [await one(), await one('leo')]
    for (const person of [mia, leo]) await bind(person, `sub-${person.id}`)
    // A token is believed for a while, so the test moves the clock.
    let now = Date.now()
    const { base } = await listening({
      clock: () => new Date(now),
      env: {
        ...{ OAUTH_ISSUER: server.issuer, OAUTH_AUDIENCE: audience },
        ...{ OAUTH_CLIENT_ID: introspector.id, OAUTH_CLIENT_SECRET: introspector.secret },
      },
    })
    const active = { active: true, token_type: 'Bearer', aud: audience }
    const is = (claims: object) => {
      server.answers['/introspect'] = says(claims)
    }
    for (const end of [{ active: false }, { ...active, sub: `sub-${leo.id}` }]) {
      is({ ...active, sub: `sub-${mia.id}` })
      const stream = await open(base, `Bearer opaque-${JSON.stringify(end).length}`)
      expect(stream.status).toBe(200)
      const asked = server.asked.length
      now += 60_000
      await expect.poll(() => server.asked.length).toBeGreaterThan(asked)
      expect(stream.isOpen).toBe(true)
      is(end)
      // What was asked before may be believed from now on.
      const isOpenLater = () => {
        now += 60_000
        return stream.isOpen
      }
      await expect.poll(isOpenLater).toBe(false)
    }
  })
})

describe('limits', () => {
  test('an account has a maximum of streams; a closed one is free again', async () => {
    const [mia, leo] = [await one(), await one('leo')]
    const other = await session(mia)
    const { base } = await listening({ env: { MAX_EVENT_STREAMS_PER_ACCOUNT: '2' } })
    const [first] = [await opened(base, mia), await opened(base, other)]
    const refused = await open(base, token(mia))
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60'])
    const detail = 'Request was throttled. Expected available in 60 seconds.'
    expect(refused.text).toBe(JSON.stringify({ detail }))
    await opened(base, leo)
    first?.close()
    await expect.poll(async () => (await open(base, token(mia))).status).toBe(200)
  })

  test('all accounts together have a maximum of streams', async () => {
    const [mia, leo] = [await one(), await one('leo')]
    const { base } = await listening({ env: { MAX_EVENT_STREAMS: '1' } })
    const stream = await opened(base, mia)
    const refused = await open(base, token(leo))
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5'])
    expect(refused.text).toBe('{"detail":"Service unavailable. Try again later."}')
    stream.close()
    await expect.poll(async () => (await open(base, token(leo))).status).toBe(200)
  })

  test('streams hold no slot of requests, and are counted while open', async () => {
    const mia = await one()
    const metrics = openMetrics(db)
    onTestFinished(() => metrics.close())
    const { base } = await listening({ env: { MAX_REQUESTS: '4' }, telemetry: { metrics } })
    const streams: Stream[] = []
    while (streams.length < 8) streams.push(await opened(base, mia))
    const answer = await fetch(`${base}/v1/me`, { headers: { authorization: token(mia) } })
    expect(answer.status).toBe(200)
    expect(await metrics.text()).toContain('\ntrips_event_streams 8\n')
    for (const stream of streams) stream.close()
    const text = () => metrics.text()
    await expect.poll(text).toContain('\ntrips_event_streams 0\n')
    await expect.poll(text).toContain('\ntrips_http_requests_in_progress 0\n')
  })
})

describe('a stream and the service', () => {
  test('all streams end when it stops, and no others begin', async () => {
    const mia = await one()
    const { app, base, lines } = await listening()
    const stream = await opened(base, mia)
    app.announceStop()
    await ends(stream)
    expect(stream.response.complete).toBe(true)
    expect((await open(base, token(mia))).status).toBe(503)
    expect(lines.join('')).toContain('"reason":"stop"')
  })

  test('a stream is silent without the database, and afterwards reports changes', async () => {
    const mia: Person = await one()
    const failing = await failingApp()
    onTestFinished(() => failing.app.close())
    const listener: ListeningPerson = await listens(await urlOf(failing.app), mia)
    const { id } = await trip(mia)
    expect(await listener.news()).toEqual({ trips: [id], account: false })
    for (const failure of ['lost', 'unexpected'] as const) {
      failing.from(1, failure)
      const before = listener.text
      await touch(id)
      await expect.poll(() => failing.calls()).toBeGreaterThan(1)
      expect(listener.text).toBe(before)
      failing.from(Number.POSITIVE_INFINITY, failure)
      await expect.poll(() => listener.text).toContain(`[${id}]`)
      expect(listener.isOpen).toBe(true)
    }
    expect(failing.lines.filter((line) => line.includes('cannot look for changes'))).toHaveLength(2)
  })

  test('the next look after failed ones is thorough', async () => {
    const { olga, vera } = await cast()
    const failing = await failingApp({ look: 50, thorough: 600_000 })
    onTestFinished(() => failing.app.close())
    const listener = await listens(await urlOf(failing.app), vera)
    await as(olga).post('/v1/categories', { name: 'Golf' })
    await expect.poll(() => listener.text).toContain('"account":true')
    await listener.news()
    const before = listener.text
    failing.from(1, 'lost')
    await expect.poll(() => failing.calls()).toBeGreaterThan(1)
    await db.transaction(async (tx) => {
      // As a commit that comes long after its category was written.
      await tx.query({ text: 'alter table category disable trigger versioned', values: [] })
      const text = `update category set changed_at = null,
        version = version + (owner_id = $1)::int`
      await tx.query({ text, values: [olga.id] })
      await tx.query({ text: 'alter table category enable trigger versioned', values: [] })
    })
    failing.from(Number.POSITIVE_INFINITY, 'lost')
    await expect.poll(() => listener.text.slice(before.length)).toContain('"account":true')
  })
})
