/**
 * The entity tags of what the facade answers to reads (test/facade/etags). A tag says nothing about
 * rights: it comes of the body that the caller has just been found to be allowed to see.
 */
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { fail } from '../src/errors.ts'
import { etagOf, GrowingTag, isNamed, isRead } from '../src/http/etag.ts'

/**
 * Gives the answer of every read its entity tag, and sends a client no body that it has. It comes
 * last: 304 is answered to those alone who would have been answered the body.
 */
export function addEntityTags(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { method } = request
    // What comes in parts has its tag from long-answer.ts.
    if (!isRead(method) || reply.statusCode !== 200 || payload instanceof Readable) {
      return done(null, payload)
    }
    const bytes = Buffer.from((payload as string | undefined) ?? '')
    const etag = etagOf(bytes)
    reply.header('etag', etag)
    if (isNamed(request.headers['if-none-match'], etag)) {
      reply.code(304).removeHeader('content-type')
      // Fastify takes the length, which HEAD may tell, from the body that it leaves out.
      if (method === 'GET') return done(null, null)
    }
    done(null, payload ? bytes : payload)
  })
}

/** A text that is read and not kept: its bytes, and its entity tag. */
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

/** The same pieces, each added to the tag as it goes by. */
export async function* adding(pieces: AsyncIterable<string>, tag: GrowingTag) {
  for await (const piece of pieces) {
    tag.add(piece)
    yield piece
  }
}
