/** Answers other methods of known paths with 405 (test/spec/01.1). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { replyJson } from './json.ts'

const usual = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/**
 * To be called after all other routes of `url`, in their scope; `answer` gives the body its form.
 * Reads no body and checks no credentials.
 */
export function refuseOtherMethods(
  scope: FastifyInstance,
  url: string,
  answer: (request: FastifyRequest, reply: FastifyReply) => unknown = inRest,
): void {
  const taken = usual.filter((method) => scope.hasRoute({ url, method }))
  const method = scope.supportedMethods.filter((name) => !taken.includes(name))
  const allow = taken.join(', ')
  const refuse = async (request: FastifyRequest, reply: FastifyReply) =>
    answer(request, reply.code(405).header('allow', allow))
  scope.route({ method, url, exposeHeadRoute: false, onRequest: refuse, handler: refuse })
}

function inRest({ method }: FastifyRequest, reply: FastifyReply): FastifyReply {
  return replyJson(reply, { detail: `Method "${method}" not allowed.` })
}
