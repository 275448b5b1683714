/** How much of what was written to a client its side of the connection has taken. */
import type { Socket } from 'node:net'

/**
 * Bytes that the kernel has taken. One write of many megabytes is one to `bytesWritten` and
 * `writableLength`, from its beginning to its end; only the handle knows how far it is, which Node
 * itself goes by when it looks for idle sockets.
 */
export function takenOf(socket: Socket): number {
  const { _handle: handle } = socket as Socket & {
    _handle?: { bytesWritten: number; writeQueueSize: number } | null
  }
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0
}
