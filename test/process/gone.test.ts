/** A client that goes away while its credentials or its body are waited for is not worked for. */
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { cast, dataDir, db, operatorKey, secret } from '../world.ts'
import { connected, received } from './raw.ts'

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
      const { name: statement } = Object(args[0]) as { name?: string }
      if (statement !== 'viewer by key') asked.push(statement ?? String(name))
      else if (holding) await new Promise<void>((resolve) => held.push(resolve))
      return value.apply(target, args)
    }
  },
})

let app: Awaited<ReturnType<typeof buildApp>>
let port: number
beforeAll(async () => {
  const config = readConfig({ DATA_DIR: dataDir })
  const log = pino({ level: 'silent' })
  app = await buildApp({ config, db: watched, log, operatorKey, secret })
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => app.close())

const connections = () =>
  new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)))

/** Sends a whole request, or its beginning, and goes when `when` has come. */
async function sendAndGo(bytes: string, when: () => Promise<unknown>): Promise<void> {
  const socket = await connected(port)
  socket.write(bytes)
  await when()
  socket.destroy()
  await expect.poll(connections, { timeout: 20_000 }).toBe(0)
}

const post = (path: string, key: string, body: string, length = body.length) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Token ${key}\r\n` +
  `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`

const named = JSON.stringify({ name: 'for nobody' })
const mutation = JSON.stringify({
  query: 'mutation { createTrip(input: { name: "for nobody" }) { id } }',
})

describe('a client that has gone', () => {
  it.each([
    ['/v1/trips', named],
    ['/graphql', mutation],
  ])('before its key was looked up changes nothing: %s', async (path, body) => {
    const { olga } = await cast()
    holding = true
    asked.length = 0
    await sendAndGo(post(path, olga.key, body), () =>
      expect.poll(() => held.length, { timeout: 20_000 }).toBe(1),
    )
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
  ])('before its body was whole changes nothing: %s', async (path, body) => {
    const { olga } = await cast()
    asked.length = 0
    const begun = post(path, olga.key, body, body.length + 1)
    await sendAndGo(begun, () => expect.poll(connections, { timeout: 20_000 }).toBe(1))
    expect(asked).toEqual([])
  })

  it('and one that stays is', async () => {
    const { olga } = await cast()
    asked.length = 0
    const socket = await connected(port)
    const all = received(socket)
    socket.write(post('/graphql', olga.key, mutation))
    await expect.poll(() => all.text, { timeout: 20_000 }).toContain('"createTrip":{"id"')
    expect(asked).not.toEqual([])
    socket.destroy()
  })
})
