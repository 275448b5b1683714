/** Every answer carries an id, and every line that is logged for its request has the same. */
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../../src/app.ts'
import { openLog } from '../../../src/process/log.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { anonymous, as } from '../../client.ts'
import { cast, dataDir, db, operatorKey, app as ordinary, secret } from '../../world.ts'
import { raw } from './raw-clients.ts'

const lines: string[] = []
const config = readConfig({ DATA_DIR: dataDir, TRUSTED_PROXIES: '10.9.0.0/16' })
const log = openLog({ logLevel: 'trace' }, { write: (line) => void lines.push(line) })
const broken = new Error('a defect')
const proxied = await buildApp({ config, db, log, operatorKey, secret })
const failing = await buildApp({
  ...{ config, log, operatorKey, secret },
  db: { ...db, query: () => Promise.reject(broken) },
})
afterAll(() => Promise.all([proxied.close(), failing.close()]))

const made = /^[\w-]{12}$/

/** The id that is answered to a request that brings one, from that address. */
async function idFor(remoteAddress: string, given: string): Promise<unknown> {
  const headers = { 'x-request-id': given }
  const answer = await proxied.inject({ url: '/v2/trips', remoteAddress, headers })
  return answer.headers['x-request-id']
}

describe('the request id', () => {
  it('is on answers and refusals of every surface, and always different', async () => {
    const { olga } = await cast()
    const ids = new Set<string | undefined>()
    const answers = [
      await as(olga).get('/v2/trips'),
      await as(olga).get('/v2/trips', { 'if-none-match': '*' }),
      await as(olga).post('/v1/trips', '{'),
      await as(anonymous).get('/v2/trips'),
      await as(olga).get('/nowhere'),
      await as(olga).get('/%ff'),
      await as(olga).post('/graphql', { query: '{ me { id } }' }),
      await as(olga).post('/graphql', '{'),
      await as(anonymous).get('/healthz'),
      await as(anonymous).get('/openapi.json'),
      await as(anonymous).get('/auth/password/reset/confirm/1/x'),
      await as(anonymous).get('/objects/private/x'),
    ]
    for (const { headers } of answers) {
      expect(headers['x-request-id']).toMatch(made)
      ids.add(headers['x-request-id'])
    }
    expect(ids.size).toBe(answers.length)
  })

  it('is on answers to invalid requests', async () => {
    await ordinary.listen({ port: 0, host: '127.0.0.1' })
    const { port } = ordinary.server.address() as AddressInfo
    const requests = ['NONSENSE', 'CONNECT x:1 HTTP/1.1\r\nHost: x', 'GET / HTTP/1.1\r\nExpect: x']
    for (const bytes of [
      ...requests,
      'GET / HTTP/1.1',
      `GET / HTTP/1.1\r\nX: ${'x'.repeat(17_000)}`,
    ])
      expect(await raw(port, `${bytes}\r\n\r\n`)).toMatch(/\r\nx-request-id: [\w-]{12}\r\n/)
  })

  it('is in every log line of the request, and not in its body', async () => {
    const { olga } = await cast()
    lines.length = 0
    const headers = { authorization: `Token ${olga.key}` }
    const { statusCode, headers: sent, body } = await failing.inject({ url: '/v2/trips', headers })
    expect(statusCode).toBe(500)
    await expect.poll(() => lines.length).toBeGreaterThanOrEqual(2)
    await pause(20)
    for (const line of lines) expect(JSON.parse(line).reqId).toBe(sent['x-request-id'])
    expect(body).not.toContain(sent['x-request-id'])
  })

  it.each([
    '3f1c5d6e-8a5b-4d0e-9d0c-0b9a7e6f5d4c',
    '01J9ZQ7W8K',
    'Root=1-67891233-abcdef0123456789',
  ])('is accepted from a trusted proxy: %s', async (given) => {
    expect(await idFor('10.9.0.7', given)).toBe(given)
    expect(await idFor('::ffff:10.9.0.7', given)).toBe(given)
  })

  it('is never accepted from others', async () => {
    expect(await idFor('198.51.100.1', 'mine')).toMatch(made)
    const headers = { 'x-request-id': 'mine' }
    const answer = await ordinary.inject({ url: '/v2/trips', remoteAddress: '10.9.0.7', headers })
    expect(answer.headers['x-request-id']).toMatch(made)
  })

  it.each(['', 'two words', 'a"b', '<b>', 'a\tb', 'é', 'x'.repeat(65)])(
    'is replaced if it does not look like an id: %j',
    async (given) => expect(await idFor('10.9.0.7', given)).toMatch(made),
  )
})
