/** JSON answers outside the facade and `/graphql`: refusals and probes. */
import type { FastifyReply } from 'fastify'

/** Sends JSON as bytes: to text, Fastify would add a charset, which no other answer has. */
export function replyJson(reply: FastifyReply, value: object): FastifyReply {
  return reply.header('content-type', 'application/json').send(Buffer.from(JSON.stringify(value)))
}
