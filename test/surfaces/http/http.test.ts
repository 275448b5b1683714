/**
 * The HTTP server's edges: headers of every answer (H4), CORS (H5), broken requests, proxies (H9).
 */
import type { AddressInfo } from 'node:net'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/settings/config.ts'
import { addBodyTime } from '../../../src/surfaces/http/body-time.ts'
import { addHeaders, fastifyOptions } from '../../../src/surfaces/http/fastify-options.ts'
import { securityHeaders } from '../../../src/surfaces/http/security-headers.ts'
import { raw } from './raw-clients.ts'

function serverWith(settings: Record<string, string>): FastifyInstance {
  const config = readConfig(settings)
  const app = fastify(fastifyOptions(config, pino({ level: 'silent' })))
  addBodyTime(app)
  addHeaders(app, config)
  app.get('/v2/trips', (request) => ({ ip: request.ip, protocol: request.protocol }))
  app.options('/v2/trips', (_request, reply) => reply.code(401).send({ detail: 'the route' }))
  app.post('/v2/trips', () => ({}))
  const onRequest = async (_request: FastifyRequest, reply: FastifyReply) =>
    reply.code(401).send({ detail: 'before the body' })
  app.post('/closed', { onRequest }, () => ({}))
  app.get('/long/:id', () => ({}))
  app.get('/url', ({ raw: { url } }) => url)
  app.post('/echo', (request) => request.body)
  return app
}

describe('H4: security headers', () => {
  it('are on answers, refusals and unknown paths', async () => {
    const app = serverWith({})
    for (const url of ['/v2/trips', '/nowhere', '/v2/trips/']) {
      const { headers } = await app.inject(url)
      expect(headers).toMatchObject({
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      })
      expect(headers).not.toHaveProperty('strict-transport-security')
      expect(headers).not.toHaveProperty('access-control-allow-origin')
    }
  })

  it('demand https if BASE_URL has it', async () => {
    const { headers } = await serverWith({ BASE_URL: 'https://trips.example' }).inject('/v2/trips')
    expect(headers['strict-transport-security']).toBe('max-age=31536000')
  })
})

describe('H5: CORS', () => {
  const origin = 'https://app.example'
  const app = serverWith({ CORS_ORIGINS: origin })
  const ask = (method: 'GET' | 'OPTIONS', headers: Record<string, string>) =>
    app.inject({ method, url: '/v2/trips', headers })
  const preflight = { 'access-control-request-method': 'PATCH' }

  it('lets pages of an allowed origin read answers', async () => {
    const { headers, statusCode } = await ask('GET', { origin })
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({ 'access-control-allow-origin': origin, vary: 'Origin' })
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
  })

  it('answers the preflight of an allowed origin', async () => {
    const wanted = { ...preflight, 'access-control-request-headers': 'authorization,content-type' }
    const { headers, statusCode, payload } = await ask('OPTIONS', { origin, ...wanted })
    expect([statusCode, payload]).toEqual([204, ''])
    expect(headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': 'authorization,content-type',
    })
  })

  it('leaves every other OPTIONS request to the route (1.1)', async () => {
    for (const headers of [{}, { origin }, { ...preflight }, { origin: 'https://x.example' }]) {
      const answer = await ask('OPTIONS', headers)
      expect([answer.statusCode, answer.json()]).toEqual([401, { detail: 'the route' }])
    }
  })

  it.each([
    'https://app.example.evil.example',
    'http://app.example',
    'https://app.example:8443',
    'https://APP.example',
    'null',
  ])('sends no headers to %s', async (stranger) => {
    const plain = await ask('GET', { origin: stranger })
    expect(plain.headers).not.toHaveProperty('access-control-allow-origin')
    const asked = await ask('OPTIONS', { origin: stranger, ...preflight })
    expect(asked.statusCode).toBe(401)
    expect(asked.headers).not.toHaveProperty('access-control-allow-origin')
  })
})

