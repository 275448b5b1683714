/** What clients may hold at once: connections, in all and by address (.env.example). */
import type { AddressInfo, Socket } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/settings/config.ts'
import { limitConnections } from '../../../src/surfaces/http/connections.ts'
import { fastifyOptions } from '../../../src/surfaces/http/fastify-options.ts'
import { connected, disconnect, get, received } from './raw-clients.ts'

let app: FastifyInstance
afterEach(async () => {
  disconnect()
  await app.close()
})

async function serverWith(settings: Record<string, string>) {
  const config = readConfig(settings)
  const lines: object[] = []
  app = fastify(fastifyOptions(config, pino({ level: 'silent' })))
  limitConnections(app.server, config, { warn: (line: object) => lines.push(line) })
  app.get('/', () => 'served')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const from = (address: string) => connected(port, address)
  /** Asks once; everything that came until it was answered or closed. */
  const ask = async (socket: Socket) => {
    const all = received(socket)
    socket.write(get('/'))
    await expect.poll(() => all.text.endsWith('served') || socket.closed).toBe(true)
    return all.text
  }
  return { from, ask, lines }
}

const served = /^HTTP\/1.1 200 /

describe('connections', () => {
  it('of one address have a limit: one more is closed with a 503, others are served', async () => {
    const { from, ask, lines } = await serverWith({ MAX_CONNECTIONS_PER_ADDRESS: '2' })
    const [first, second] = [await from('127.0.0.1'), await from('127.0.0.1')]
    for (const socket of [first, second]) expect(await ask(socket)).toMatch(served)
    for (const _ of 'ab') {
      const third = await from('127.0.0.1')
      const all = received(third)
      await expect.poll(() => third.closed).toBe(true)
      expect(all.text).toMatch(/^HTTP\/1.1 503 /)
      expect(all.text).toContain('retry-after: 5\r\n')
      expect(all.text).toMatch(/\r\n\r\n\{"detail":"Service Unavailable."\}$/)
    }
    expect(await ask(await from('127.0.0.2'))).toMatch(served)
    expect(lines, 'the log tells rarely').toEqual([{ refused: 1, address: '127.0.0.1' }])

    first.destroy()
    await expect.poll(async () => ask(await from('127.0.0.1'))).toMatch(served)
  })

  it('that a client resets count no longer', async () => {
    const { from, ask } = await serverWith({ MAX_CONNECTIONS_PER_ADDRESS: '1' })
    const first = await from('127.0.0.1')
    expect(await ask(first)).toMatch(served)
    first.resetAndDestroy()
    await expect.poll(async () => ask(await from('127.0.0.1'))).toMatch(served)
  })

  it('of a trusted proxy, which serves many clients, have none', async () => {
    const settings = { MAX_CONNECTIONS_PER_ADDRESS: '1', TRUSTED_PROXIES: '10.0.0.0/8, 127.0.0.2' }
    const { from, ask } = await serverWith(settings)
    for (const address of ['127.0.0.2', '127.0.0.2', '127.0.0.2', '127.0.0.1']) {
      expect(await ask(await from(address))).toMatch(served)
    }
    expect(await ask(await from('127.0.0.1'))).not.toMatch(served)
  })

  it('have a limit in total, for all addresses', async () => {
    const { from, ask, lines } = await serverWith({ MAX_CONNECTIONS: '2' })
    const first = await from('127.0.0.1')
    expect(await ask(first)).toMatch(served)
    expect(await ask(await from('127.0.0.2'))).toMatch(served)
    expect(await ask(await from('127.0.0.3'))).toBe('')
    expect(lines).toHaveLength(1)
    first.destroy()
    await expect.poll(async () => ask(await from('127.0.0.3'))).toMatch(served)
  })

  it('have no limit at 0', async () => {
    const none = { MAX_CONNECTIONS: '0', MAX_CONNECTIONS_PER_ADDRESS: '0' }
    const { from, ask } = await serverWith(none)
    const sockets = await Promise.all(Array.from({ length: 210 }, () => from('127.0.0.1')))
    for (const answer of await Promise.all(sockets.map(ask))) expect(answer).toMatch(served)
  })
})
