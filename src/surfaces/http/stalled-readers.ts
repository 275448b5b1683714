/**
 * Disconnects clients that do not read, whose answers would otherwise stay in memory indefinitely.
 * Any acknowledged byte counts as progress: slow readers stay connected.
 *
 * The kernel delivers the end of most answers. Streams have no end, and their few bytes fit into
 * the kernel's buffers for long, so there every byte must be acknowledged: a client that has
 * vanished would otherwise hold its stream for a quarter of an hour.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Log } from '../../base/log.ts'
import { cutOff } from '../../process/cut-off.ts'
import { judgeOf, pauseOf } from '../../process/slow-peers.ts'
import { acknowledgedOf, checkCounts, takenOf } from './taken-bytes.ts'

/** Milliseconds without progress. */
const maxStallMs = 30_000

export interface Readers {
  /** Requires every byte sent over this connection from now on to be acknowledged. */
  expectAll(socket: Socket): void
}

/** Watches all connections of the server, with one timer. */
export function cutStalledReaders(
  server: Server,
  log: Pick<Log, 'info'>,
  window = maxStallMs,
): Readers {
  const pace = { window, bytes: 1, looks: 6 }
  const connections = new Map<Socket, ReturnType<typeof judgeOf>>()
  const streams = new WeakSet<Socket>()
  server.on('connection', (socket: Socket) => {
    checkCounts(socket)
    connections.set(socket, judgeOf(pace))
    socket.once('close', () => connections.delete(socket))
  })
  const look = () => {
    const waiting = [...connections].filter(
      ([socket]) => socket.writableLength > 0 || streams.has(socket),
    )
    const acknowledged = acknowledgedOf(waiting.map(([socket]) => socket))
    for (const [at, [socket, isTooSlow]] of waiting.entries()) {
      const moved = acknowledged[at] as number
      const hasAll = socket.writableLength === 0 && moved >= takenOf(socket)
      if (hasAll || !isTooSlow(moved)) continue
      log.info(
        { unread: socket.writableLength },
        'connection closed: the client does not read the response',
      )
      // Frees the kernel's buffers.
      cutOff(socket)
    }
  }
  const timer = setInterval(look, pauseOf(pace)).unref()
  server.once('close', () => clearInterval(timer))
  return { expectAll: (socket) => void streams.add(socket) }
}
