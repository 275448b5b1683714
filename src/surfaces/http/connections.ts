/** Limits open connections, in total and per client address (.env.example). */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Log } from '../../base/log.ts'
import { limitReached } from '../../base/telemetry.ts'
import { clientOf, isWithin } from '../../process/networks.ts'
import { Turnstile } from '../../process/turnstile.ts'
import type { Config } from '../../settings/config.ts'
import { closeWith } from './broken-requests.ts'

/** Seconds after which a refused client may retry. */
const retryAfter = 5

/** Milliseconds between two log lines about refused connections. */
const pause = 60_000

/** Closes excess connections at once, with 503. To be called before the server listens. */
export function limitConnections(
  server: Server,
  { http, trustedProxies }: Pick<Config, 'http' | 'trustedProxies'>,
  log: Pick<Log, 'warn'>,
): void {
  const tell = rarely((refused, address) =>
    log.warn({ refused, address }, 'connections refused: limit reached'),
  )
  // Node closes further ones without an answer; newer versions treat 0 as none allowed.
  if (Number.isFinite(http.maxConnections)) server.maxConnections = http.maxConnections
  server.on('drop', (dropped) => {
    limitReached.publish({ limit: 'connections' })
    tell(dropped?.remoteAddress)
  })

  const isProxy = isWithin(trustedProxies)
  const clients = new Turnstile({
    name: 'connectionsPerAddress',
    max: Number.POSITIVE_INFINITY,
    maxPerKey: http.maxConnectionsPerAddress,
    maxWaiting: 0,
  })
  server.on('connection', (socket: Socket) => {
    const { remoteAddress: address = '' } = socket
    if (isProxy(address)) return
    clients.enter(clientOf(address)).then(
      // Not `leave` itself: the event says whether there was an error, as its argument.
      (leave) => (socket.destroyed ? leave() : socket.once('close', () => leave())),
      () => {
        tell(address)
        closeWith(503, socket, { 'retry-after': retryAfter })
      },
    )
  })
}

/**
 * Calls `tell` at once for the first event, and later for all further ones together, with the
 * newest.
 */
function rarely(tell: (count: number, newest: string | undefined) => void) {
  let count = 0
  let next = 0
  return (newest: string | undefined) => {
    count += 1
    if (performance.now() < next) return
    tell(count, newest)
    count = 0
    next = performance.now() + pause
  }
}
