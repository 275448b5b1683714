/**
 * The id of each request: in its answer, as `X-Request-Id`, and in every line that is logged for it
 * (test/process/request-ids). An id in a request is accepted from trusted proxies only: otherwise
 * any client could give many requests the same id, or that of another client's request.
 */
import { randomFillSync } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isWithin } from '../../process/networks.ts'

/** The header, as Node names it. */
export const requestIdHeader = 'x-request-id'

/** UUIDs, ULIDs and the ids of proxies; no characters special in a log or a shell. */
const harmless = /^[\w.:=-]{1,64}$/

const size = 9
const pool = Buffer.alloc(size * 1024)
let used = pool.length

/**
 * Random ids: unlike consecutive numbers, they do not reveal how much the service is used. Random
 * bytes are fetched for many at once, at a tenth of the cost.
 */
export function newRequestId(): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += size
  return pool.toString('base64url', used - size, used)
}

/** Returns a request's id: that of a proxy in one of the networks, else a new one. */
export function requestIds(
  trustedProxies: readonly string[],
): (request: IncomingMessage) => string {
  if (trustedProxies.length === 0) return newRequestId
  const isProxy = isWithin(trustedProxies)
  return ({ headers, socket }) => {
    const given = headers[requestIdHeader]
    const isGiven = typeof given === 'string' && harmless.test(given)
    return isGiven && isProxy(socket.remoteAddress ?? '') ? given : newRequestId()
  }
}
