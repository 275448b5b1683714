/**
 * Cuts clients that do not read, whose answers would otherwise stay in memory indefinitely.
 * Progress is any number of bytes that the client has acknowledged: a slow reader is not cut.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import { cutOff } from '../../process/cut-off.ts'
import { acknowledgedOf, checkCounts } from './taken-bytes.ts'

/** Milliseconds without progress. */
const longest = 30_000

/** Checks of each connection in that time, so a delay of this process cuts no one. */
const looks = 6

interface Watched {
  acknowledged: number
  /** Checks in a row with bytes waiting and none acknowledged. */
  stalled: number
}

/** Watches every connection of the server, with one timer, until it is closed. */
export function cutStalledReaders(
  server: Server,
  log: Pick<Logger, 'info'>,
  milliseconds = longest,
): void {
  const connections = new Map<Socket, Watched>()
  server.on('connection', (socket: Socket) => {
    checkCounts(socket)
    connections.set(socket, { acknowledged: -1, stalled: 0 })
    socket.once('close', () => connections.delete(socket))
  })
  const look = () => {
    const waiting = [...connections].filter(([socket, watched]) => {
      if (socket.writableLength === 0) watched.stalled = 0
      return socket.writableLength > 0
    })
    const acknowledged = acknowledgedOf(waiting.map(([socket]) => socket))
    for (const [at, [socket, watched]] of waiting.entries()) {
      const isStalled = acknowledged[at] === watched.acknowledged
      watched.stalled = isStalled ? watched.stalled + 1 : 0
      watched.acknowledged = acknowledged[at] as number
      if (watched.stalled < looks) continue
      log.info(
        { unread: socket.writableLength },
        'connection closed: the client does not read the response',
      )
      // Frees the kernel's buffers.
      cutOff(socket)
    }
  }
  const timer = setInterval(look, milliseconds / looks).unref()
  server.once('close', () => clearInterval(timer))
}
