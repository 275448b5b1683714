/**
 * The timeout of request bodies (target H4). Node has one for all requests, but an honest upload
 * of 100 MiB needs longer than a login should. So Node's is an upload's, and every request starts
 * with ten seconds here, until its route watches the body itself.
 */
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerBrokenRequest } from './broken-requests.ts'

const usual = 10_000

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>()

/** Whether a body is announced. */
export const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

/** Gives the rest of a body ten seconds from now, even if no one reads it. */
export function limitBodyTime(
  { raw: request, id }: FastifyRequest,
  { raw: response }: FastifyReply,
  milliseconds = usual,
): void {
  if (!hasBody(request)) return
  freeBodyTime(request)
  const cut = () => {
    // Undefined if the request has no connection.
    if (request.complete !== false || request.destroyed) return
    // An answer that has begun cannot become an error.
    if (response.headersSent) request.socket.destroy()
    else answerBrokenRequest({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, request.socket, id)
  }
  const timer = setTimeout(cut, milliseconds).unref()
  timers.set(request, timer)
  request.once('end', () => clearTimeout(timer))
}

/** Removes the timeout: the caller watches the body itself. */
export function freeBodyTime(request: IncomingMessage): void {
  clearTimeout(timers.get(request))
}

/** Every request of the application starts with it. */
export function addBodyTime(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    limitBodyTime(request, reply)
    done()
  })
}
