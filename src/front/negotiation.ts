/** Which requests want a page (test/front/home, test/front/ide). */
import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'

/** A client without a preference gets the first. */
const offered = ['application/json', 'application/graphql-response+json', 'text/html']

/** Whether the client prefers HTML to JSON, as browsers do. */
export function wantsPage(request: FastifyRequest): boolean {
  return new Negotiator(request).mediaType(offered) === 'text/html'
}

/** Declares that the answer depends on `Accept`; needed on either answer. */
export function varyByAccept(reply: FastifyReply): void {
  const before = reply.getHeader('vary')
  reply.header('vary', before === undefined ? 'Accept' : `${before}, Accept`)
}
