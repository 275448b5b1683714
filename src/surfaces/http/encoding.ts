/** Bodies are read as they are sent: a compressed one is 415 (test/spec/01.2). */
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { hasBody } from './body-time.ts'

/** The content coding of a request, in the client's words; undefined for none. */
export function encodingOf({ 'content-encoding': encoding }: IncomingHttpHeaders) {
  return /^(\s|,|identity)*$/i.test(encoding ?? '') ? undefined : encoding
}

/** The scopes' own handlers answer it; `message` is the `detail` of REST. */
class EncodedBody extends Error {
  readonly statusCode = 415
  readonly headers = { 'accept-encoding': 'identity' }
}

/** Refuses encoded bodies before they are read, and after all else that precedes a body. */
export function refuseEncodedBodies(app: FastifyInstance): void {
  app.addHook('preParsing', ({ raw, headers }, _reply, payload, done) => {
    const encoding = hasBody(raw) ? encodingOf(headers) : undefined
    if (encoding === undefined) done(null, payload)
    else done(new EncodedBody(`Unsupported media type "${encoding}" in request.`))
  })
}
