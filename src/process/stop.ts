/** How the server stops without losing a request that it has accepted. */
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import net, { type Socket } from 'node:net'
import { setTimeout as pause, setImmediate as pollEnd } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { cutOff } from './cut-off.ts'

/** Milliseconds after which open connections are no reason to wait any more. */
const maxDelay = 10_000

/**
 * What stops the server; to be made before it listens, since it counts the requests under way.
 *
 * First not ready, for `delay` milliseconds, so that balancers turn away. Then no new connections,
 * while those that stand are still served, each once more with `connection: close`, until all are
 * gone or it has been quiet for `delay`: no request under way, and none answered. Only then the
 * rest is closed.
 *
 * In this order because the kernel resets connections that wait to be accepted when the listening
 * socket closes. Clients with standing connections have none waiting at that moment; had they been
 * asked to leave before, all of them would be knocking (of 50 clients 49 were reset).
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
    // An answer that waits behind others has no `close` of its own when its connection ends.
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

  /** Each turn of the event loop accepts one connection of those that wait. */
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
      // Where this process was held up, requests have come in that it has not seen yet.
      await pollEnd()
    } while (underWay.size > 0 || performance.now() - lastEnd < delay)
  }

  return async () => {
    if (app.server.listening) {
      app.announceStop()
      await pause(delay)
      await Promise.race([noneWaits(), pause(maxWait)])
      isLastRound = true
      // http's own `close` would cut idle connections at once, some just as their next request
      // comes.
      net.Server.prototype.close.call(app.server)
      await Promise.race([once(app.server, 'close'), quiet(), pause(maxWait)])
      // A client that reads or sends slowly must not keep the database open.
      for (const socket of underWay.keys()) cutOff(socket)
      app.server.closeAllConnections()
    }
    await app.close()
  }
}
