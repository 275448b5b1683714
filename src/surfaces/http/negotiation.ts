/**
 * Chooses between page and JSON by `Accept` (test/surfaces/front/home, test/surfaces/front/ide,
 * test/rest-facade/verification-page).
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'

// Without a preference, the first is chosen.
const graphql = 'application/graphql-response+json'
const pages = ['application/json', graphql, 'text/html']
const documents = ['application/json', graphql, 'application/xhtml+xml']

/**
 * Whether the client prefers pages to JSON, as browsers do, which accept both HTML and XHTML by the
 * Fetch standard. Java's HttpURLConnection accepts HTML by default, but not XHTML, so a client that
 * also accepts JSON must prefer both forms of a page.
 */
export function wantsPage(request: FastifyRequest): boolean {
  const wanted = new Negotiator(request)
  const document = wanted.mediaType(documents)
  return (
    wanted.mediaType(pages) === 'text/html' &&
    (document === undefined || document === 'application/xhtml+xml')
  )
}

/** Declares that the answer depends on `Accept`; needed on pages and JSON alike. */
export function varyByAccept(reply: FastifyReply): void {
  const before = reply.getHeader('vary')
  reply.header('vary', before === undefined ? 'Accept' : `${before}, Accept`)
}
