/** `GET /` for browsers: what the service is, and where to read on (test/front/home). */
import type { FastifyInstance } from 'fastify'
import { type Html, html, joined, nothing, sendPage } from '../http/html.ts'
import { version } from '../version.ts'
import { varyByAccept, wantsPage } from './negotiation.ts'

export interface HomeOptions {
  /** What comes before the path in the service's URLs. */
  base: string
  /** What is served beside the interfaces themselves. */
  has: { docs: boolean; ide: boolean; sdl: boolean }
}

type Link = readonly [path: string, text: string]

/** A heading with links; nothing if there are none. */
function section(heading: string, base: string, links: readonly (Link | false)[]): Html {
  const items = links
    .filter((link) => link !== false)
    .map(([path, text]) => html`<li><a href="${base}${path}">${text}</a></li>\n`)
  if (items.length === 0) return nothing
  return html`<h2>${heading}</h2>\n<ul>\n${joined(items)}</ul>\n`
}

/** Adds the route. A client other than a browser gets the answer of an unknown path. */
export function addHome(app: FastifyInstance, { base, has }: HomeOptions): void {
  const content = joined([
    html`<p>A trip-planning service, version ${version}.</p>\n`,
    section('REST', base, [
      has.docs && ['/docs', 'Documentation'],
      ['/openapi.json', 'OpenAPI document'],
    ]),
    section('GraphQL', base, [
      has.ide && ['/graphql', 'IDE'],
      has.sdl && ['/schema.graphql', 'Schema (SDL)'],
    ]),
    section('Status', base, [
      ['/healthz', 'Process is running'],
      ['/readyz', 'Ready to serve requests'],
    ]),
  ])
  app.get('/', (request, reply) => {
    varyByAccept(reply)
    if (!wantsPage(request)) {
      reply.callNotFound()
      return reply
    }
    return sendPage(reply, { status: 200, heading: 'Trips', content })
  })
}
