/** Clients that do not read are cut, slow ones never. */
import type { AddressInfo, Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cutStalledReaders } from '../../src/surfaces/http/stalled-readers.ts'
import { connected, get } from './raw.ts'

const longest = 1200
/** More than the kernel keeps for both sides together. */
const large = Buffer.alloc(32 * 1024 * 1024)

let app: FastifyInstance
let port: number
beforeAll(async () => {
  app = fastify()
  cutStalledReaders(app.server, { info() {} }, longest)
  app.get('/whole', () => large)
  app.get('/pieces', () =>
    Readable.from([...Array(512).keys()].map(() => large.subarray(0, 65536))),
  )
  app.get('/late', () => pause(3 * longest, 'late'))
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => app.close())

const connections = () =>
  new Promise<number>((resolve, reject) => {
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })

async function asking(path: string): Promise<Socket> {
  const socket = await connected(port)
  socket.pause()
  socket.write(get(path))
  return socket
}

describe('a client that does not read', () => {
  it.each(['/whole', '/pieces'])('is cut, and nothing is kept for it: %s', async (path) => {
    const clients = await Promise.all(Array.from({ length: 5 }, () => asking(path)))
    await expect.poll(connections).toBe(0)
    for (const socket of clients) socket.destroy()
  })

  it('is cut also while it goes on asking', async () => {
    const client = await asking('/whole')
    const asks = setInterval(() => client.write(get('/whole')), longest / 10)
    await expect.poll(connections).toBe(0)
    clearInterval(asks)
    client.destroy()
  })
})

describe('a client is not cut', () => {
  it.each(['/whole', '/pieces'])('that reads slowly, but steadily: %s', async (path) => {
    const client = await asking(path)
    const begun = performance.now()
    let bytes = 0
    // A piece every now and then, for three times as long as nothing may be read at all.
    client.on('data', (piece: Buffer) => {
      bytes += piece.length
      client.pause()
      setTimeout(() => client.resume(), (3 * longest * piece.length) / large.length)
    })
    client.resume()
    await expect.poll(() => bytes, { timeout: 40_000 }).toBeGreaterThan(large.length)
    expect(performance.now() - begun).toBeGreaterThan(2 * longest)
    client.destroy()
  })

  it('that waits for its answer, or for nothing', async () => {
    const [idle, waiting] = [await connected(port), await asking('/late')]
    let text = ''
    waiting.resume().on('data', (piece) => {
      text += piece
    })
    await expect.poll(() => text).toMatch(/late$/)
    expect(idle.closed).toBe(false)
    for (const socket of [idle, waiting]) socket.destroy()
  })
})
