/**
 * `Idempotency-Key` of the facade (test/spec/b4): read before the body, and bound to what was sent,
 * byte for byte.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../src/base/errors.ts'
import { sha256 } from '../src/base/hashes.ts'
import type { Context, Viewer } from '../src/core/context.ts'
import { refuseReused } from '../src/core/idempotency/exactly-once.ts'
import { Reading } from '../src/core/limits/read-budget.ts'
import { invalidKey, sentKey } from '../src/surfaces/http/idempotency-key.ts'
import type { RestAnswer } from './errors.ts'

interface ContextMaker {
  contextOf(request: FastifyRequest, viewer: Viewer, reading: Reading): Context
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null without a key, and where it is ignored. */
    idempotencyKey: string | null
    /** The bytes sent with a key, if they were read. */
    sentBody: Buffer | null
  }
  interface FastifyContextConfig {
    /** Whether signed-in callers may send a key. */
    takesKey?: boolean
  }
}

/** Runs before the checks, which read the key once the caller is known. */
export function addIdempotency(app: FastifyInstance): void {
  app.decorateRequest('idempotencyKey', null)
  app.decorateRequest('sentBody', null)
}

/** Reads the key of a signed-in caller if the route takes one; the refusal of an invalid one. */
export function acceptKey(request: FastifyRequest): RestAnswer | undefined {
  const { method, routeOptions, viewer } = request
  const isWrite = method !== 'GET' && method !== 'HEAD'
  if (!routeOptions.config.takesKey || !isWrite || viewer?.kind !== 'user') return undefined
  const sent = sentKey(request)
  if (sent === 'invalid') return { status: 400, body: { detail: invalidKey } }
  request.idempotencyKey = sent?.key ?? null
  return undefined
}

/** The claim of a request with a key. */
export function claimOf(request: FastifyRequest): Context['claim'] {
  const { idempotencyKey: key, method, raw, sentBody } = request
  if (!key) return undefined
  const head = Buffer.from(`${method} ${raw.url}\n`)
  const body = sentBody ?? Buffer.alloc(0)
  return { key, size: body.length, fingerprint: sha256(Buffer.concat([head, body])) }
}

/** Throws IDEMPOTENCY_KEY_REUSED if the request's key belongs to a different request. */
export async function refuseReusedIn(request: FastifyRequest, maker: ContextMaker): Promise<void> {
  const claim = claimOf(request)
  if (!claim || request.viewer === null) return
  await refuseReused({ ...maker.contextOf(request, request.viewer, new Reading(0)), claim })
}

/** The same refusal, for a request that is refused before it runs. */
export async function reusedKey(
  request: FastifyRequest,
  maker: ContextMaker,
): Promise<Refusal | undefined> {
  if (request.idempotencyKey === null) return undefined
  try {
    await refuseReusedIn(request, maker)
    return undefined
  } catch (error) {
    if (error instanceof Refusal && error.code === 'IDEMPOTENCY_KEY_REUSED') return error
    return undefined
  }
}
