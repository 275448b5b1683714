/**
 * The id of each request: in its answer, as `X-Request-Id`, and in every line that is logged for it
 * (test/process/request-ids). One that a request brings is taken from trusted proxies alone, as all
 * that says where a request comes from: a stranger could otherwise give the lines of many requests
 * one id, or that of somebody else's.
 */
import { randomFillSync } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isWithin } from '../limits/networks.ts'

/** The header, as Node names it. */
export const requestIdHeader = 'x-request-id'

/** UUIDs, ULIDs and what proxies make of them; nothing that has a meaning in a log or a shell. */
const harmless = /^[\w.:=-]{1,64}$/

const size = 9
const pool = Buffer.alloc(size * 1024)
let used = pool.length

/**
 * Random ids: unlike numbers they tell no one how much the service is used. The bytes of many are
 * fetched at once, which costs a tenth.
 */
export function newRequestId(): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += size
  return pool.toString('base64url', used - size, used)
}

/** What gives a request its id: that of a proxy in one of the networks, else a new one. */
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
