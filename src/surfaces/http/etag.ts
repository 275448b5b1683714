/** Strong entity tags, and conditional requests (RFC 9110, 8.8.3, 13.1.2). */
import { createHash, hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Collision-resistant, so that users cannot create two bodies with the same tag. */
const algorithm = 'sha256'

const quoted = (digest: string) => `"${digest}"`

/** The tag of a body: equal only for equal bytes. */
export const etagOf = (body: string | Uint8Array): string =>
  quoted(hash(algorithm, body, 'base64url'))

/** The tag of a body in pieces; equal to that of the whole body. */
export class GrowingTag {
  readonly #hash = createHash(algorithm)

  /** Adds the next piece, which must not end within a surrogate pair. */
  add(piece: string): void {
    this.#hash.update(piece)
  }

  /** Returns the tag; to be called once, after the last piece. */
  end(): string {
    return quoted(this.#hash.digest('base64url'))
  }
}

/** Whether answers to the method have entity tags, and can be 304. */
export const isRead = (method: string | undefined) => method === 'GET' || method === 'HEAD'

/** Answers 304 without a length, which Fastify would add for HEAD. */
export const replyNotModified = (reply: FastifyReply): FastifyReply =>
  reply.code(304).send(reply.request.method === 'HEAD' ? Readable.from([]) : undefined)

/** A tag in a request; a compressing proxy may have added a suffix. */
const opaque = /"([\x21\x23-\x7e\x80-\xff]*?)(--?(?:gzip|br|zstd|deflate))?"/g

/**
 * Whether a list of tags contains this one. Ignores `W/` and a suffix such as `-gzip`: proxies add
 * them when they change the coding, and the service itself makes no weak tags.
 */
export function isMatched(list: string, etag: string): boolean {
  const tags = list.matchAll(opaque)
  return [...tags].some(([whole, tag]) => whole === etag || `"${tag}"` === etag)
}

/**
 * Whether `If-None-Match` contains the tag, so that the answer is 304; false without the header.
 */
export const isNamed = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined && (ifNoneMatch.trim() === '*' || isMatched(ifNoneMatch, etag))
