/**
 * Cuts clients that do not read: what they were sent would stay in memory for as long as they like.
 * Progress is bytes that the kernel has taken, however few, so a slow reader is never cut.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import { takenOf } from './taken-bytes.ts'

/** Milliseconds without progress. */
const longest = 30_000

/** Looks at every connection in that time; a process that was held up itself cuts nobody for it. */
const looks = 6

interface Watched {
  taken: number
  /** Looks in a row that saw something wait and nothing taken. */
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
    connections.set(socket, { taken: 0, stalled: 0 })
    socket.once('close', () => connections.delete(socket))
  })
  const look = () => {
    for (const [socket, watched] of connections) {
      const taken = takenOf(socket)
      const isStalled = socket.writableLength > 0 && taken === watched.taken
      watched.stalled = isStalled ? watched.stalled + 1 : 0
      watched.taken = taken
      if (watched.stalled < looks) continue
      log.info({ unread: socket.writableLength }, 'Connection cut: its client does not read')
      // With a reset the kernel's buffers go too.
      socket.resetAndDestroy()
    }
  }
  const timer = setInterval(look, milliseconds / looks).unref()
  server.once('close', () => clearInterval(timer))
}
