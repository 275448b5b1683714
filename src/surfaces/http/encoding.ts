/** Refuses compressed bodies with 415 (test/spec/01.2). */
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { hasBody } from './body-time.ts'

/** The content coding of a request, as sent; undefined for none. */
export function encodingOf({ 'content-encoding': encoding }: IncomingHttpHeaders) {
  return /^(\s|,|identity)*$/i.test(encoding ?? '') ? undefined : encoding
}

/** Answered by the error handler of each scope; `message` is the `detail` of REST. */
class EncodedBody extends Error {
  readonly statusCode = 415
  readonly headers = { 'accept-encoding': 'identity' }
}

/** Refuses encoded bodies before they are read, but after all other checks that precede a body. */
export function refuseEncodedBodies(app: FastifyInstance): void {
  app.addHook('preParsing', ({ raw, headers }, _reply, payload, done) => {
    const encoding = hasBody(raw) ? encodingOf(headers) : undefined
    if (encoding === undefined) done(null, payload)
    else done(new EncodedBody(`Unsupported media type "${encoding}" in request.`))
  })
}
