/** `GET /openapi.json`: the checked-in description of the REST surface, for everybody. */
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { refuseOtherMethods } from '../src/http/methods.ts'
import { root } from '../src/root.ts'

/** Adds the route; the file is read once. */
export function addDocument(app: FastifyInstance): void {
  // As bytes: to JSON text Fastify would add a charset, which no answer of the interface has.
  const bytes = readFileSync(new URL('rest-facade/openapi.json', root))
  app.get('/openapi.json', (_request, reply) =>
    reply.header('content-type', 'application/json').send(bytes),
  )
  refuseOtherMethods(app, '/openapi.json')
}
