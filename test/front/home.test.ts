/** The page at `/`, which only browsers get. */
import { describe, expect, it } from 'vitest'
import { browsers, others, serviceWith } from './asking.ts'

const linksIn = (markup: string) =>
  [...markup.matchAll(/<a href="([^"]+)"/g)].map(([, href]) => href as string)

describe('the page at /', () => {
  const ask = serviceWith()

  it.each(Object.entries(browsers))('%s gets it', async (_, accept) => {
    const { status, headers, text } = await ask('/', accept)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
      vary: 'Accept',
    })
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(text).toContain('<html lang="en">')
    expect(text).toContain('<title>Trips</title>')
    expect(text).toMatch(/version \d+\.\d+\.\d+/)
    expect(text).not.toContain('<script')
  })

  it('its links lead to pages that are there', async () => {
    const { text } = await ask('/', browsers.firefox)
    const links = linksIn(text)
    expect(links).toEqual([
      ...['/docs', '/openapi.json', '/graphql', '/schema.graphql', '/healthz', '/readyz'],
    ])
    for (const link of links) {
      // The database may be late for the last one.
      const expected = link === '/readyz' ? [200, 503] : [200]
      expect(expected, link).toContain((await ask(link, browsers.firefox)).status)
    }
  })

  it.each(Object.entries(others))('%s gets the answer of an unknown path', async (_, accept) => {
    const { vary, ...unknown } = (await ask('/unknown', accept)).headers
    expect(vary).toBeUndefined()
    const answer = await ask('/', accept)
    expect(answer).toEqual({
      status: 404,
      headers: { ...unknown, vary: 'Accept' },
      text: '{"detail":"Not found."}',
    })
  })

  it('HEAD is answered as GET, without the body', async () => {
    const get = await ask('/', browsers.firefox)
    const head = await ask('/', browsers.firefox, { method: 'HEAD' })
    expect(head).toEqual({ ...get, text: '' })
    expect((await ask('/', '*/*', { method: 'HEAD' })).status).toBe(404)
  })

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'] as const)('%s is unknown there', async (method) => {
    expect(await ask('/', browsers.firefox, { method })).toMatchObject({
      status: 404,
      text: '{"detail":"Not found."}',
    })
  })
})

describe('the page at / of a service that shows less', () => {
  const ask = serviceWith({ REST_DOCS: 'off', GRAPHQL_IDE: 'off', INTROSPECTION: 'off' })

  it('links to nothing that is switched off', async () => {
    const { status, text } = await ask('/', browsers.firefox)
    expect(status).toBe(200)
    expect(linksIn(text)).toEqual(['/openapi.json', '/healthz', '/readyz'])
    expect(text).not.toContain('GraphQL')
  })
})

describe('the page at / of a service with a path and allowed origins', () => {
  const ask = serviceWith({
    BASE_URL: 'https://trips.example/api/',
    CORS_ORIGINS: 'https://app.example',
  })

  it('links below that path', async () => {
    const { text } = await ask('/', browsers.firefox)
    expect(linksIn(text)).toContain('/api/docs')
    expect(linksIn(text).filter((link) => !link.startsWith('/api/'))).toEqual([])
  })

  it('depends on Origin as well as on Accept', async () => {
    expect((await ask('/', browsers.firefox)).headers.vary).toBe('Origin, Accept')
    expect((await ask('/', '*/*')).headers.vary).toBe('Origin, Accept')
  })
})
