/**
 * Signed URLs of the store on disk. The signature covers the method and the literal URL before it,
 * so that no part can be altered, added or spelled differently (target F4).
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

const mark = '&signature='

/** A derived key keeps these signatures apart from receipts, which use the same secret. */
function signature(secret: string, method: string, address: string): Buffer {
  const key = createHmac('sha256', secret).update('object address').digest()
  return createHmac('sha256', key).update(`${method} ${address}`).digest()
}

/** The path with these facts and its expiry time, signed for one method. */
export function signedPath(
  secret: string,
  method: 'GET' | 'PUT',
  path: string,
  facts: Record<string, string>,
  expiresAt: Date,
): string {
  const expires = String(Math.floor(expiresAt.getTime() / 1000))
  const address = `${path}?${new URLSearchParams({ ...facts, expires })}`
  return `${address}${mark}${signature(secret, method, address).toString('base64url')}`
}

/**
 * The facts of a URL signed for this method; undefined if the signature is wrong or has expired.
 */
export function signedFacts(
  secret: string,
  method: string,
  address: string,
  now: Date,
): URLSearchParams | undefined {
  const at = address.lastIndexOf(mark)
  if (at < 0) return undefined
  const unsigned = address.slice(0, at)
  const expected = Buffer.from(signature(secret, method, unsigned).toString('base64url'))
  const given = Buffer.from(address.slice(at + mark.length))
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  const facts = new URLSearchParams(unsigned.slice(unsigned.indexOf('?')))
  return Number(facts.get('expires')) * 1000 > now.getTime() ? facts : undefined
}
