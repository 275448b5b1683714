/**
 * The checked-in descriptions of the REST surface, for everybody: `GET /openapi.json`, and
 * `GET /openapi-clients.json` for generators of clients.
 */
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { basePathOf } from '../src/http/base-path.ts'
import { etagOf, isNamed, replyNotModified } from '../src/http/etag.ts'
import { refuseOtherMethods } from '../src/http/methods.ts'
import { root } from '../src/root.ts'

/** A document; its server is below the path of the service's own URLs. */
function read(path: string, base: string): Buffer {
  const bytes = readFileSync(new URL(`rest-facade${path}`, root))
  if (base === '') return bytes
  const document = { ...JSON.parse(bytes.toString()), servers: [{ url: base }] }
  return Buffer.from(`${JSON.stringify(document, null, 2)}\n`)
}

/** Adds the routes; each file is read once. */
export function addDocuments(app: FastifyInstance, { baseUrl }: { baseUrl?: string | undefined }) {
  for (const path of ['/openapi.json', '/openapi-clients.json']) {
    // As bytes: to JSON text Fastify would add a charset, which no answer of the interface has.
    const bytes = read(path, basePathOf(baseUrl))
    const tag = etagOf(bytes)
    app.get(path, (request, reply) => {
      reply.header('etag', tag)
      if (isNamed(request.headers['if-none-match'], tag)) return replyNotModified(reply)
      return reply.header('content-type', 'application/json').send(bytes)
    })
    refuseOtherMethods(app, path)
  }
}
