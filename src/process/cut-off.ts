/** Cuts off an answer that cannot be completed. */
import type { Socket } from 'node:net'

/**
 * Resets the connection. If it only ended, a proxy that speaks HTTP/1.0, as nginx does by default,
 * would pass the answer on as complete.
 */
export function cutOff(socket: Socket): void {
  // The socket of an injected request is a mock without this method.
  socket.resetAndDestroy?.()
}
