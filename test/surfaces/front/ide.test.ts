/** The IDE, which browsers get that open `/graphql`. */
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { browsers, others, scriptedPolicy, serviceWith } from './front-requests.ts'

/** Requests to the endpoint, each with what is sent beside `Accept`. */
const requests = {
  'without a query': ['/graphql', {}],
  'with a query': ['/graphql?query={__typename}', {}],
  'with a query and the header of Apollo': [
    '/graphql?query={__typename}',
    { 'apollo-require-preflight': 'true' },
  ],
  'with the name of a persisted query': ['/graphql?extensions={}', {}],
} as const

describe('the IDE at /graphql', () => {
  const ask = serviceWith()
  const without = serviceWith({ GRAPHQL_IDE: 'off' })

  it.each(Object.entries(browsers))('%s gets it', async (_, accept) => {
    const { status, headers, text } = await ask('/graphql', accept)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': scriptedPolicy,
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
      'x-robots-tag': 'noindex',
      vary: 'Accept',
    })
    expect(text).toContain('<html lang="en">')
    expect(text).toContain('<title>GraphQL API – Trips</title>')
    expect(text).not.toMatch(/<script(?![^>]* src=)| on\w+=|style=/)
    expect(text).not.toMatch(/https?:/)
    expect(text).not.toContain('INTROSPECTION')
  })

  const combined = Object.entries(requests).flatMap(([what, [url, headers]]) =>
    Object.entries({ ...others, ...browsers })
      .filter(([client]) => url !== '/graphql' || client in others)
      .map(([client, accept]) => ({ what, url, headers, client, accept })),
  )
  it.each(combined)('$client, $what, gets the same as without the IDE', async (one) => {
    const { url, headers, accept } = one
    const expected = await without(url, accept, { headers })
    expect(expected.headers.vary).toBeUndefined()
    const answer = await ask(url, accept, { headers })
    expect(answer).toEqual({ ...expected, headers: { ...expected.headers, vary: 'Accept' } })
  })

  it("a query with Apollo's header is run", async () => {
    const { status, text } = await ask('/graphql?query={__typename}', browsers.firefox, {
      headers: { 'apollo-require-preflight': 'true' },
    })
    expect([status, text]).toEqual([200, '{"data":{"__typename":"Query"}}\n'])
  })

  it.each(['HEAD', 'PUT', 'OPTIONS'] as const)('%s is answered as without it', async (method) => {
    const expected = await without('/graphql', browsers.firefox, { method })
    expect(await ask('/graphql', browsers.firefox, { method })).toEqual(expected)
    expect(expected.status).toBe(method === 'OPTIONS' ? 204 : 405)
  })

  it('switched off, a browser is refused like any other client', async () => {
    const refused = await without('/graphql', '*/*')
    expect(await without('/graphql', browsers.firefox)).toEqual(refused)
    expect(refused.status).toBe(400)
  })
})

describe('the IDE of a service that runs only trusted documents', () => {
  const manifest = fileURLToPath(
    new URL('../../clients/generated/persisted-documents.json', import.meta.url),
  )
  const ask = serviceWith({ GRAPHQL_ONLY: 'trusted', TRUSTED_DOCUMENTS: manifest })

  it('is off, because it could run nothing typed by a person', async () => {
    const refused = await ask('/graphql', '*/*')
    expect(await ask('/graphql', browsers.firefox)).toEqual(refused)
    expect(refused.status).toBe(400)
    expect((await ask('/', browsers.firefox)).text).not.toContain('"/graphql"')
  })
})

describe('the IDE of a service without introspection', () => {
  const ask = serviceWith({ INTROSPECTION: 'off' })

  it('says that the schema is not published', async () => {
    const { status, text } = await ask('/graphql', browsers.firefox)
    expect(status).toBe(200)
    expect(text).toContain('This service does not publish its schema')
  })
})
