/**
 * `/healthz` (the process is alive) and `/readyz` (it can serve; test/surfaces/http/health):
 * public, with a trivial body, and fast whatever the state of the database.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { replyJson } from './json.ts'
import { refuseOtherMethods } from './methods.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Makes `/readyz` answer 503, so that load balancers stop sending requests, and ends streams.
     */
    announceStop(): void
    /** Aborted by `announceStop`. */
    stopping: AbortSignal
  }
}

/** Milliseconds after which the result of a probe is refreshed, ... */
const fresh = 500
/** ... maximum age at which it is still used if the new one is late, ... */
const stale = 2000
/** ... and maximum wait for the new one. */
const patience = 25

/**
 * Adds both routes. `ready` resolves to whether the database can serve, and may hang or throw;
 * `isUp` returns whether the other listeners of the process are up.
 */
export function addHealth(
  app: FastifyInstance,
  ready: () => Promise<boolean>,
  isUp = () => true,
): void {
  const stop = new AbortController()
  const probe = patientProbe(ready)

  app.decorate('announceStop', () => stop.abort())
  app.decorate('stopping', stop.signal)

  const config = { isProbe: true }
  app.get('/healthz', { config }, (_request, reply) => replyJson(reply, { status: 'ok' }))
  app.get('/readyz', { config }, async (_request, reply) => {
    const can = !stop.signal.aborted && isUp() && (await probe())
    return replyJson(reply.code(can ? 200 : 503), { status: can ? 'ok' : 'unavailable' })
  })
  for (const url of ['/healthz', '/readyz']) refuseOtherMethods(app, url)
}

/**
 * Runs `ready` once at a time, waits `patience` for it, and then falls back on a result that is not
 * `stale`: so a busy database may be late, but a lost one is detected.
 */
function patientProbe(ready: () => Promise<boolean>): () => Promise<boolean> {
  let last = { answer: false, at: Number.NEGATIVE_INFINITY }
  let asking: Promise<void> | undefined
  const ask = async () => {
    const answer = await attempt(ready)
    last = { answer, at: performance.now() }
  }
  return async () => {
    if (performance.now() - last.at < fresh) return last.answer
    asking ??= ask().finally(() => {
      asking = undefined
    })
    await Promise.race([asking, wait(patience, undefined, { ref: false })])
    return performance.now() - last.at < stale && last.answer
  }
}

async function attempt(ready: () => Promise<boolean>): Promise<boolean> {
  try {
    return await ready()
  } catch {
    return false
  }
}
