/** The documentation of the REST API at `/docs`. */
import { describe, expect, it } from 'vitest'
import { browsers, scriptedPolicy, serviceWith } from './front-requests.ts'

describe('the page /docs', () => {
  const ask = serviceWith()

  it.each(['*/*', browsers.firefox])('is sent to %s', async (accept) => {
    const { status, headers, text } = await ask('/docs', accept)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': scriptedPolicy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'x-robots-tag': 'noindex',
    })
    expect(text).toContain('<html lang="en">')
    expect(text).toContain('<title>REST API – Trips</title>')
    expect(text).toContain('data-document="/openapi.json"')
    // No script has its text in the page.
    expect(text).not.toMatch(/<script(?![^>]* src=)| on\w+=|style=/)
    expect(text).not.toMatch(/https?:/)
  })

  it('is read-only', async () => {
    expect((await ask('/docs', '*/*', { method: 'HEAD' })).status).toBe(200)
    const { status, headers, text } = await ask('/docs', '*/*', { method: 'POST' })
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD'])
    expect(text).toBe('{"detail":"Method \\"POST\\" not allowed."}')
  })
})

describe('the page /docs, behind a path', () => {
  const ask = serviceWith({ BASE_URL: 'https://trips.example/api' })

  it('loads everything from below it', async () => {
    const { text } = await ask('/docs')
    const urls = [...text.matchAll(/(?:src|href|data-document)="([^"]+)"/g)].map(([, url]) => url)
    expect(urls.length).toBe(6)
    expect(urls.filter((url) => !/^(\/api\/|data:,$)/.test(url ?? ''))).toEqual([])
  })
})

describe('the page /docs, switched off', () => {
  const ask = serviceWith({ REST_DOCS: 'off' })

  it.each(['GET', 'POST', 'OPTIONS'] as const)('is not found by %s', async (method) => {
    const unknown = await ask('/unknown', browsers.firefox, { method })
    expect(await ask('/docs', browsers.firefox, { method })).toEqual(unknown)
    expect(unknown.status).toBe(404)
  })
})
