/** JSON outside the facade and `/graphql`: refusals and probes. */
import type { FastifyReply } from 'fastify'

/** As bytes: to JSON text Fastify would add a charset, which no other answer of ours has. */
export function replyJson(reply: FastifyReply, value: object): FastifyReply {
  return reply.header('content-type', 'application/json').send(Buffer.from(JSON.stringify(value)))
}
