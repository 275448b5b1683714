/**
 * The id of each request: in its answer, as `X-Request-Id`, and in its log lines
 * (test/surfaces/http/request-ids). Ids are accepted from trusted proxies only: otherwise any
 * client could reuse an id, or that of another client's request.
 */
import { randomFillSync } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isWithin } from '../../process/networks.ts'

/** The header in lower case, as in Node. */
export const requestIdHeader = 'x-request-id'

/** Matches UUIDs, ULIDs and ids of proxies; no characters that are special in logs or shells. */
const harmless = /^[\w.:=-]{1,64}$/

const size = 9
const pool = Buffer.alloc(size * 1024)
let used = pool.length

/**
 * A random id: unlike consecutive numbers, it does not reveal how much the service is used. Random
 * bytes are fetched in batches, at a tenth of the cost.
 */
export function newRequestId(): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += size
  return pool.toString('base64url', used - size, used)
}

/**
 * A function that returns a request's id: one sent by a proxy in these networks, else a new one.
 */
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