describe('H9: forwarded headers', () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' }
  const from = async (settings: Record<string, string>, remoteAddress: string) =>
    (
      await serverWith(settings).inject({ url: '/v2/trips', remoteAddress, headers: forwarded })
    ).json()

  it('are ignored from strangers', async () => {
    const direct = { ip: '198.51.100.1', protocol: 'http' }
    expect(await from({}, '198.51.100.1')).toEqual(direct)
    expect(await from({ TRUSTED_PROXIES: '10.0.0.0/8' }, '198.51.100.1')).toEqual(direct)
  })

  it('are accepted from TRUSTED_PROXIES', async () => {
    const settings = { TRUSTED_PROXIES: '10.0.0.0/8, ::1' }
    const real = { ip: '203.0.113.9', protocol: 'https' }
    expect(await from(settings, '10.1.2.3')).toEqual(real)
    expect(await from(settings, '::1')).toEqual(real)
  })
})

describe('bytes that do not form a request', () => {
  let app: FastifyInstance
  let port: number
  beforeAll(async () => {
    app = serverWith({})
    await app.listen({ port: 0, host: '127.0.0.1' })
    port = (app.server.address() as AddressInfo).port
  })
  afterAll(() => app.close())

  it.each([
    ['400', 'NONSENSE\r\n\r\n'],
    ['400', 'brew /pot HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['501', 'BREW /pot HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['501', 'GETS /pot HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['501', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n'],
    ['400', 'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n'],
    ['431', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
  ])('is answered %s in the form of other errors', async (status, bytes) => {
    const answer = await raw(port, bytes)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(answer).toContain('content-type: application/json\r\n')
    expect(answer).toContain('x-content-type-options: nosniff\r\n')
    expect(answer).toMatch(/\r\n\r\n\{"detail":"[^"]+"\}$/)
  })

  it.each([
    ['400', 'Host header is missing.', 'GET /v2/trips HTTP/1.1\r\n\r\n'],
    ['400', 'Host header is missing.', 'POST /nowhere HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}'],
    ['400', 'Host header is repeated.', 'GET / HTTP/1.1\r\nHost: x\r\nhOST: y\r\n\r\n'],
    ['400', 'Host header is repeated.', 'GET / HTTP/1.0\r\nHost: x\r\nHost: x\r\n\r\n'],
    ['417', 'Expectation failed.', 'GET /v2/trips HTTP/1.1\r\nHost: x\r\nExpect: x\r\n\r\n'],
  ])('%s "%s" has the headers and the form of other answers', async (status, detail, bytes) => {
    const answer = await raw(port, bytes)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(answer).toContain('content-type: application/json\r\n')
    for (const [name, value] of Object.entries(securityHeaders({ baseUrl: undefined }))) {
      expect(answer).toContain(`${name}: ${value}\r\n`)
    }
    expect(answer).toContain(JSON.stringify({ detail }))
  })

  it('HTTP/1.0 without Host and Expect: 100-continue are answered', async () => {
    expect(await raw(port, 'GET /v2/trips HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 200 /)
    const head = 'POST /echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: 100-continue\r\n'
    const body = 'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}'
    expect(await raw(port, head + body)).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 /)
  })

  // Each waits for its end for seconds in which nothing happens.
  it.concurrent('H4: a client that sends its header one byte at a time is disconnected within 10 s', async () => {
    const begun = performance.now()
    const answer = await raw(port, 'GET /v2/trips HTTP/1.1\r\nHost:')
    expect(answer).toMatch(/^HTTP\/1.1 408 /)
    expect(performance.now() - begun).toBeLessThan(10_000)
  })

  it.concurrent.each([
    ['408', '/v2/trips'],
    ['401', '/closed'],
  ])(
    'H4: a body that does not arrive is cut off after 10 s, also behind a %s',
    async (status, path) => {
      const begun = performance.now()
      const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`
      const answer = await raw(port, `${head}Content-Length: 10\r\n\r\n{`)
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
      expect(answer.match(/HTTP\/1.1/g)).toHaveLength(1)
      expect(performance.now() - begun).toBeLessThan(15_000)
    },
  )

  it.each([
    ['http://other.example/url?x=1?2', '/url?x=1?2'],
    ['HTTPS://other.example:8443/url', '/url'],
    ['/url?to=http://other.example', '/url?to=http://other.example'],
  ])('a whole URL is answered as its path is: %s', async (target, path) => {
    const answer = await raw(port, `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1.1 200 /)
    expect(answer.endsWith(`\r\n\r\n${path}`)).toBe(true)
  })

  it('a path parameter of any length reaches its route', async () => {
    expect((await app.inject(`/long/${'9'.repeat(3000)}`)).statusCode).toBe(200)
  })
})
