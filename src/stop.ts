/** How the server stops without losing a request that it has accepted. */
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import net from 'node:net'
import { setTimeout as pause, setImmediate as pollEnd } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Milliseconds after which clients that never stop asking are no reason to wait any more. */
const longest = 5000

/**
 * First not ready, for `delay` milliseconds, so that balancers turn away. Then no new connections,
 * while those that stand are still served, each once more with `connection: close`, until all are
 * gone or none has asked for anything during `delay`. Only then the rest is closed.
 *
 * In this order because the kernel resets connections that wait to be accepted when the listening
 * socket closes. Clients with standing connections have none waiting at that moment; had they been
 * asked to leave before, all of them would be knocking (of 50 clients 49 were reset).
 */
export async function stopServing(app: FastifyInstance, delay: number): Promise<void> {
  if (app.server.listening) {
    app.announceStop()
    await pause(delay)
    // Right after the event loop has accepted what was waiting.
    await pollEnd()
    // http's own `close` would cut idle connections at once, some just as their next request comes.
    net.Server.prototype.close.call(app.server)
    let lastRequest = performance.now()
    app.server.prependListener('request', (_, response: ServerResponse) => {
      lastRequest = performance.now()
      response.setHeader('connection', 'close')
    })
    const allGone = once(app.server, 'close')
    const quiet = async () => {
      while (performance.now() - lastRequest < delay) await pause(delay / 5)
    }
    await Promise.race([allGone, quiet(), pause(longest)])
  }
  await app.close()
}
