/** How an answer is cut off that cannot be ended. */
import type { Socket } from 'node:net'

/**
 * Resets the connection. A mere end would be that of the whole answer to a proxy that speaks
 * HTTP/1.0, as nginx does by default, and it would tell its client so.
 */
export function cutOff(socket: Socket): void {
  // A request that is injected has a socket that can do nothing.
  socket.resetAndDestroy?.()
}
