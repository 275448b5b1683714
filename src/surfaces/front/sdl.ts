/** `GET /schema.graphql`: the public SDL as text, for everybody (test/surfaces/front/sdl). */
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { root } from '../../base/root.ts'
import { etagOf, isNamed, replyNotModified } from '../http/etag.ts'
import { refuseOtherMethods } from '../http/methods.ts'

/** Adds the route; the file is read once. */
export function addSdl(app: FastifyInstance): void {
  const sdl = readFileSync(new URL('schema/public.graphql', root), 'utf8')
  const tag = etagOf(sdl)
  app.get('/schema.graphql', (request, reply) => {
    reply.headers({ etag: tag, 'cache-control': 'public, no-cache' })
    if (isNamed(request.headers['if-none-match'], tag)) return replyNotModified(reply)
    return reply.type('text/plain; charset=utf-8').send(sdl)
  })
  refuseOtherMethods(app, '/schema.graphql')
}
