/** Clients that do not read are cut, slow ones never. */
import type { AddressInfo, Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cutStalledReaders, type Readers } from '../../../src/surfaces/http/stalled-readers.ts'
import { acknowledgedOf, takenOf } from '../../../src/surfaces/http/taken-bytes.ts'
import { connected, get } from './raw-clients.ts'

const longest = 1200
/** More than the kernel keeps for both sides together. */
const large = Buffer.alloc(32 * 1024 * 1024)

let app: FastifyInstance
let port: number
let readers: Readers
/** The server's end of the last connection. */
let accepted: Socket
beforeAll(async () => {
  app = fastify()
  readers = cutStalledReaders(app.server, { info() {} }, longest)
  app.server.on('connection', (socket: Socket) => {
    accepted = socket
  })
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
  it.each(['/whole', '/pieces'])('is cut off, and nothing is kept for it: %s', async (path) => {
    const clients = await Promise.all(Array.from({ length: 5 }, () => asking(path)))
    await expect.poll(connections).toBe(0)
    for (const socket of clients) socket.destroy()
  })

  it('is cut off even while it sends requests', async () => {
    const client = await asking('/whole')
    const asks = setInterval(() => client.write(get('/whole')), longest / 10)
    await expect.poll(connections).toBe(0)
    clearInterval(asks)
    client.destroy()
  })
})

/** Sends until the kernel keeps something that the client does not acknowledge any more. */
async function sendUnread(socket: Socket): Promise<void> {
  const isUnread = () => (acknowledgedOf([socket])[0] ?? 0) < takenOf(socket)
  for (let looks = 0; looks < 20; ) {
    if (looks === 0) await new Promise((sent) => socket.write(large.subarray(0, 65_536), sent))
    // What is on its way is acknowledged meanwhile.
    await pause(20)
    looks = isUnread() ? looks + 1 : 0
  }
}

describe.runIf(process.platform === 'linux')('a stream that fits into the kernel’s buffers', () => {
  it.each([true, false])('is cut off only if all must be acknowledged: %s', async (isAll) => {
    const client = await connected(port)
    client.pause()
    await expect.poll(() => accepted.remotePort).toBe(client.localPort)
    if (isAll) readers.expectAll(accepted)
    await sendUnread(accepted)
    expect(accepted.writableLength).toBe(0)
    if (isAll) await expect.poll(() => accepted.destroyed).toBe(true)
    else await pause(3 * longest)
    expect(accepted.destroyed).toBe(isAll)
    client.destroy()
  })

  it('is not cut off if the client has read all of it', async () => {
    const client = await connected(port)
    await expect.poll(() => accepted.remotePort).toBe(client.localPort)
    readers.expectAll(accepted)
    client.resume()
    accepted.write('event')
    await pause(3 * longest)
    expect(accepted.destroyed).toBe(false)
    client.destroy()
  })
})

describe('a client is not cut off', () => {
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

  it('that waits for its answer, or is idle', async () => {
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
