/**
 * The timeout of request bodies (target H4). Node has one for all requests, which must suffice for
 * an upload of 100 MiB. So every request has a timeout of ten seconds here, unless its route
 * watches the body itself.
 */
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerBrokenRequest } from './broken-requests.ts'

const usual = 10_000

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>()

/** Whether the headers announce a body. */
export const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

/** Limits the rest of a body to ten seconds from now, even if it is not read. */
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
    // An answer that has started cannot become an error.
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

/** Adds the timeout to every request of the application. */
export function addBodyTime(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    limitBodyTime(request, reply)
    done()
  })
}
