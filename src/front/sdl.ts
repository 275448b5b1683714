/** `GET /schema.graphql`: the public SDL as text, for everybody (test/front/sdl). */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { refuseOtherMethods } from '../http/methods.ts'
import { root } from '../root.ts'

/** Adds the route; the file is read once. */
export function addSdl(app: FastifyInstance): void {
  const sdl = readFileSync(new URL('schema/public.graphql', root), 'utf8')
  const tag = `"${createHash('sha256').update(sdl).digest('base64url')}"`
  app.get('/schema.graphql', (request, reply) => {
    reply.headers({ etag: tag, 'cache-control': 'public, no-cache' })
    if (isKnown(request.headers['if-none-match'], tag)) return reply.code(304).send()
    return reply.type('text/plain; charset=utf-8').send(sdl)
  })
  refuseOtherMethods(app, '/schema.graphql')
}

/** Whether a client has the version of that tag (RFC 9110, 13.1.2). */
function isKnown(ifNoneMatch: string | undefined, tag: string): boolean {
  const known = ifNoneMatch?.split(',').map((one) => one.trim().replace(/^W\//, '')) ?? []
  return known.includes('*') || known.includes(tag)
}
