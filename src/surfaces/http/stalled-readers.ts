/**
 * Cuts clients that do not read, whose answers would otherwise stay in memory indefinitely.
 * Progress is any number of bytes that the client has acknowledged: a slow reader is not cut.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import { cutOff } from '../../process/cut-off.ts'
import { judgeOf, pauseOf } from '../../process/slow-peers.ts'
import { acknowledgedOf, checkCounts } from './taken-bytes.ts'

/** Milliseconds without progress. */
const maxStallMs = 30_000

/** Watches every connection of the server, with one timer, until it is closed. */
export function cutStalledReaders(
  server: Server,
  log: Pick<Logger, 'info'>,
  window = maxStallMs,
): void {
  const pace = { window, bytes: 1, looks: 6 }
  const connections = new Map<Socket, ReturnType<typeof judgeOf>>()
  server.on('connection', (socket: Socket) => {
    checkCounts(socket)
    connections.set(socket, judgeOf(pace))
    socket.once('close', () => connections.delete(socket))
  })
  const look = () => {
    const waiting = [...connections].filter(([{ writableLength }]) => writableLength > 0)
    const acknowledged = acknowledgedOf(waiting.map(([socket]) => socket))
    for (const [at, [socket, isTooSlow]] of waiting.entries()) {
      if (!isTooSlow(acknowledged[at] as number)) continue
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
}
