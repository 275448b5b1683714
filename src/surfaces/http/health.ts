/**
 * `/healthz` (the process lives) and `/readyz` (it can serve; test/process/health): public, without
 * a body worth reading, and quick whatever the database does.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { replyJson } from './json.ts'
import { refuseOtherMethods } from './methods.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** From now on `/readyz` answers 503, so that balancers turn away, and streams end. */
    announceStop(): void
    /** Aborted when that is announced. */
    stopping: AbortSignal
  }
}

/** A probe's answer is refreshed after this many milliseconds, ... */
const fresh = 500
/** ... still believed while a new one is late, up to this age, ... */
const stale = 2000
/** ... and waited for no longer than this. */
const patience = 25

/**
 * Adds both routes; `ready` says whether the database can serve, and may hang or throw. `isUp` says
 * at once whether all else that the process serves is up.
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
 * Asks `ready` at most once at a time, waits `patience` for it, and meanwhile uses an answer
 * that is not `stale`: a busy database is late, a lost one is noticed.
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
