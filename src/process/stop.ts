/** Stops the server without losing accepted requests. */
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import net, { type Socket } from 'node:net'
import { setTimeout as pause, setImmediate as pollEnd } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { cutOff } from './cut-off.ts'

/** Maximum milliseconds to wait for open connections. */
const maxDelay = 10_000

/**
 * A function that stops the server; to be created before the server listens, because it counts
 * requests in progress.
 *
 * First, `/readyz` fails for `delay` milliseconds, so that load balancers send new requests
 * elsewhere. Then the listening socket closes; open connections are served once more, with
 * `connection: close`, until all are closed or none has had a request for `delay` milliseconds.
 * Finally, the remaining ones are closed.
 *
 * The order matters, because closing the listening socket resets connections that wait to be
 * accepted. Clients with open connections have none waiting; had they been asked to close them
 * earlier, all would be reconnecting at that moment (49 of 50 clients were reset).
 */
export function stopperOf(
  app: FastifyInstance,
  delay: number,
  maxWait = maxDelay,
): () => Promise<void> {
  let accepted = 0
  const underWay = new Map<Socket, number>()
  let lastEnd = 0
  let isLastRound = false
  app.server.on('connection', (socket: Socket) => {
    accepted += 1
    // An answer queued behind others emits no `close` when its connection ends.
    socket.once('close', () => underWay.delete(socket))
  })
  app.server.prependListener('request', ({ socket }, response: ServerResponse) => {
    underWay.set(socket, (underWay.get(socket) ?? 0) + 1)
    if (isLastRound) response.setHeader('connection', 'close')
    response.once('close', () => {
      const left = (underWay.get(socket) ?? 1) - 1
      if (left === 0) underWay.delete(socket)
      else if (underWay.has(socket)) underWay.set(socket, left)
      lastEnd = performance.now()
    })
  })

  /** Each turn of the event loop accepts one waiting connection. */
  async function noneWaits(): Promise<void> {
    for (let before = -1; before < accepted; ) {
      before = accepted
      await pollEnd()
    }
  }

  async function quiet(): Promise<void> {
    lastEnd = performance.now()
    do {
      await pause(Math.max(10, delay / 5))
      // If this process was blocked, requests may have arrived that it has not read yet.
      await pollEnd()
    } while (underWay.size > 0 || performance.now() - lastEnd < delay)
  }

  return async () => {
    if (app.server.listening) {
      app.announceStop()
      await pause(delay)
      await Promise.race([noneWaits(), pause(maxWait)])
      isLastRound = true
      // `close` of node:http would close idle connections at once, some just as their next request
      // arrives.
      net.Server.prototype.close.call(app.server)
      await Promise.race([once(app.server, 'close'), quiet(), pause(maxWait)])
      // Slow clients must not keep the database open.
      for (const socket of underWay.keys()) cutOff(socket)
      app.server.closeAllConnections()
    }
    await app.close()
  }
}
