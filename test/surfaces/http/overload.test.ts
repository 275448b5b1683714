/** The whole application with more to do than it does: for the gone, and beyond its bound. */
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../../src/app.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { cast, dataDir, db, operatorKey, secret } from '../../world.ts'
import { connected, received } from './raw-clients.ts'

/** Lets held look-ups of credentials go on. */
const held: (() => void)[] = []
let holding = false
/** What else the application has asked of its database since the last look. */
const asked: string[] = []

/** The database of the world, whose look-ups of credentials wait while the test wants it. */
const watched = new Proxy(db, {
  get(target, name) {
    const value = Reflect.get(target, name)
    if (typeof value !== 'function') return value
    return async (...args: unknown[]) => {
      const { text = String(name) } = Object(args[0]) as { text?: string }
      if (!text.includes('join api_key')) asked.push(text)
      else if (holding) await new Promise<void>((resolve) => held.push(resolve))
      return value.apply(target, args)
    }
  },
})

let app: Awaited<ReturnType<typeof buildApp>>
let port: number
beforeAll(async () => {
  const config = readConfig({ DATA_DIR: dataDir, MAX_REQUESTS: '1' })
  const log = pino({ level: 'silent' })
  app = await buildApp({ config, db: watched, log, operatorKey, secret })
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => app.close())

const connections = () =>
  new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)))

/** Sends a whole request, or its beginning, and disconnects after `when`. */
async function sendAndGo(bytes: string, when: () => Promise<unknown>): Promise<void> {
  const socket = await connected(port)
  socket.write(bytes)
  await when()
  socket.destroy()
  await expect.poll(connections).toBe(0)
}

const post = (path: string, key: string, body: string, length = body.length) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Token ${key}\r\n` +
  `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`

const bare = (method: string, path: string, key: string) =>
  `${method} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Token ${key}\r\n\r\n`

const named = JSON.stringify({ name: 'for nobody' })
const mutation = JSON.stringify({
  query: 'mutation { createTrip(input: { name: "for nobody" }) { id } }',
})

describe('a request of a client that has disconnected', () => {
  it.each([
    ['POST /v1/trips', (key: string) => post('/v1/trips', key, named)],
    ['POST /graphql', (key: string) => post('/graphql', key, mutation)],
    ['DELETE /v1/trips/1', (key: string) => bare('DELETE', '/v1/trips/1', key)],
    ['GET /v2/trips', (key: string) => bare('GET', '/v2/trips', key)],
  ])('before its key was looked up causes no work: %s', async (_, bytes) => {
    const { olga } = await cast()
    holding = true
    asked.length = 0
    await sendAndGo(bytes(olga.key), () => expect.poll(() => held.length).toBe(1))
    holding = false
    held.splice(0)[0]?.()
    // Looked up later, so whatever follows from the first look-up has begun before its answer.
    const answer = await fetch(`http://127.0.0.1:${port}/v1/trips`, {
      method: 'PUT',
      headers: { authorization: `Token ${olga.key}`, connection: 'close' },
    })
    expect(answer.status).toBe(405)
    expect(asked).toEqual([])
  })

  it.each([
    ['/v1/trips', named],
    ['/graphql', mutation],
  ])('before its body was complete changes nothing: %s', async (path, body) => {
    const { olga } = await cast()
    asked.length = 0
    const begun = post(path, olga.key, body, body.length + 1)
    await sendAndGo(begun, () => expect.poll(connections).toBe(1))
    expect(asked).toEqual([])
  })

  it('is served if its client stays', async () => {
    const { olga } = await cast()
    asked.length = 0
    const socket = await connected(port)
    const all = received(socket)
    socket.write(post('/graphql', olga.key, mutation))
    await expect.poll(() => all.text).toContain('"createTrip":{"id"')
    expect(asked).not.toEqual([])
    socket.destroy()
  })
})

describe('requests beyond MAX_REQUESTS', () => {
  it('get 503 in the form of each surface, before credentials are looked up', async () => {
    const { olga } = await cast()
    holding = true
    const first = fetch(`http://127.0.0.1:${port}/v1/me`, {
      headers: { authorization: `Token ${olga.key}`, connection: 'close' },
    })
    await expect.poll(() => held.length).toBe(1)
    const ask = async (path: string) => {
      const headers = { authorization: `Token ${olga.key}`, connection: 'close' }
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
      expect([answer.status, answer.headers.get('retry-after')], path).toEqual([503, '5'])
      expect(answer.headers.get('x-content-type-options'), path).toBe('nosniff')
      return answer.text()
    }
    const detail = '{"detail":"Service unavailable. Try again later."}'
    for (const path of ['/v1/me', '/v1/nothing', '/openapi.json', '/objects/public-images/x']) {
      expect(await ask(path)).toBe(detail)
    }
    const { errors } = JSON.parse(await ask('/graphql'))
    expect(errors[0].extensions).toEqual({ code: 'SERVICE_UNAVAILABLE', retryAfter: 5 })
    expect(await ask('/reset/1/abc')).toContain('Please try again in 5 seconds.')
    for (const path of ['/healthz', '/readyz']) {
      const status = async () => (await fetch(`http://127.0.0.1:${port}${path}`)).status
      await expect.poll(status).toBe(200)
    }
    expect(held).toHaveLength(1)
    holding = false
    held.splice(0)[0]?.()
    expect((await first).status).toBe(200)
  })
})
