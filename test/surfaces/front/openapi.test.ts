/** The OpenAPI documents as clients, their generators and the page /docs load them. */
import { describe, expect, it } from 'vitest'
import checkedIn from '../../../rest-facade/openapi.json' with { type: 'json' }
import forGenerators from '../../../rest-facade/openapi-clients.json' with { type: 'json' }
import { serviceWith } from './front-requests.ts'

describe.each(['/openapi.json', '/openapi-clients.json'])('%s', (path) => {
  const ask = serviceWith()

  it('has a strong entity tag, and returns 304 to clients with that version', async () => {
    const { status, headers } = await ask(path)
    expect([status, headers['content-type']]).toEqual([200, 'application/json'])
    expect(headers.etag).toMatch(/^"[^"]+"$/)
    for (const method of ['GET', 'HEAD'] as const) {
      const again = { method, headers: { 'if-none-match': headers.etag ?? '' } }
      const answer = await ask(path, '*/*', again)
      expect([answer.status, answer.text], method).toEqual([304, ''])
      expect(answer.headers).toMatchObject({ etag: headers.etag })
      expect(answer.headers).not.toHaveProperty('content-type')
      expect(answer.headers).not.toHaveProperty('content-length')
    }
    const other = { headers: { 'if-none-match': '"another"' } }
    expect((await ask(path, '*/*', other)).status).toBe(200)
  })
})

it('links the license, which has no page of its own, to one that explains it', () => {
  const { name, url } = checkedIn.info.license
  expect(name).toBe('All rights reserved')
  // Generators take no relative URL.
  expect(new URL(url).protocol).toBe('https:')
})

describe('/openapi.json of a service with a path', () => {
  const [plain, below] = ['https://trips.example', 'https://trips.example/api/'].map((url) =>
    serviceWith({ BASE_URL: url }),
  )
  if (!plain || !below) throw new Error('no services')

  it('has its server below that path, so that /docs can send requests', async () => {
    const answer = await below('/openapi.json')
    expect(JSON.parse(answer.text)).toEqual({ ...checkedIn, servers: [{ url: '/api' }] })
    const other = await plain('/openapi.json')
    expect(JSON.parse(other.text)).toEqual(checkedIn)
    expect(answer.headers.etag).not.toBe(other.headers.etag)
    const simple = await below('/openapi-clients.json')
    expect(JSON.parse(simple.text)).toEqual({ ...forGenerators, servers: [{ url: '/api' }] })
  })
})
