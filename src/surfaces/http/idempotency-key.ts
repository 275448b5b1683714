/** The header `Idempotency-Key`, as both surfaces read it (test/spec/b4). */
import type { FastifyRequest } from 'fastify'

export const invalidKey = 'Invalid Idempotency-Key.'

/** Sent if any part of an answer was kept by an earlier request. */
export const replayed = { 'idempotency-replayed': 'true' } as const

/** The key; `invalid` unless it has 1 to 255 visible ASCII characters. Undefined without one. */
export function sentKey({ headers }: FastifyRequest): { key: string } | 'invalid' | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  // Node joins repeated headers with a comma and a space, and keys have no spaces.
  return typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key) ? { key } : 'invalid'
}
