/** When a request's turn is: one after the other on a connection, so many at once in all. */
import type { AddressInfo } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { answerError } from '../../../rest-facade/plugin.ts'
import { addHealth } from '../../../src/surfaces/http/health.ts'
import { addRequestSlots } from '../../../src/surfaces/http/request-slots.ts'
import { connected, disconnect, get, received } from './raw-clients.ts'

let app: FastifyInstance
afterEach(async () => {
  disconnect()
  await app.close()
})

/** A server whose `/held/<name>` waits until it is let go; it tells what has begun. */
async function server(maxRequests: number, maxPerAddress: number | undefined = maxRequests) {
  const begun: string[] = []
  const held: (() => void)[] = []
  let atOnce = 0
  let most = 0
  app = fastify()
  app.setErrorHandler(answerError)
  addHealth(app, async () => true)
  addRequestSlots(app, maxRequests, maxPerAddress)
  app.get<{ Params: { name: string } }>('/held/:name', async ({ params }) => {
    begun.push(params.name)
    atOnce += 1
    most = Math.max(most, atOnce)
    await new Promise<void>((resolve) => held.push(resolve))
    atOnce -= 1
    return `done ${params.name}`
  })
  app.post('/body', () => 'read')
  app.get('/large', () => Buffer.alloc(32 * 1024 * 1024))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const client = () => connected(port)
  return { begun, client, most: () => most, letGo: () => held.splice(0).forEach((go) => void go()) }
}

const names = (count: number) => Array.from({ length: count }, (_, at) => String(at + 1))
const statuses = (text: string) => [...text.matchAll(/HTTP\/1.1 (\d+) /g)].map(([, code]) => code)

describe('requests of one connection', () => {
  it('run one after the other; at most 32 are unanswered, more get 503', async () => {
    const { begun, client, most, letGo } = await server(1000)
    const socket = await client()
    const all = received(socket)
    socket.write(
      names(100)
        .map((name) => get(`/held/${name}`))
        .join(''),
    )
    for (const name of names(32)) {
      await expect.poll(() => begun.at(-1)).toBe(name)
      letGo()
    }
    await expect.poll(() => statuses(all.text)).toHaveLength(100)
    expect(statuses(all.text)).toEqual(
      names(100).map((name) => (Number(name) <= 32 ? '200' : '503')),
    )
    expect(all.text.match(/done \d+/g)).toEqual(names(32).map((name) => `done ${name}`))
    expect(all.text.match(/retry-after: 5\r\n/g)).toHaveLength(68)
    expect(most()).toBe(1)
    expect(begun).toHaveLength(32)
  })

  it('are accepted again once earlier ones are answered', async () => {
    const { begun, client, letGo } = await server(1000)
    const socket = await client()
    const all = received(socket)
    for (const name of names(40)) {
      socket.write(get(`/held/${name}`))
      await expect.poll(() => begun.at(-1)).toBe(name)
      letGo()
      await expect.poll(() => all.text).toMatch(new RegExp(`done ${name}$`))
    }
    expect(new Set(statuses(all.text))).toEqual(new Set(['200']))
  })
})

describe('requests of all connections', () => {
  it('have a limit, beyond which they get 503 at once, while probes are answered', async () => {
    const { begun, client, letGo } = await server(5)
    const sockets = await Promise.all(names(12).map(client))
    const answers = sockets.map(received)
    for (const [at, socket] of sockets.entries()) socket.write(get(`/held/${at}`))
    const refused = () => answers.filter(({ text }) => text.startsWith('HTTP/1.1 503 ')).length
    await expect.poll(refused).toBe(7)
    expect(begun).toHaveLength(5)
    for (const path of ['/healthz', '/readyz']) {
      const probe = await client()
      const all = received(probe)
      probe.write(get(path))
      await expect.poll(() => all.text).toMatch(/^HTTP\/1.1 200 /)
    }
    letGo()
    await expect.poll(() => answers.filter(({ text }) => /done \d+$/.test(text)).length).toBe(5)
  })

  it('of one address have a quarter of that', async () => {
    const { begun, client, letGo } = await server(8, 2)
    const sockets = await Promise.all(names(3).map(client))
    const answers = sockets.map(received)
    for (const [at, socket] of sockets.entries()) socket.write(get(`/held/${at}`))
    const refused = () => answers.filter(({ text }) => text.startsWith('HTTP/1.1 503 ')).length
    await expect.poll(refused).toBe(1)
    expect(begun).toHaveLength(2)
    letGo()
  })

  it('50 clients with 100 pipelined requests each never make a queue of 5,000', async () => {
    const { begun, client, most, letGo } = await server(40)
    const sockets = await Promise.all(names(50).map(client))
    const answers = sockets.map(received)
    for (const socket of sockets)
      socket.write(
        names(100)
          .map((n) => get(`/held/${n}`))
          .join(''),
      )
    const answered = () => answers.flatMap(({ text }) => statuses(text)).length
    const drive = setInterval(letGo, 5)
    await expect.poll(answered, { timeout: 40_000 }).toBe(5000)
    clearInterval(drive)
    expect(most()).toBeLessThanOrEqual(40)
    const all = answers.flatMap(({ text }) => statuses(text))
    expect(all.filter((status) => status === '200')).toHaveLength(begun.length)
    expect(all.filter((status) => status === '503')).toHaveLength(5000 - begun.length)
    expect(begun.length, 'at most 32 of each').toBeLessThanOrEqual(50 * 32)
  })

  it('release their slots with their answers: a slow reader holds only a connection', async () => {
    const { begun, client, letGo } = await server(1)
    const [slow, other] = [await client(), await client()]
    slow.pause()
    slow.write(get('/large'))
    await expect.poll(() => slow.readableLength).toBeGreaterThan(0)
    const all = received(other)
    other.write(get('/held/a'))
    await expect.poll(() => begun).toEqual(['a'])
    letGo()
    await expect.poll(() => all.text).toMatch(/done a$/)
  })
})

describe('a body that does not arrive', () => {
  const head = 'POST /body HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'

  it('holds no slot, and gets one once it has arrived', async () => {
    const { begun, client, letGo } = await server(1)
    const [slow, other] = [await client(), await client()]
    const answers = received(slow)
    slow.write(`${head}Content-Length: 2\r\nExpect: 100-continue\r\n\r\n{`)
    await expect.poll(() => answers.text).toMatch(/100 Continue/)
    other.write(get('/held/a'))
    await expect.poll(() => begun).toEqual(['a'])
    slow.write('}')
    await expect.poll(() => statuses(answers.text)).toEqual(['100', '503'])
    letGo()
    slow.write(`${head}Content-Length: 2\r\n\r\n{}`)
    await expect.poll(() => answers.text).toMatch(/read$/)
  })
})

describe('a client that has disconnected', () => {
  it('causes no more work: requests behind its first never begin', async () => {
    const { begun, client, letGo } = await server(1)
    const [gone, other] = [await client(), await client()]
    gone.write(['first', 'second', 'third'].map((name) => get(`/held/${name}`)).join(''))
    await expect.poll(() => begun).toEqual(['first'])
    gone.destroy()
    const connections = () =>
      new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)))
    await expect.poll(connections).toBe(1)
    letGo()
    const all = received(other)
    other.write(get('/held/other'))
    await expect.poll(() => begun.at(-1)).toBe('other')
    letGo()
    await expect.poll(() => all.text).toMatch(/done other$/)
    expect(begun).toEqual(['first', 'other'])
  })
})
