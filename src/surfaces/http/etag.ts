/** Strong entity tags, and the condition that names what a client has (RFC 9110, 8.8.3, 13.1.2). */
import { createHash, hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Against forgery, not for secrecy: it must be impossible to make two bodies with one tag. */
const algorithm = 'sha256'

const quoted = (digest: string) => `"${digest}"`

/** The tag of a body: the same for the same bytes, and for no others. */
export const etagOf = (body: string | Uint8Array): string =>
  quoted(hash(algorithm, body, 'base64url'))

/** The tag of a body that comes in pieces; the same as that of the whole body. */
export class GrowingTag {
  readonly #hash = createHash(algorithm)

  /** Adds the next piece; no piece may end within a pair of surrogates. */
  add(piece: string): void {
    this.#hash.update(piece)
  }

  /** To be called once, after the last piece. */
  end(): string {
    return quoted(this.#hash.digest('base64url'))
  }
}

/** Whether answers to the method have entity tags, and 304 for a body that the client has. */
export const isRead = (method: string | undefined) => method === 'GET' || method === 'HEAD'

/** Answers 304 without a length, which Fastify would add to the answer to HEAD. */
export const replyNotModified = (reply: FastifyReply): FastifyReply =>
  reply.code(304).send(reply.request.method === 'HEAD' ? Readable.from([]) : undefined)

/** A tag as it comes back; what compresses answers on the way may have added a suffix. */
const opaque = /"([\x21\x23-\x7e\x80-\xff]*?)(--?(?:gzip|br|zstd|deflate))?"/g

/**
 * Whether a list of tags has this one. A `W/`, or a suffix such as `-gzip`, that a proxy has added
 * to one of ours changes nothing: it has changed the coding, and we make no weak tags.
 */
export function isMatched(list: string, etag: string): boolean {
  const tags = list.matchAll(opaque)
  return [...tags].some(([whole, tag]) => whole === etag || `"${tag}"` === etag)
}

/** Whether `If-None-Match` names the tag, so that 304 is the answer. Without the header, never. */
export const isNamed = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined && (ifNoneMatch.trim() === '*' || isMatched(ifNoneMatch, etag))
