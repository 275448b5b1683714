/** The page at `/`, which only browsers get. */
import { decodeHTML } from 'entities'
import { describe, expect, it } from 'vitest'
import { firstSteps } from '../../../rest-facade/first-steps.ts'
import { browsers, loadedBy, others, serviceWith } from './front-requests.ts'

/** The lines of code of a page, as somebody copies them. */
const linesIn = (markup: string) =>
  [...markup.matchAll(/<code>(.*?)<\/code>/gs)].map(([, line = '']) => decodeHTML(line))

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
    expect(headers['content-security-policy']).toMatch(
      new RegExp(
        "^default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'sha256-[^ ]+'; " +
          "base-uri 'none'; form-action 'self'; frame-ancestors 'none'$",
      ),
    )
    expect(text).toContain('<html lang="en">')
    expect(text).toContain('<title>Trips</title>')
    expect(text).toMatch(/version \d+\.\d+\.\d+/)
    expect(text.match(/<script.*?<\/script>/gs)).toEqual([
      expect.stringMatching(
        /^<script type="module" src="\/assets\/front-\w+\/home.js"><\/script>$/,
      ),
    ])
  })

  it('asks itself whether the service is ready', async () => {
    const { text } = await ask('/', browsers.firefox)
    expect(text).toContain('<p id="ready" role="status" data-url="/readyz">')
    const [script = ''] = loadedBy(text)
    expect(await ask(script)).toMatchObject({
      status: 200,
      text: expect.stringContaining('fetch('),
    })
  })

  it('shows the first five lines to type, for the requested host', async () => {
    const { text } = await ask('/', browsers.firefox, { headers: { host: 'trips.test:8080' } })
    expect(linesIn(text)).toEqual(firstSteps('http://trips.test:8080').map(({ line }) => line))
    const hostile = await ask('/', browsers.firefox, { headers: { host: "x';rm -rf ~;'" } })
    expect(hostile.text).not.toContain('rm -rf')
    expect(linesIn(hostile.text)[0]).toMatch(/^curl -sS http:\/\/127\.0\.0\.1:3000\//)
  })

  it('its links lead to existing pages', async () => {
    const { text } = await ask('/', browsers.firefox)
    const links = linksIn(text)
    expect(links).toEqual(['/docs', '/openapi.json', '/graphql', '/schema.graphql'])
    for (const link of links) expect((await ask(link, browsers.firefox)).status, link).toBe(200)
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

  it('HEAD is answered like GET, without the body', async () => {
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
    expect(linksIn(text)).toEqual(['/openapi.json'])
    expect(text).not.toContain('<h2>GraphQL')
    const [script = ''] = loadedBy(text)
    expect((await ask(script)).status).toBe(200)
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
    expect(text).toContain('data-url="/api/readyz"')
    expect(text).toMatch(/<script type="module" src="\/api\/assets\/front-\w+\/home.js">/)
    expect(linesIn(text)).toEqual(firstSteps('https://trips.example/api').map(({ line }) => line))
  })

  it('depends on Origin as well as on Accept', async () => {
    expect((await ask('/', browsers.firefox)).headers.vary).toBe('Origin, Accept')
    expect((await ask('/', '*/*')).headers.vary).toBe('Origin, Accept')
  })
})
