/**
 * Signed URLs of the store on disk. The signature covers the method and the literal URL before it,
 * so that no part can be altered, added or spelled differently (target F4).
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { keyFor } from '../../base/derived-keys.ts'

const mark = '&signature='

function signature(secret: string, method: string, url: string): Buffer {
  const key = keyFor(secret, 'object address')
  return createHmac('sha256', key).update(`${method} ${url}`).digest()
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
  const url = `${path}?${new URLSearchParams({ ...facts, expires })}`
  return `${url}${mark}${signature(secret, method, url).toString('base64url')}`
}

/**
 * The facts of a URL signed for this method; undefined if the signature is wrong or has expired.
 */
export function signedFacts(
  secret: string,
  method: string,
  url: string,
  now: Date,
): URLSearchParams | undefined {
  const at = url.lastIndexOf(mark)
  if (at < 0) return undefined
  const unsigned = url.slice(0, at)
  const expected = Buffer.from(signature(secret, method, unsigned).toString('base64url'))
  const given = Buffer.from(url.slice(at + mark.length))
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  const facts = new URLSearchParams(unsigned.slice(unsigned.indexOf('?')))
  return Number(facts.get('expires')) * 1000 > now.getTime() ? facts : undefined
}
