/** The GraphQL IDE, at `/graphql` for browsers (test/surfaces/front/ide). */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { html, nothing } from '../http/html.ts'
import { varyByAccept, wantsPage } from '../http/negotiation.ts'
import { type Assets, packageAssets } from './assets.ts'
import { examples } from './examples.ts'
import { sendScripted } from './page.ts'

/** The files of Ruru. */
export const ideAssets = (): Assets => packageAssets('ruru/server', '..', 'static')

interface IdeOptions {
  /** The prefix of paths in the service's URLs. */
  base: string
  introspection: boolean
  /** The URL of an asset. */
  urlOf: (kind: 'own' | 'ide', name: string) => string
}

const notice = html`<p id="notice" role="note">This service does not publish its schema
(<code>INTROSPECTION=off</code>). Operations can be run, but there is no documentation,
completion or validation here.</p>`

/**
 * A handler that sends the page to a browser's `GET /graphql` without a query string, and returns
 * undefined for any other request, which the endpoint answers.
 */
export function idePage({ base, introspection, urlOf }: IdeOptions) {
  const settings = {
    endpoint: `${base}/graphql`,
    files: urlOf('ide', ''),
    introspection,
    examples,
  }
  const page = {
    heading: 'GraphQL API',
    styles: [urlOf('ide', 'ruru.css'), urlOf('own', 'ide.css')],
    script: urlOf('own', 'ide.js'),
    content: html`${introspection ? nothing : notice}
<main id="ide" data-settings="${JSON.stringify(settings)}"></main>`,
  }
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined => {
    if (request.method !== 'GET') return undefined
    varyByAccept(reply)
    if (request.url.includes('?') || !wantsPage(request)) return undefined
    return sendScripted(reply, page)
  }
}
