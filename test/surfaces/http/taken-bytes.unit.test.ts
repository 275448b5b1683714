/** What a client has acknowledged, while one large write is under way. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { acknowledgedOf, takenOf } from '../../../src/surfaces/http/taken-bytes.ts'

it('the number of taken bytes grows with every chunk that a slow client reads, not in steps of the kernel', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const accepted = once(server, 'connection')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').pause()
  const [socket] = (await accepted) as [Socket]
  socket.on('error', () => {})
  socket.write(Buffer.alloc(32 * 1024 * 1024))
  const acknowledged = () => acknowledgedOf([socket])[0] as number
  // The kernel takes what fits into its buffer, the client what fits into its own buffer.
  let before = -1
  await expect
    .poll(() => {
      const isStill = acknowledged() === before
      before = acknowledged()
      return isStill
    })
    .toBe(true)
  const taken = takenOf(socket)
  expect(before).toBeLessThan(taken)
  let bytes = 0
  client.on('data', (piece: Buffer) => {
    bytes += piece.length
    if (bytes > 512 * 1024) client.pause()
  })
  client.resume()
  await expect.poll(acknowledged).toBeGreaterThan(before)
  expect(takenOf(socket)).toBeLessThan(taken + 32 * 1024 * 1024)
  client.destroy()
  socket.destroy()
  server.close()
})

it('the number of taken bytes counts accepted ones if the system does not know the connection', () => {
  const handle = { bytesWritten: 10, writeQueueSize: 3 }
  expect(acknowledgedOf([{ _handle: handle } as unknown as Socket])).toEqual([7])
  expect(acknowledgedOf([{} as Socket])).toEqual([0])
  expect(acknowledgedOf([])).toEqual([])
})
