/**
 * How long a request's body may take (target H4). Node has one limit for all requests; an honest
 * upload of 100 MiB needs more than a login may have. So Node's own is an upload's, and every
 * request starts with ten seconds here, until its route says that it watches itself.
 */
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerBrokenRequest } from './broken-requests.ts'

const usual = 10_000

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>()

/** Whether a body is announced. */
export const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

/** Gives what is still to come of a body ten seconds from now, also if no one reads it. */
export function limitBodyTime(
  { raw: request, id }: FastifyRequest,
  { raw: response }: FastifyReply,
  milliseconds = usual,
): void {
  if (!hasBody(request)) return
  freeBodyTime(request)
  const cut = () => {
    // Undefined where no connection is behind the request.
    if (request.complete !== false || request.destroyed) return
    // Once an answer is on its way there is nothing more to say.
    if (response.headersSent) request.socket.destroy()
    else answerBrokenRequest({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, request.socket, id)
  }
  const timer = setTimeout(cut, milliseconds).unref()
  timers.set(request, timer)
  request.once('end', () => clearTimeout(timer))
}

/** Takes the limit away: the caller watches the body itself. */
export function freeBodyTime(request: IncomingMessage): void {
  clearTimeout(timers.get(request))
}

/** Every request of the application starts with the limit. */
export function addBodyTime(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    limitBodyTime(request, reply)
    done()
  })
}
