/** The process: the stop waits for requests under way, however long they take. */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import fastify from 'fastify'
import { expect, it } from 'vitest'
import { stopperOf } from '../../src/process/stop.ts'
import { addHealth } from '../../src/surfaces/http/health.ts'

// The tests wait for much of their time, and do so at once.
const delay = 500

/** A client with one connection that it keeps. */
function client(port: number) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  return (path: string) =>
    new Promise<{ text: string; connection: string | undefined }>((resolve, reject) => {
      const request = http.get({ port, path, agent }, (response) => {
        const { connection } = response.headers
        let text = ''
        response.setEncoding('utf8').on('data', (part) => {
          text += part
        })
        response.on('end', () => resolve({ text, connection }))
      })
      request.on('error', reject)
    })
}

async function listening(maxWait?: number) {
  const app = fastify({ return503OnClosing: false, keepAliveTimeout: 60_000 })
  addHealth(app, async () => true)
  app.get('/quick', () => 'quick')
  app.get('/large', () => Buffer.alloc(32 * 1024 * 1024))
  app.get('/slow', () => pause(5 * delay, 'slow'))
  const stop = stopperOf(app, delay, maxWait)
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { stop, port: (app.server.address() as AddressInfo).port }
}

it.concurrent.each([0, 1.5])(
  'a stop serves requests while one that began after %d delays is slow',
  async (at) => {
    const { stop, port } = await listening()
    const [slow, other] = [client(port), client(port)]
    for (const ask of [slow, other]) expect((await ask('/quick')).text).toBe('quick')
    const stopping = stop()
    await pause(at * delay)
    const answer = slow('/slow')
    await pause((4.5 - at) * delay)
    expect(await other('/quick')).toEqual({ text: 'quick', connection: 'close' })
    expect((await answer).text).toBe('slow')
    await stopping
    await expect(slow('/quick')).rejects.toThrow()
  },
)

it.concurrent('a stop is quiet one delay after the last answer, despite open connections', async () => {
  const { stop, port } = await listening()
  const ask = client(port)
  await ask('/quick')
  const begun = performance.now()
  await stop()
  const ms = performance.now() - begun
  expect(ms).toBeGreaterThan(2 * delay)
  expect(ms).toBeLessThan(15 * delay)
})

it.concurrent('a stop does not wait for ever for a client that does not read its answer', async () => {
  const { stop, port } = await listening(3 * delay)
  const response = await new Promise<http.IncomingMessage>((resolve) => {
    http.get({ port, path: '/large', agent: false }, resolve).on('error', () => {})
  })
  const cut = new Promise((resolve) => response.once('error', resolve))
  await stop()
  response.resume()
  expect(await cut).toMatchObject({ code: 'ECONNRESET' })
})
