/** `GET /schema.graphql`: the schema that introspection shows, as text. */
import { readFileSync } from 'node:fs'
import { buildSchema, printSchema } from 'graphql'
import { describe, expect, it } from 'vitest'
import { serviceWith } from './front-requests.ts'

const url = '/schema.graphql'

describe('the schema as text', () => {
  const ask = serviceWith()

  it('is the complete checked-in SDL', async () => {
    const { status, headers, text } = await ask(url)
    expect(status).toBe(200)
    expect(text).toBe(readFileSync('schema/public.graphql', 'utf8'))
    expect(printSchema(buildSchema(text))).toContain('type Mutation {')
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'public, no-cache',
      'x-content-type-options': 'nosniff',
    })
    expect(headers.etag).toMatch(/^"[\w-]{43}"$/)
  })

  it('is not sent to clients that have it', async () => {
    const { headers } = await ask(url)
    const tag = headers.etag as string
    for (const known of [tag, `W/${tag}`, `"another", ${tag}`, '*']) {
      const answer = await ask(url, '*/*', { headers: { 'if-none-match': known } })
      expect(answer, known).toMatchObject({ status: 304, text: '', headers: { etag: tag } })
    }
    const condition = { 'if-none-match': tag }
    const head = await ask(url, '*/*', { method: 'HEAD', headers: condition })
    expect(head).toMatchObject({ status: 304, headers: { etag: tag } })
    expect(head.headers).not.toHaveProperty('content-length')
    const other = await ask(url, '*/*', { headers: { 'if-none-match': '"another"' } })
    expect(other.status).toBe(200)
  })

  it('is read-only', async () => {
    expect((await ask(url, '*/*', { method: 'HEAD' })).status).toBe(200)
    const { status, headers } = await ask(url, '*/*', { method: 'POST' })
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD'])
  })
})

const trusted = {
  GRAPHQL_ONLY: 'trusted',
  TRUSTED_DOCUMENTS: 'test/clients/generated/persisted-documents.json',
}

describe.each([
  ['without introspection', { INTROSPECTION: 'off' }],
  ['with trusted documents alone', trusted],
  ['with trusted documents alone, without introspection', { ...trusted, INTROSPECTION: 'off' }],
])('the schema as text, %s', (_, settings) => {
  const ask = serviceWith(settings)

  it('is not linked', async () => {
    const { text } = await ask('/', 'text/html')
    expect(text).toContain('/openapi.json')
    expect(text).not.toContain(url)
  })

  it.each(['GET', 'POST'] as const)('is not found by %s', async (method) => {
    const unknown = await ask('/unknown', '*/*', { method })
    expect(await ask(url, '*/*', { method })).toEqual(unknown)
    expect(unknown.status).toBe(404)
  })
})

describe("the schema as text, with only trusted documents, at the operator's request", () => {
  const ask = serviceWith({ ...trusted, INTROSPECTION: 'on' })

  it('is served', async () => {
    expect((await ask(url)).text).toBe(readFileSync('schema/public.graphql', 'utf8'))
    expect((await ask('/', 'text/html')).text).toContain(url)
  })
})
