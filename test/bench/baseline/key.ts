/** The key check (test/spec/01.4): the header here, the account within each statement. */
import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { refusals, type WireAnswer } from './wire.ts'

/** Runs a prepared statement; every column comes as PostgreSQL's own text. */
export type Query = <Row extends unknown[]>(
  statement: { name: string; text: string },
  values: unknown[],
) => Promise<Row[]>

/** The SHA-256 of the key in the Authorization header, in hex, or the refusal. */
export function keyHash(request: FastifyRequest): string | WireAnswer {
  const [scheme = '', key, more] = (request.headers.authorization ?? '').trim().split(/\s+/)
  if (scheme.toLowerCase() !== 'token') return refusals.noCredentials
  if (!key) return refusals.emptyKey
  if (more !== undefined) return refusals.spacedKey
  return hash('sha256', key)
}
