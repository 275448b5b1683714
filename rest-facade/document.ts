/**
 * Serves the checked-in descriptions of the REST surface to anybody: `GET /openapi.json`, and `GET
 * /openapi-clients.json` for client generators.
 */
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { root } from '../src/base/root.ts'
import { basePathOf } from '../src/surfaces/http/base-url.ts'
import { etagOf, isNamed, replyNotModified } from '../src/surfaces/http/etag.ts'
import { refuseOtherMethods } from '../src/surfaces/http/methods.ts'

interface Settings {
  baseUrl?: string | undefined
  serviceName: string
}

/**
 * A document whose server is below the path of the service's own URLs. The one for people has the
 * service's name; the other's title is fixed, because generators derive names in code from it.
 */
function read(path: string, { baseUrl, serviceName }: Settings): Buffer {
  const bytes = readFileSync(new URL(`rest-facade${path}`, root))
  const document = JSON.parse(bytes.toString())
  const base = basePathOf(baseUrl)
  const title = path === '/openapi.json' ? serviceName : document.info.title
  if (base === '' && document.info.title === title) return bytes
  document.info.title = title
  if (base !== '') document.servers = [{ url: base }]
  return Buffer.from(`${JSON.stringify(document, null, 2)}\n`)
}

/** Adds the routes. Each file is read once. */
export function serveOpenApi(app: FastifyInstance, settings: Settings): void {
  for (const path of ['/openapi.json', '/openapi-clients.json']) {
    // As bytes, because Fastify would add a charset to JSON text; REST answers have none.
    const bytes = read(path, settings)
    const tag = etagOf(bytes)
    app.get(path, (request, reply) => {
      reply.header('etag', tag)
      if (isNamed(request.headers['if-none-match'], tag)) return replyNotModified(reply)
      return reply.header('content-type', 'application/json').send(bytes)
    })
    refuseOtherMethods(app, path)
  }
}
