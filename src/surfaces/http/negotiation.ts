/**
 * Which requests want a page (test/surfaces/front/home, test/surfaces/front/ide,
 * test/rest-facade/verification-page).
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'

// A client without a preference gets the first of a list.
const graphql = 'application/graphql-response+json'
const pages = ['application/json', graphql, 'text/html']
const documents = ['application/json', graphql, 'application/xhtml+xml']

/**
 * Whether the client prefers pages to JSON, as browsers do. By the Fetch standard these name HTML
 * and XHTML alike. Java's HttpURLConnection names HTML, and no XHTML, by default: a client that
 * also accepts JSON must prefer both forms of a page to it.
 */
export function wantsPage(request: FastifyRequest): boolean {
  const wanted = new Negotiator(request)
  const document = wanted.mediaType(documents)
  return (
    wanted.mediaType(pages) === 'text/html' &&
    (document === undefined || document === 'application/xhtml+xml')
  )
}

/** Declares that the answer depends on `Accept`; needed on either answer. */
export function varyByAccept(reply: FastifyReply): void {
  const before = reply.getHeader('vary')
  reply.header('vary', before === undefined ? 'Accept' : `${before}, Accept`)
}
