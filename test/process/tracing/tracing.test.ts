/** Traces: the spans of a request as a collector gets them, over OTLP/HTTP. */
import { describe, expect, it } from 'vitest'
import { cast } from '../../world.ts'
import { attributesOf, type CollectedSpan, collecting } from './collector.ts'

const { received, lines, answerWith, open, sent } = collecting()

const attributeOf = (span: CollectedSpan | undefined, key: string) => attributesOf(span)[key]

const parent = { trace: '0af7651916cd43dd8448eb211c80319c', span: 'b7ad6b7169203331' }
const traceparent = `00-${parent.trace}-${parent.span}-01`

/** The one span with that parent that is not of a statement. */
const below = (spans: CollectedSpan[], id: string | undefined) =>
  spans.filter(({ parentSpanId }) => parentSpanId === id)

describe('the spans of a request', () => {
  it('REST: route, operation and statements, in the trace of the caller', async () => {
    const { olga, trip } = await cast()
    const app = await open()
    const host = 'trips.test:8080'
    const headers = { authorization: `Token ${olga.key}`, traceparent, host }
    const url = `/v2/trip/${trip.id}/hostings?fields=id&page=1`
    const answer = await app.inject({ url, headers })
    expect(answer.statusCode).toBe(200)
    const spans = await sent()
    expect(received[0]).toMatchObject({ path: '/v1/traces', key: 'of the collector' })
    const [route, ...others] = below(spans, parent.span)
    expect(others).toEqual([])
    expect(route).toMatchObject({ name: 'GET /v2/trip/:trip_id/hostings', kind: 2 })
    expect(attributeOf(route, 'http.route')).toBe('/v2/trip/:trip_id/hostings')
    expect(Number(attributeOf(route, 'http.response.status_code'))).toBe(200)
    expect(attributesOf(route)).toMatchObject({
      'http.request.method': 'GET',
      'url.path': `/v2/trip/${trip.id}/hostings`,
      'url.scheme': 'http',
      'server.address': 'trips.test',
      'server.port': 8080,
      'trips.request_id': answer.headers['x-request-id'],
    })
    expect(attributesOf(route)).not.toHaveProperty('error.type')
    const [credentials, operation] = below(spans, route?.spanId).sort((one) =>
      one.kind === 3 ? -1 : 1,
    )
    expect(String(attributeOf(credentials, 'db.query.text'))).toContain('api_key')
    expect(operation).toMatchObject({ name: 'query HostingsV2', kind: 1 })
    expect(attributeOf(operation, 'trips.operation.kind')).toBe('own')
    expect(attributeOf(operation, 'trips.outcome')).toBe('OK')
    const statements = below(spans, operation?.spanId)
    expect(statements.length).toBeGreaterThan(0)
    for (const one of statements) {
      expect(one).toMatchObject({ kind: 3, traceId: parent.trace })
      expect(attributesOf(one)).toMatchObject({
        'db.system.name': 'postgresql',
        'db.operation.name': String(attributeOf(one, 'db.query.text')).trim().split(/\s/)[0],
      })
    }
    for (const one of spans) {
      expect(one.traceId).toBe(parent.trace)
      expect(BigInt(one.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(one.startTimeUnixNano))
    }
    const [first] = statements
    expect(BigInt(first?.startTimeUnixNano ?? 0)).toBeGreaterThanOrEqual(
      BigInt(route?.startTimeUnixNano ?? 0),
    )
  })

  it('reading a body does not lose them: mutations of REST and at /graphql', async () => {
    const { olga, trip } = await cast()
    const app = await open()
    const headers = { authorization: `Token ${olga.key}` }
    const url = `/v1/trip/${trip.id}/activities`
    await app.inject({ method: 'POST', url, headers, payload: { name: 'Fado' } })
    const query = 'query Mine { categories { results { id } } }'
    await app.inject({ method: 'POST', url: '/graphql', headers, payload: { query } })
    const spans = await sent()
    for (const [name, operation] of [
      ['POST /v1/trip/:trip_id/activities', 'mutation CreateActivity'],
      ['POST /graphql', 'query'],
    ]) {
      const route = spans.find((one) => one.name === name)
      const inner = spans.find((one) => one.name === operation)
      expect(inner?.parentSpanId, operation).toBe(route?.spanId)
      expect(inner?.traceId).toBe(route?.traceId)
      expect(below(spans, inner?.spanId).length, operation).toBeGreaterThan(0)
    }
  })

  it('contain no secrets and no values', async () => {
    const { olga, trip } = await cast()
    const app = await open()
    const headers = { authorization: `Token ${olga.key}` }
    const query =
      'mutation { logIn(input: { username: "covert-name", password: "hunter-two" }) { key } }'
    await app.inject({ method: 'POST', url: '/graphql', headers, payload: { query } })
    await app.inject({ url: `/v1/trips/${trip.id}?fields=covert-query`, headers })
    await app.inject({ url: '/v1/emails/covert-hash/verify' })
    await app.inject({ url: '/reset/covert' })
    await app.inject({ url: '/covert-path-longer-than-words' })
    await app.inject({ url: '/v2/trips', headers: { host: 'covert.example/@x' } })
    await app.inject({ url: '/calendar/covert-secret.ics' })
    await app.inject({ url: '/reset/covert-user/covert-token' })
    await app.inject({ url: '/invitation/covert-token' })
    await app.inject({ url: '/graphql?documentId=covert-id&variables={"id":"covert"}' })
    await app.inject({
      method: 'POST',
      url: '/auth/login',
      payload: { email: 'covert@mail', password: 'x' },
    })
    expect((await sent()).length).toBeGreaterThan(6)
    const all = received.map(({ text }) => text).join('')
    for (const word of [olga.key, olga.email, 'covert', 'hunter-two']) {
      expect(all).not.toContain(word)
    }
  })

  it('report failures', async () => {
    const { olga } = await cast()
    const app = await open()
    await app.inject({
      url: '/v2/trips/2147483647',
      headers: { authorization: `Token ${olga.key}` },
    })
    await app.inject({ url: '/v2/trips' })
    const spans = await sent()
    expect(
      attributeOf(
        spans.find(({ name }) => name === 'query TripV2'),
        'trips.outcome',
      ),
    ).toBe('NOT_FOUND')
    const refused = spans.find(({ name }) => name === 'GET /v2/trips')
    expect(Number(attributeOf(refused, 'http.response.status_code'))).toBe(401)
  })
})

describe('the decision whether to trace', () => {
  it.each([
    ['always_off', {}, 0],
    ['always_off', { traceparent }, 0],
    ['parentbased_always_off', {}, 0],
    ['parentbased_always_off', { traceparent }, 1],
    ['parentbased_always_on', { traceparent: traceparent.replace(/01$/, '00') }, 0],
    ['traceidratio', {}, 1],
    ['parentbased_always_on', { traceparent: 'nonsense' }, 1],
  ])('a request with %s %j has %d spans', async (sampler, headers, count) => {
    const app = await open({ OTEL_TRACES_SAMPLER: sampler })
    await app.inject({ url: '/v2/trips', headers })
    expect((await sent()).filter(({ name }) => name === 'GET /v2/trips')).toHaveLength(count)
  })

  it('an unreachable collector delays nothing', async () => {
    const app = await open({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
    expect((await app.inject('/v2/trips')).statusCode).toBe(401)
    await sent()
  })

  it('a refusal of the collector is logged, but not its response', async () => {
    answerWith(400)
    for (const _ of [1, 2]) {
      const app = await open()
      await app.inject('/v2/trips')
      await sent()
    }
    const warnings = lines.filter((line) => line.includes('traces could not be sent'))
    expect(warnings.length).toBeGreaterThanOrEqual(1)
    expect(lines.join('')).not.toContain('hunter2')
  })
})
