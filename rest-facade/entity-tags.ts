/**
 * Entity tags of the facade's answers to reads (test/rest-facade/etags). A tag grants nothing: it
 * is computed from a body that the caller was found to be allowed to see. Tags from versions are
 * known earlier (version-tags.ts); all others are computed here.
 */
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { fail } from '../src/base/errors.ts'
import { etagOf, GrowingTag, isNamed, isRead } from '../src/surfaces/http/etag.ts'

/**
 * Tags every answer to a read, and answers 304 if the client has the body. Runs last, so a 304 only
 * goes to callers who would have got the body.
 */
export function addEntityTags(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { method } = request
    // long-answer.ts tags answers in parts.
    if (!isRead(method) || reply.statusCode !== 200 || payload instanceof Readable) {
      return done(null, payload)
    }
    const known = reply.getHeader('etag') as string | undefined
    const bytes = known ? payload : Buffer.from((payload as string | undefined) ?? '')
    const etag = known ?? etagOf(bytes as Buffer)
    reply.header('etag', etag)
    if (isNamed(request.headers['if-none-match'], etag)) {
      reply.code(304).removeHeader('content-type')
      // For HEAD, Fastify computes the length from the body before dropping it.
      if (method === 'GET') return done(null, null)
    }
    done(null, payload ? bytes : payload)
  })
}

/** The length in bytes and the entity tag of a text, read without keeping it. */
export async function measured(pieces: AsyncIterable<string>, isGone = () => false) {
  const tag = new GrowingTag()
  let length = 0
  for await (const piece of pieces) {
    if (isGone()) fail('SERVICE_UNAVAILABLE')
    tag.add(piece)
    length += Buffer.byteLength(piece)
  }
  return { length, etag: tag.end() }
}

/** Passes the pieces on, adding each to the tag. */
export async function* adding(pieces: AsyncIterable<string>, tag: GrowingTag) {
  for await (const piece of pieces) {
    tag.add(piece)
    yield piece
  }
}
