/**
 * Queues requests: first here, before any lookup, and again in `takeShare` once the caller is
 * known. The requests of one connection run one after the other, since a later one may build on an
 * earlier one, and answers are sent in order anyway (RFC 9112, 9.3.2). All connections together
 * have a limit (.env.example): a request without a free slot is answered 503 at once. A request
 * whose client has disconnected is dropped.
 */
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '../../base/errors.ts'
import { clientOf } from '../../process/networks.ts'
import type { Share } from '../../process/share.ts'
import type { TimeShares } from '../../process/time-shares.ts'
import { type Leave, Turnstile } from '../../process/turnstile.ts'
import { hasBody } from './body-time.ts'

/** Maximum unanswered requests of one connection. */
const maxPerConnection = 32
/** Maximum milliseconds that a request waits for earlier answers on its connection. */
const maxAnswerTime = 600_000

declare module 'fastify' {
  interface FastifyRequest {
    /** Releases the request's slot. */
    endWork: Leave | null
    /** The request's share of the thread's time. */
    share: Share | null
  }
}

/**
 * Adds the slots: `maxRequests` requests run at once, and as many more may wait. One client address
 * may use a quarter of them.
 */
export function addRequestSlots(
  app: FastifyInstance,
  maxRequests: number,
  maxPerAddress = Math.ceil(maxRequests / 4),
): void {
  const lines = new Turnstile({
    name: 'requestsOfConnection',
    max: Number.POSITIVE_INFINITY,
    maxPerKey: 1,
    maxWaitingPerKey: maxPerConnection - 1,
    maxWaiting: maxRequests,
    maxWait: maxAnswerTime,
  })
  const most = { max: maxRequests, maxPerKey: maxPerAddress }
  const works = new Turnstile({ name: 'requests', ...most, maxWaiting: 0 })
  const connectionOf = connections()

  app.decorateRequest('endWork', null)
  app.decorateRequest('share', null)
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.isProbe) return
    const { key, leaves } = connectionOf(request.raw.socket)
    const next = await lines.enter(key)
    const leave = () => {
      leaves.delete(leave)
      endWork(request)
      next()
    }
    // An answer queued behind others emits no `close` when its connection ends.
    leaves.add(leave)
    reply.raw.once('close', () => leave())
    if (isGone(request)) {
      leave()
      return drop(reply)
    }
    request.endWork = await works.enter(clientOf(request.ip))
  })
  // Slow clients hold their connections, but no slots.
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (hasBody(request.raw)) giveUpSlot(request)
    done(null, payload)
  })
  app.addHook('preHandler', async (request, reply) => {
    if (isGone(request)) return drop(reply)
    if (request.routeOptions.config.isProbe) return
    request.endWork ??= await works.enter(clientOf(request.ip))
  })
  app.addHook('onSend', (request, _reply, payload, done) => {
    endWork(request)
    done(null, payload)
  })
}

/**
 * Waits until the caller may use more of the thread's time; the request is charged until its answer
 * is sent. Throws SERVICE_UNAVAILABLE if too many requests of the caller wait, or if the client has
 * disconnected.
 */
export async function takeShare(
  shares: TimeShares,
  request: FastifyRequest,
  key: string,
  alone = false,
): Promise<Share> {
  if (request.share) return request.share
  const share = await shares.enter(key, { alone, onWait: () => giveUpSlot(request) })
  request.share = share
  if (isGone(request)) {
    share.end()
    fail('SERVICE_UNAVAILABLE')
  }
  return share
}

function endWork(request: FastifyRequest): void {
  giveUpSlot(request)
  request.share?.end()
}

/** Releases the slot while the request waits for its client, or is under another limit. */
export function giveUpSlot(request: FastifyRequest): void {
  request.endWork?.()
  request.endWork = null
}

interface Connection {
  key: string
  leaves: Set<Leave>
}

/** Assigns keys to connections; when one closes, its requests release their slots. */
function connections(): (socket: Socket) => Connection {
  const known = new WeakMap<Socket, Connection>()
  let last = 0
  return (socket) => {
    const before = known.get(socket)
    if (before) return before
    last += 1
    const connection: Connection = { key: String(last), leaves: new Set() }
    known.set(socket, connection)
    socket.once('close', () => {
      for (const leave of connection.leaves) leave()
    })
    return connection
  }
}

const isGone = ({ raw }: FastifyRequest): boolean => raw.socket.destroyed === true

/** Drops a request whose client has disconnected. */
function drop(reply: FastifyReply): FastifyReply {
  return reply.hijack()
}
