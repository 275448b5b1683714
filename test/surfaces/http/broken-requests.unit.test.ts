/** What is said to a connection that has to be closed, and when nothing is. */
import type { AddressInfo, Socket } from 'node:net'
import fastify from 'fastify'
import { expect, it } from 'vitest'
import { closeWith, followAnswers } from '../../../src/surfaces/http/broken-requests.ts'
import { connected, get, received } from './raw-clients.ts'

it.each([
  [
    'before an answer has begun it gets the reason',
    '/waiting',
    /^HTTP\/1.1 408 .*Request Timeout/s,
  ],
  [
    'an answer on its way is broken off, not mixed with another',
    '/begun',
    /^HTTP\/1.1 200 .*part$/s,
  ],
])('%s', async (_, path, expected) => {
  const app = fastify()
  followAnswers(app.server)
  const asked: Socket[] = []
  app.get('/waiting', (request, reply) => {
    asked.push(request.raw.socket)
    reply.hijack()
  })
  app.get('/begun', (request, reply) => {
    reply.hijack().raw.writeHead(200, { 'content-length': 100 }).write('part')
    asked.push(request.raw.socket)
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = await connected((app.server.address() as AddressInfo).port)
  const all = received(socket)
  socket.write(get(path))
  await expect.poll(() => asked).toHaveLength(1)
  if (path === '/begun') await expect.poll(() => all.text).toContain('part')
  closeWith(408, asked[0] as Socket)
  await expect.poll(() => socket.closed).toBe(true)
  expect(all.text).toMatch(expected)
  await app.close()
})
