/**
 * `GET /changes/events`: tells a client when to ask for changes again (test/surfaces/events).
 *
 * A stream holds a connection, but no request slot, share of the thread's time or database
 * connection. It ends after an hour, so that clients must handle interruptions.
 */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fail, InsufficientScope, unauthenticated } from '../../base/errors.ts'
import { throttled } from '../../core/limits/rate-limits.ts'
import { sightOf } from '../../core/narrowing.ts'
import { readKeyState } from '../../core/queries/watchers.ts'
import type { Viewer } from '../../core/store/viewer.ts'
import type { Queryable } from '../../outside/database/database.ts'
import type { TimeShares } from '../../process/time-shares.ts'
import { type Leave, Turnstile } from '../../process/turnstile.ts'
import type { Config } from '../../settings/config.ts'
import { callerKeyOf } from '../http/large-answers.ts'
import { refuseOtherMethods } from '../http/methods.ts'
import { takeShare } from '../http/request-slots.ts'
import type { Readers } from '../http/stalled-readers.ts'
import { type Change, EventStream } from './stream.ts'
import { type Rhythm, Watching } from './watching.ts'

/** Milliseconds. */
export interface StreamTimes extends Rhythm {
  /** Between two comments. */
  comment: number
  longest: number
}

const ordinaryTimes: StreamTimes = {
  look: 1_000,
  thorough: 10_000,
  comment: 25_000,
  longest: 3_600_000,
}

interface EventsOptions {
  db: Queryable
  http: Pick<Config['http'], 'maxEventStreams' | 'maxEventStreamsPerAccount'>
  viewerOf(request: FastifyRequest, tripId: number): Promise<Viewer>
  shares: TimeShares
  readers: Readers
  times?: Partial<StreamTimes> | undefined
}

const url = '/changes/events'

/** Seconds until a stream may be free: disconnected clients are detected by then. */
const retryAfter = 60

/** Why a stream ends, for the log. */
type End = 'client' | 'credentials' | 'refused' | 'stop' | 'time'

/** The slots of streams, per account and in total. */
function slotsOf({ maxEventStreams, maxEventStreamsPerAccount }: EventsOptions['http']) {
  const all = new Turnstile({ name: 'eventStreams', max: maxEventStreams, maxWaiting: 0 })
  const counts = new Map<string, number>()
  const add = (account: string, one: 1 | -1) => {
    const count = (counts.get(account) ?? 0) + one
    if (count > 0) counts.set(account, count)
    else counts.delete(account)
    return count
  }
  return {
    open: () => all.load.inHand,
    /**
     * Throws THROTTLED if the account has no slot left, SERVICE_UNAVAILABLE if the service has
     * none.
     */
    async enter(account: string): Promise<Leave> {
      const leaveAccount = () => void add(account, -1)
      try {
        if (add(account, 1) > maxEventStreamsPerAccount) throttled(retryAfter, 'eventsOfAccount')
        const leave = await all.enter(account)
        return () => {
          leaveAccount()
          leave()
        }
      } catch (error) {
        leaveAccount()
        throw error
      }
    },
  }
}

/** A token that has lost its scopes no longer counts for the account. */
const refusedScope = (error: unknown): Viewer => {
  if (error instanceof InsufficientScope) return { kind: 'anonymous' }
  throw error
}

/** The stream of one request, not watching yet; `end` may be called repeatedly. */
function openStream(request: FastifyRequest, times: StreamTimes, onEnd: () => void) {
  const stream = new EventStream()
  const since = performance.now()
  const comments = setInterval(() => stream.comment(), times.comment).unref()
  const last = setTimeout(() => end('time'), times.longest).unref()
  let isOpen = true
  function end(reason: End): void {
    if (!isOpen) return
    isOpen = false
    clearInterval(comments)
    clearTimeout(last)
    onEnd()
    stream.end()
    const seconds = Math.round((performance.now() - since) / 1000)
    request.log.info({ reason, seconds }, 'event stream ended')
  }
  return { stream, end }
}

/** Adds the route; returns a function that counts open streams. */
export function serveEvents(app: FastifyInstance, options: EventsOptions): () => number {
  const { db, http, viewerOf, shares, readers } = options
  const times = { ...ordinaryTimes, ...options.times }
  const watching = new Watching({ db, log: app.log, rhythm: times })
  const slots = slotsOf(http)
  const ends = new Set<(reason: End) => void>()
  const endAll = () => {
    for (const end of ends) end('stop')
  }
  app.stopping.addEventListener('abort', endAll)
  app.addHook('preClose', async () => endAll())
  app.addHook('onClose', () => watching.close())

  async function userOf(request: FastifyRequest) {
    const viewer = await viewerOf(request, 0)
    if (viewer.kind === 'user') return viewer
    throw unauthenticated(viewer)
  }

  /** Opens a stream, which announces everything committed from now on. */
  async function open(request: FastifyRequest, reply: FastifyReply): Promise<EventStream> {
    const { user, keyHash } = await userOf(request)
    await takeShare(shares, request, callerKeyOf({ kind: 'user', user }, request.ip))
    const closers: (() => void)[] = [await slots.enter(String(user.id))]
    const { stream, end } = openStream(request, times, () => {
      ends.delete(end)
      for (const close of closers) close()
    })
    ends.add(end)
    const isStill = async () => {
      const viewer = await viewerOf(request, 0).catch(refusedScope)
      if (viewer.kind !== 'user' || viewer.user.id !== user.id) return false
      return sightOf(viewer.user) === sightOf(user)
    }
    try {
      const tell = (change: Change) => stream.tell(change)
      const key = keyHash === null ? null : await readKeyState(db, keyHash)
      // The key may have been narrowed since the viewer was loaded.
      if (key === undefined || (key && !(await isStill()))) fail('UNAUTHENTICATED')
      const listener = { key, tell, expire: () => end('credentials'), isStill }
      closers.push(await watching.watch(user, listener))
      if (reply.raw.destroyed || app.stopping.aborted)
        fail('SERVICE_UNAVAILABLE', { retryAfter: 5 })
    } catch (error) {
      end('refused')
      throw error
    }
    readers.expectAll(request.raw.socket)
    reply.raw.once('close', () => end('client'))
    return stream
  }

  /** An ended stream, for HEAD. */
  const headOf = async (request: FastifyRequest) => {
    await userOf(request)
    return Readable.from([])
  }

  app.get(url, async (request, reply) => {
    const body = await (request.method === 'HEAD' ? headOf(request) : open(request, reply))
    // Otherwise, nginx would buffer events.
    return reply
      .headers({ 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' })
      .send(body)
  })
  refuseOtherMethods(app, url)
  return slots.open
}
