/** The header `Idempotency-Key`, as both surfaces read it (test/spec/b4). */
import type { FastifyRequest } from 'fastify'

export const invalidKey = 'Invalid Idempotency-Key.'

/** Set where any part of an answer was kept by an earlier request. */
export const replayed = { 'idempotency-replayed': 'true' } as const

/** The key; `invalid` unless it has 1 to 255 visible ASCII characters. Undefined without one. */
export function sentKey({ headers }: FastifyRequest): { key: string } | 'invalid' | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  // Node joins a repeated header with a comma and a blank, which no key has.
  return typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key) ? { key } : 'invalid'
}
