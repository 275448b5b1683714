/** What traces say by the names of the semantic conventions, and log lines of traces. */
import { describe, expect, it, vi } from 'vitest'
import { statementAttributes } from '../../../src/process/tracing/attributes.ts'
import { cast, db } from '../../world.ts'
import { attributesOf, collecting } from './collector.ts'

const { received, lines, open, sent, resource } = collecting()

describe('requests that are not traced', () => {
  it('are probes and /metrics, with GET and HEAD', async () => {
    const key = 'key-of-the-metrics-0123456789'
    const app = await open({ METRICS_KEY: key })
    const headers = { authorization: `Bearer ${key}` }
    for (const url of ['/healthz', '/readyz', '/readyz?x', '/healthz/', '/metrics']) {
      await app.inject({ url, headers })
      await app.inject({ method: 'HEAD', url, headers })
    }
    expect((await app.inject({ url: '/metrics', headers })).statusCode).toBe(200)
    await app.inject('/v2/trips')
    const spans = await sent()
    expect(spans.filter(({ kind }) => kind === 2).map(({ name }) => name)).toEqual([
      'GET /v2/trips',
    ])
  })
})

describe('the attributes of a request', () => {
  it('contain its path: ids kept, secrets masked, no query', async () => {
    const { olga, trip } = await cast()
    const app = await open()
    const headers = { authorization: `Token ${olga.key}` }
    const paths = {
      [`/v1/trips/${trip.id}/?fields=id`]: `/v1/trips/${trip.id}`,
      '/v1/trips/x7': '/v1/trips/[masked]',
      '/reset/1z/t0ken': '/reset/[masked]/[masked]',
      '/calendar/s3cret.ics?x': '/calendar/[masked]',
      '/objects/a/b/c.png': '/objects/[masked]',
      '/no/such/path?x=1': '/no/such/path',
      '/no/such/path-that-is-a-long-word': '/no/such/[masked]',
    }
    for (const url of Object.keys(paths)) await app.inject({ url, headers })
    const routes = (await sent()).filter(({ kind }) => kind === 2)
    expect(routes.map((span) => attributesOf(span)['url.path'])).toEqual(Object.values(paths))
  })

  it('contain the host of the public URL if set, else a valid Host', async () => {
    const addresses = async (more: Record<string, string>, host: string) => {
      received.length = 0
      const app = await open(more)
      await app.inject({ url: '/v2/trips', headers: { host } })
      const { 'server.address': address, 'server.port': port } = attributesOf(
        (await sent()).find(({ kind }) => kind === 2),
      )
      return [address, port]
    }
    const base = { BASE_URL: 'https://trips.example/api' }
    expect(await addresses(base, 'other.example:1')).toEqual(['trips.example', undefined])
    expect(await addresses({}, 'other.example')).toEqual(['other.example', undefined])
    expect(await addresses({}, '[2001:db8::1]:3000')).toEqual(['2001:db8::1', 3000])
    for (const strange of ['a/b', 'a b', 'x:99999', `${'a'.repeat(300)}.example`]) {
      expect(await addresses({}, strange), strange).toEqual([undefined, undefined])
    }
  })

  it('contain the errors: status, code of the operation, code of the database', async () => {
    const { olga } = await cast()
    const app = await open()
    const { prisma } = db
    const broken = Object.assign(new Error('covert'), { code: 'EFAULT' })
    const spy = vi.spyOn(prisma.alternativeEmail, 'findMany').mockRejectedValue(broken)
    await app.inject({ url: '/v1/emails', headers: { authorization: `Token ${olga.key}` } })
    spy.mockRestore()
    await app.inject('/v2/trips')
    const spans = await sent()
    const failed = spans.find(({ name }) => name === 'GET /v1/emails')
    expect(attributesOf(failed)).toMatchObject({
      'http.response.status_code': 500,
      'error.type': '500',
    })
    expect(failed?.status).toEqual({ code: 2 })
    const operation = spans.find(
      ({ parentSpanId, kind }) => parentSpanId === failed?.spanId && kind === 1,
    )
    expect(attributesOf(operation)).toMatchObject({ 'error.type': 'INTERNAL_SERVER_ERROR' })
    const refused = spans.find(({ name }) => name === 'GET /v2/trips')
    expect(attributesOf(refused)).not.toHaveProperty('error.type')
    expect(JSON.stringify(spans)).not.toContain('covert')
  })
})

describe('the attributes of a statement', () => {
  it('contain its first word, as written, and its error code', () => {
    expect(statementAttributes('\n  SELECT 1', undefined)).toEqual({
      'db.system.name': 'postgresql',
      'db.query.text': '\n  SELECT 1',
      'db.operation.name': 'SELECT',
    })
    const failed = (code?: unknown) =>
      statementAttributes('begin', Object.assign(new Error('covert'), { code }))
    expect(failed('40001')).toMatchObject({
      'db.operation.name': 'begin',
      'error.type': '40001',
      'db.response.status_code': '40001',
    })
    expect(failed('ECONNRESET')).toMatchObject({ 'error.type': 'ECONNRESET' })
    expect(failed('ECONNRESET')).not.toHaveProperty('db.response.status_code')
    expect(failed()).toMatchObject({ 'error.type': 'unknown' })
    expect(JSON.stringify(failed())).not.toContain('covert')
  })
})

describe('the attributes of the process', () => {
  const ask = async (more: Record<string, string>) => {
    received.length = 0
    const app = await open(more)
    await app.inject('/v2/trips')
    await sent()
    return resource()
  }

  it('its name, version, and a unique id', async () => {
    const [one, other] = [await ask({}), await ask({})]
    expect(one).toMatchObject({
      'service.name': 'trips',
      'service.version': expect.stringMatching(/^\d+\.\d+\.\d+/),
      'service.instance.id': expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
    })
    expect(one['service.instance.id']).not.toBe(other['service.instance.id'])
  })

  it('those of OTEL_RESOURCE_ATTRIBUTES; OTEL_SERVICE_NAME takes precedence for the name', async () => {
    const said = 'service.name=plans, service.instance.id=a%2Cb,deployment.environment.name=test'
    const found = await ask({ OTEL_RESOURCE_ATTRIBUTES: said })
    expect(found).toMatchObject({
      'service.name': 'plans',
      'service.instance.id': 'a,b',
      'deployment.environment.name': 'test',
    })
    const named = { OTEL_RESOURCE_ATTRIBUTES: said, OTEL_SERVICE_NAME: 'mine' }
    expect(await ask(named)).toMatchObject({ 'service.name': 'mine' })
  })
})

describe('the log lines of a traced request', () => {
  it('have the ids of its trace and its span; those of untraced requests have none', async () => {
    const app = await open()
    await app.inject({ url: '/v2/trips' })
    await app.inject({ url: '/healthz' })
    const [span] = (await sent()).filter(({ kind }) => kind === 2)
    const logged = lines.map((line) => JSON.parse(line))
    const [line, ...others] = logged.filter(({ trace_id }) => trace_id !== undefined)
    expect(line).toMatchObject({
      path: '/v2/trips',
      trace_id: span?.traceId,
      span_id: span?.spanId,
    })
    expect(line.reqId).toBeDefined()
    expect(others).toEqual([])
  })
})
