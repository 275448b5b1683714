/** `GET /` for browsers: what the service is, and where to read on (test/front/home). */
import type { FastifyInstance } from 'fastify'
import about from '../../package.json' with { type: 'json' }
import { type Html, html, nothing, sendPage } from '../http/html.ts'
import { varyByAccept, wantsPage } from './negotiation.ts'

export interface HomeOptions {
  /** What comes before the path in the service's URLs. */
  base: string
  /** What is served beside the interfaces themselves. */
  has: { docs: boolean; ide: boolean; sdl: boolean }
}

/** Adds the route. A client other than a browser gets the answer of an unknown path. */
export function addHome(app: FastifyInstance, { base, has }: HomeOptions): void {
  const link = (path: string, text: string): Html =>
    html`<li><a href="${base}${path}">${text}</a></li>\n`
  const content = html`<p>A trip-planning service, version ${about.version}.</p>
<h2>REST</h2>
<ul>
${has.docs ? link('/docs', 'Documentation') : nothing}${link('/openapi.json', 'OpenAPI document')}</ul>
${
  has.ide || has.sdl
    ? html`<h2>GraphQL</h2>
<ul>
${has.ide ? link('/graphql', 'IDE') : nothing}${has.sdl ? link('/schema.graphql', 'Schema (SDL)') : nothing}</ul>`
    : nothing
}
<h2>Status</h2>
<ul>
${link('/healthz', 'Process is running')}${link('/readyz', 'Ready to serve requests')}</ul>`
  app.get('/', (request, reply) => {
    varyByAccept(reply)
    if (!wantsPage(request)) {
      reply.callNotFound()
      return reply
    }
    return sendPage(reply, { status: 200, heading: 'Trips', content })
  })
}
